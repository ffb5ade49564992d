"""Images in files of raw numbers: STL10 (binary planes), SVHN (MATLAB files), USPS (text)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice

import numpy as np

from msacc.dataset import matlab_files
from msacc.dataset.errors import pipeline_error, read_errors
from msacc.dataset.pipeline.block import Block
from msacc.dataset.samplers import BuiltinSampler
from msacc.dataset.sources.readers.base import ArraySource
from msacc.dataset.sources.readers.sequential_files import FileRange
from msacc.dataset.sources.readers.text import TextSource, lines

_STL10 = {
    "train": ["train"],
    "test": ["test"],
    "unlabeled": ["unlabeled"],
    "train+unlabeled": ["train", "unlabeled"],
    "all": ["test", "train", "unlabeled"],
}


class Stl10Source(ArraySource):
    """Images uint8 (96, 96, 3) and int32 labels from 0; -1 where there is none."""

    names = ["image", "label"]

    def __init__(self, directory: str, usage: str, sampler: BuiltinSampler) -> None:
        super().__init__(sampler)
        self.directory, self.parts = directory, _STL10[usage]

    def _file(self, name: str) -> np.ndarray:
        path = os.path.join(self.directory, name)
        if not os.path.isfile(path):
            raise pipeline_error(f"Invalid file, failed to find STL10 data file: {path}.")
        return np.fromfile(path, np.uint8)

    def load(self) -> list[np.ndarray]:
        parts = [self._part(part) for part in self.parts]
        paths = [os.path.join(self.directory, f"{part}_X.bin") for part in self.parts]
        self.record_origins([(path, len(part[0])) for path, part in zip(paths, parts, strict=True)])
        return [np.concatenate(column) for column in zip(*parts, strict=True)]

    def _part(self, part: str) -> tuple[np.ndarray, np.ndarray]:
        raw = self._file(f"{part}_X.bin")
        if raw.size % (3 * 96 * 96):
            raise pipeline_error(
                f"Invalid file, {part}_X.bin in {self.directory} has {raw.size} bytes, which is no "
                "multiple of 27648; download it again."
            )
        # Channel planes in column-major order.
        images = raw.reshape(-1, 3, 96, 96).transpose(0, 3, 2, 1)
        if part == "unlabeled":
            return images, np.full(len(images), -1, np.int32)
        labels = self._file(f"{part}_y.bin").astype(np.int32) - 1
        if len(labels) != len(images):
            raise pipeline_error(
                f"Invalid file, {self.directory} has {len(images)} images in {part}_X.bin, but "
                f"{len(labels)} labels in {part}_y.bin."
            )
        return images, labels


class SvhnSource(ArraySource):
    """Images uint8 (32, 32, 3) and uint32 labels, ten as 0."""

    names = ["image", "label"]

    def __init__(self, directory: str, usage: str, sampler: BuiltinSampler) -> None:
        super().__init__(sampler)
        parts = ["train", "test", "extra"] if usage == "all" else [usage]
        self.paths = [os.path.join(directory, f"{part}_32x32.mat") for part in parts]

    def load(self) -> list[np.ndarray]:
        parts = [self._part(path) for path in self.paths]
        self.record_origins(
            [(path, len(part["y"])) for path, part in zip(self.paths, parts, strict=True)]
        )
        images = np.concatenate([part["X"] for part in parts])
        labels = np.concatenate([part["y"].reshape(-1).astype(np.uint32) for part in parts])
        labels[labels == 10] = 0
        return [images, labels]

    def _part(self, path: str) -> dict[str, np.ndarray]:
        with read_errors(path):
            part = matlab_files.read(path)
            images = part["X"].transpose(3, 0, 1, 2)
            if len(images) != part["y"].size:
                raise ValueError(f"it holds {len(images)} images and {part['y'].size} labels")
            return {"X": images, "y": part["y"]}


class UspsSource(TextSource):
    """USPS in LIBSVM's text format: `image` uint8 (16, 16, 1) and `label` uint32 from 0."""

    names = ["image", "label"]

    def read(self, file_range: FileRange, rows: int) -> Iterator[Block]:
        rest = islice(lines(file_range.path), file_range.start, file_range.stop)
        while chunk := list(islice(rest, rows)):
            parsed = [_digit(line, file_range.path) for line in chunk]
            labels = np.array([label for label, _ in parsed], np.uint32)
            yield Block([np.stack([image for _, image in parsed]), labels], len(chunk))


def _digit(line: bytes, path: str) -> tuple[int, np.ndarray]:
    """Returns label and image of one line; values from -1 to 1 become 0 to 255."""
    label, *pairs = line.split()
    if len(pairs) != 256:
        raise pipeline_error(f"Invalid data, a line of {path} has {len(pairs)} values, not 256.")
    try:
        values = np.array([pair.partition(b":")[2] for pair in pairs]).astype(np.float32)
        pixels = (values.astype(np.float64) + 1) / 2 * 255
        return int(label) - 1, pixels.astype(np.uint8).reshape(16, 16, 1)
    except ValueError as error:
        raise pipeline_error(f"Invalid data, a line of {path} is no digit: {error}") from error
