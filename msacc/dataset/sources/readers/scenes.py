"""Images in folders whose names or lists tell the class: Caltech256, Omniglot, LSUN, and others."""

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
    """`image` and `label` int32, the folder's place in alphabetical order; .jpg and .JPEG alone."""

    def __init__(self, directory: str, sampler: BuiltinSampler, decode: bool) -> None:
        super().__init__(directory, sampler, [".jpg", ".JPEG"], None, decode)


class OmniglotSource(FolderSource):
    """Signs in one folder a character, characters in one folder an alphabet; labels int32."""

    def __init__(self, directory: str, sampler: BuiltinSampler, decode: bool) -> None:
        super().__init__(directory, sampler, None, None, decode)

    def class_indexing(self) -> dict[str, Any]:
        if not os.path.isdir(self.directory):
            raise pipeline_error(
                f"Invalid dataset_dir, {self.directory} may not exist or the path is not a directory."
            )
        signs = [
            os.path.join(alphabet, sign)
            for alphabet in folders(self.directory)
            for sign in folders(os.path.join(self.directory, alphabet))
        ]
        return {sign: i for i, sign in enumerate(signs)}


def folders(path: str) -> list[str]:
    """The names of the folders in a folder, sorted."""
    return sorted(entry.name for entry in os.scandir(path) if entry.is_dir())


def files(path: str, ends: tuple[str, ...] = ("",)) -> list[str]:
    """The paths of the files in a folder with one of these ends, sorted."""
    found = [entry.path for entry in os.scandir(path) if entry.is_file()]
    return sorted(path for path in found if path.endswith(ends))


class _LabelledSource(AnnotatedSource):
    """`image` and `label`, uint32."""

    names = ["image", "label"]

    def __init__(self, folder: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder = folder

    def in_folders(self, names: list[str], ends: tuple[str, ...]) -> list[tuple[str, Values]]:
        """The images of these folders, each folder one class."""
        return [
            (path, [np.array(label, np.uint32)])
            for label, name in enumerate(names)
            for path in files(os.path.join(self.folder, name), ends)
        ]


class LsunSource(_LabelledSource):
    """One folder a class and part; every part of a class has a label of its own."""

    def __init__(self, folder: str, usage: str, classes: list[str], *options: Any) -> None:
        super().__init__(folder, *options)
        self.parts = {"all": ["train", "val"], "valid": ["val"]}.get(usage, [usage])
        self.classes = classes

    def _homes(self) -> list[str]:
        """The folders that are read, in alphabetical order."""
        if self.parts == ["test"]:
            return [name for name in folders(self.folder) if name == "test"]
        ends = tuple(f"_{part}" for part in self.parts)
        names = [name for name in folders(self.folder) if name.endswith(ends)]
        return [n for n in names if not self.classes or n.rpartition("_")[0] in self.classes]

    def num_classes(self) -> int | None:
        if self.parts == ["test"]:
            return 0
        return len({name.rpartition("_")[0] for name in self._homes()})

    def load(self) -> list[tuple[str, Values]]:
        return self.in_folders(self._homes(), ("",))


class RenderedSource(_LabelledSource):
    """Sentences drawn as pictures; label 1 for positive, 0 for negative."""

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
    """SUN397: classes in the order of ClassName.txt; rows in that of the classes' names."""

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
        home = os.path.join(self.folder, name.strip("/"))
        if not os.path.isdir(home):
            raise pipeline_error(f"Invalid path, SUN397 class folder {home} does not exist.")
        return [path for path in files(home) if os.path.basename(path).startswith("sun_")]

    def class_indexing(self) -> dict[str, Any]:
        return {}


class PlacesSource(_LabelledSource):
    """Places365: the list of a part names each image and its class."""

    _HOMES = {"val": "val", "train-standard": "standard", "train-challenge": "challenge"}

    def __init__(self, folder: str, usage: str, small: bool, *options: Any) -> None:
        super().__init__(folder, *options)
        size, kind = "256" if small else "large", self._HOMES[usage]
        self.home = f"val_{size}" if usage == "val" else f"data_{size}_{kind}"
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
        home = os.path.join(self.folder, self.home)
        return [
            (os.path.join(home, name.lstrip("/")), [np.array(int(label), np.uint32)])
            for name, label in self._read(f"places365_{self.list}.txt")
        ]
