"""Images with labels from folder names or lists: Caltech256, Omniglot, LSUN, Places365, SUN397 and others."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from msacc.dataset.errors import pipeline_error
from msacc.dataset.samplers import BuiltinSampler
from msacc.dataset.sources.readers.annotated import AnnotatedSource, Values
from msacc.dataset.sources.readers.folder import FolderSource
from msacc.dataset.sources.readers.labelled import list_lines


class Caltech256Source(FolderSource):
    """`image` and `label` int32, the folder's index in alphabetical order; only .jpg and .JPEG files."""

    def __init__(self, directory: str, sampler: BuiltinSampler, decode: bool) -> None:
        super().__init__(directory, sampler, [".jpg", ".JPEG"], None, decode)


class OmniglotSource(FolderSource):
    """Images in one folder per character, characters in one folder per alphabet; labels int32."""

    def __init__(self, directory: str, sampler: BuiltinSampler, decode: bool) -> None:
        super().__init__(directory, sampler, None, None, decode)

    def class_indexing(self) -> dict[str, Any]:
        if not os.path.isdir(self.directory):
            raise pipeline_error(
                f"Invalid dataset_dir, {self.directory} may not exist or the path is not a directory."
            )
        characters = [
            os.path.join(alphabet, character)
            for alphabet in folders(self.directory)
            for character in folders(os.path.join(self.directory, alphabet))
        ]
        return {character: i for i, character in enumerate(characters)}


def folders(path: str) -> list[str]:
    """Returns the names of the subfolders of a folder, sorted."""
    return sorted(entry.name for entry in os.scandir(path) if entry.is_dir())


def files(path: str, ends: tuple[str, ...] = ("",)) -> list[str]:
    """Returns the paths of the files in a folder with one of these endings, sorted."""
    paths = [entry.path for entry in os.scandir(path) if entry.is_file()]
    return sorted(path for path in paths if path.endswith(ends))


class _LabelledSource(AnnotatedSource):
    """`image` and `label`, uint32."""

    names = ["image", "label"]

    def __init__(self, folder: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder = folder

    def in_folders(self, names: list[str], ends: tuple[str, ...]) -> list[tuple[str, Values]]:
        """Returns the images of these folders, each folder a class."""
        return [
            (path, [np.array(label, np.uint32)])
            for label, name in enumerate(names)
            for path in files(os.path.join(self.folder, name), ends)
        ]


class LsunSource(_LabelledSource):
    """One folder per class and part; each part of a class has its own label."""

    def __init__(self, folder: str, usage: str, classes: list[str], *options: Any) -> None:
        super().__init__(folder, *options)
        self.parts = {"all": ["train", "val"], "valid": ["val"]}.get(usage, [usage])
        self.classes = classes

    def _class_folders(self) -> list[str]:
        """Returns the folders that are read, in alphabetical order."""
        if self.parts == ["test"]:
            return [name for name in folders(self.folder) if name == "test"]
        ends = tuple(f"_{part}" for part in self.parts)
        names = [name for name in folders(self.folder) if name.endswith(ends)]
        return [n for n in names if not self.classes or n.rpartition("_")[0] in self.classes]

    def num_classes(self) -> int | None:
        if self.parts == ["test"]:
            return 0
        return len({name.rpartition("_")[0] for name in self._class_folders()})

    def load(self) -> list[tuple[str, Values]]:
        return self.in_folders(self._class_folders(), ("",))


class RenderedSource(_LabelledSource):
    """Sentences rendered as images; label 1 for positive, 0 for negative."""

    _PARTS = {"train": ["train"], "test": ["test"], "val": ["valid"]}

    def __init__(self, folder: str, usage: str, *options: Any) -> None:
        super().__init__(folder, *options)
        self.parts = self._PARTS.get(usage, ["test", "train", "valid"])

    def num_classes(self) -> int | None:
        return len({os.path.basename(os.path.dirname(path)) for path, _ in self.entries()})

    def load(self) -> list[tuple[str, Values]]:
        rows = []
        for part in self.parts:
            kinds = [os.path.join(part, kind) for kind in ("negative", "positive")]
            if os.path.isdir(os.path.join(self.folder, part)):
                rows += self.in_folders(kinds, (".png",))
        return rows


class SunSource(_LabelledSource):
    """SUN397: labels in the order of ClassName.txt; rows in order of the classes' names."""

    def load(self) -> list[tuple[str, Values]]:
        path = os.path.join(self.folder, "ClassName.txt")
        if not os.path.isfile(path):
            raise pipeline_error(
                f"Invalid file, failed to open {path}: SUN397 file is damaged or permission denied."
            )
        self.indexing = {name: i for i, name in enumerate(list_lines(path))}
        return [
            (file, [np.array(label, np.uint32)])
            for name, label in sorted(self.indexing.items())
            for file in self._files(name)
        ]

    def _files(self, name: str) -> list[str]:
        folder = os.path.join(self.folder, name.strip("/"))
        if not os.path.isdir(folder):
            raise pipeline_error(f"Invalid path, SUN397 class folder {folder} does not exist.")
        return [path for path in files(folder) if os.path.basename(path).startswith("sun_")]

    def class_indexing(self) -> dict[str, Any]:
        return {}


class PlacesSource(_LabelledSource):
    """Places365: the list of a part has each image and its class."""

    _FOLDERS = {"val": "val", "train-standard": "standard", "train-challenge": "challenge"}

    def __init__(self, folder: str, usage: str, small: bool, *options: Any) -> None:
        super().__init__(folder, *options)
        size, kind = "256" if small else "large", self._FOLDERS[usage]
        self.images = f"val_{size}" if usage == "val" else f"data_{size}_{kind}"
        self.list = "val" if usage == "val" else f"train_{kind}"

    def _read(self, name: str) -> list[list[str]]:
        path = os.path.join(self.folder, name)
        if not os.path.isfile(path):
            raise pipeline_error(
                f"Invalid file, failed to open {path}: Places365 file is damaged or permission denied."
            )
        return [line.split() for line in list_lines(path)]

    def load(self) -> list[tuple[str, Values]]:
        self._read("categories_places365.txt")
        images = os.path.join(self.folder, self.images)
        return [
            (os.path.join(images, name.lstrip("/")), [np.array(int(label), np.uint32)])
            for name, label in self._read(f"places365_{self.list}.txt")
        ]
