"""Images in one folder per class."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from msacc.dataset import image_decoding
from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.block import Block, pack
from msacc.dataset.samplers import BuiltinSampler
from msacc.dataset.sources.readers.base import RowSource


class FolderSource(RowSource):
    """Encoded (or decoded) images and int32 labels; a folder's name is its class."""

    names = ["image", "label"]
    cheap = False

    def __init__(
        self,
        directory: str,
        sampler: BuiltinSampler,
        extensions: list[str] | None,
        indexing: dict[str, int] | None,
        decode: bool,
    ) -> None:
        super().__init__(sampler)
        self.directory, self.decode = directory, decode
        # Without a list of extensions every file is a row, as in MindSpore.
        self.extensions = tuple(extensions) if extensions else ("",)
        self.indexing = indexing
        self._files: list[tuple[str, int]] | None = None

    def class_indexing(self) -> dict[str, Any]:
        if self.indexing is not None:
            return dict(self.indexing)
        names = sorted(e.name for e in os.scandir(self.directory) if e.is_dir())
        return {name: i for i, name in enumerate(names)}

    def num_classes(self) -> int | None:
        return len(self.class_indexing())

    def files(self) -> list[tuple[str, int]]:
        """Returns all (path, label), folder by folder in alphabetical order."""
        if self._files is None:
            self._files = [
                (path, label)
                for name, label in sorted(self.class_indexing().items())
                for path in self._images(os.path.join(self.directory, name))
            ]
        if not self._files:
            raise pipeline_error(
                "Invalid data, the data file can't be read (interface mismatch or no data found). "
                f"{self.directory} should hold one folder a class, with images in it."
            )
        return self._files

    def _images(self, folder: str) -> list[str]:
        if not os.path.isdir(folder):
            return []
        paths = sorted(entry.path for entry in os.scandir(folder) if entry.is_file())
        return [path for path in paths if path.endswith(self.extensions)]

    def size_is_known(self) -> bool:
        return self._files is not None

    def rows(self) -> int:
        return len(self.files())

    def labels(self, column: str) -> np.ndarray:
        return np.array([label for _, label in self.files()], dtype=np.int32)

    def read(self, indices: np.ndarray) -> Block:
        files = [self.files()[i] for i in indices.tolist()]
        images = [np.fromfile(path, np.uint8) for path, _ in files]
        if self.decode:
            images = [
                image_decoding.decode(raw, path)
                for raw, (path, _) in zip(images, files, strict=True)
            ]
        labels = np.array([label for _, label in files], dtype=np.int32)
        return Block([pack(images), labels], len(files))

    def origins(self, indices: np.ndarray) -> np.ndarray | None:
        return np.array([self.files()[i][0] for i in indices.tolist()], dtype=object)
