"""Images and texts with class labels from folder names or lists: CelebA, Food101, IMDB, Flowers102, Caltech101."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from msacc.common import safe_parsing
from msacc.dataset import matlab_files
from msacc.dataset.errors import pipeline_error, read_errors
from msacc.dataset.sources.readers.annotated import AnnotatedSource, Values


def list_lines(path: str) -> list[str]:
    """Returns the non-empty lines of a list file."""
    if not os.path.isfile(path):
        raise pipeline_error(f"Invalid file, get real path failed, path={path} does not exist.")
    with read_errors(path):
        return [line.strip() for line in safe_parsing.read_text(path).split("\n") if line.strip()]


class CelebaSource(AnnotatedSource):
    """`image` and `attr`, a uint32 0 or 1 for each attribute."""

    names = ["image", "attr"]
    _PARTS = ["train", "valid", "test"]

    def __init__(self, folder: str, usage: str, extensions: list[str], *options: Any) -> None:
        super().__init__(*options)
        self.folder, self.usage, self.extensions = folder, usage, tuple(extensions or ("",))

    def load(self) -> list[tuple[str, Values]]:
        rows = [line.split() for line in list_lines(self._path("list_attr_celeba.txt"))[2:]]
        selected = self._part() if self.usage != "all" else {name for name, *_ in rows}
        return [
            (self._path(name), [np.array([value == "1" for value in values], np.uint32)])
            for name, *values in rows
            if name in selected and name.endswith(self.extensions)
        ]

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def _part(self) -> set[str]:
        """Returns the files of this part."""
        number = str(self._PARTS.index(self.usage))
        rows = [line.split() for line in list_lines(self._path("list_eval_partition.txt"))]
        return {name for name, part in rows if part == number}


class FoodSource(AnnotatedSource):
    """`image` and `label`, the name of its folder."""

    names = ["image", "label"]

    def __init__(self, folder: str, usage: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder, self.parts = folder, ["train", "test"] if usage == "all" else [usage]

    def load(self) -> list[tuple[str, Values]]:
        images = os.path.join(self.folder, "images")
        if not os.path.isdir(images):
            raise pipeline_error(f"Invalid path, Food101 image path: {images} does not exist.")
        lists = [os.path.join(self.folder, "meta", f"{part}.txt") for part in self.parts]
        listed_names = [name for path in lists for name in list_lines(path)]
        return [
            (os.path.join(images, f"{name}.jpg"), [np.array(name.rpartition("/")[0])])
            for name in listed_names
        ]


class ImdbSource(AnnotatedSource):
    """`text`, a file's text, and `label` int32: 1 for pos, 0 for neg."""

    names = ["text", "label"]

    def __init__(self, folder: str, usage: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder, self.parts = folder, ["train", "test"] if usage == "all" else [usage]

    def num_classes(self) -> int | None:
        return 2

    def load(self) -> list[tuple[str, Values]]:
        folders = [
            (os.path.join(self.folder, part, kind), label)
            for part in self.parts
            for kind, label in (("pos", 1), ("neg", 0))
        ]
        for folder, _ in folders:
            if not os.path.isdir(folder):
                raise pipeline_error(f"Invalid path, {folder} may not exist or is no directory.")
        return [
            (os.path.join(folder, name), [np.array(label, np.int32)])
            for folder, label in folders
            for name in sorted(os.listdir(folder))
        ]

    def read_image(self, path: str) -> np.ndarray:
        with read_errors(path):
            return np.array(safe_parsing.read_text(path).removesuffix("\n"))


class FlowersSource(AnnotatedSource):
    """`image`, `segmentation` (an image) for that task, and `label`, uint32 from 0."""

    _PARTS = {"train": "trnid", "test": "tstid", "valid": "valid"}

    def __init__(self, folder: str, task: str, usage: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder, self.task = folder, task
        self.parts = list(self._PARTS) if usage == "all" else [usage]
        extra = ["segmentation"] if task == "Segmentation" else []
        self.names = ["image", *extra, "label"]

    def load(self) -> list[tuple[str, Values]]:
        labels = matlab_files.read(os.path.join(self.folder, "imagelabels.mat"))["labels"][0]
        splits = matlab_files.read(os.path.join(self.folder, "setid.mat"))
        numbers = [int(n) for part in self.parts for n in splits[self._PARTS[part]][0]]
        return [
            (
                os.path.join(self.folder, "jpg", f"image_{n:05}.jpg"),
                [np.array(int(labels[n - 1]) - 1, np.uint32)],
            )
            for n in numbers
        ]

    def row(self, path: str, values: Values) -> Values:
        if self.task == "Classification":
            return super().row(path, values)
        name = os.path.basename(path).replace("image", "segmim")
        segments = self.read_image(os.path.join(self.folder, "segmim", name))
        return super().row(path, [segments, *values])


class CaltechSource(AnnotatedSource):
    """`image`, and `category` (int64) or `annotation`, an outline (float64), or both."""

    _KINDS = {
        "category": ["category"],
        "annotation": ["annotation"],
        "all": ["category", "annotation"],
    }
    # Folders of outlines whose names differ from those of the images.
    _OUTLINES = {
        "Faces": "Faces_2",
        "Faces_easy": "Faces_3",
        "Motorbikes": "Motorbikes_16",
        "airplanes": "Airplanes_Side_2",
    }

    def __init__(self, folder: str, target: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder, self.target = folder, target
        self.names = ["image", *self._KINDS[target]]
        names = set(os.listdir(os.path.join(folder, "101_ObjectCategories")))
        self.indexing = {k: i for i, k in enumerate(sorted(names - {"BACKGROUND_Google"}))}

    def load(self) -> list[tuple[str, Values]]:
        rows = []
        for name, label in self.indexing.items():
            folder = os.path.join(self.folder, "101_ObjectCategories", name)
            for i in range(1, 1 + len(os.listdir(folder)) if os.path.isdir(folder) else 1):
                rows.append((os.path.join(folder, f"image_{i:04}.jpg"), [np.array(label)]))
        return rows

    def row(self, path: str, values: Values) -> Values:
        if self.target == "category":
            return super().row(path, values)
        folder, name = path.split(os.sep)[-2:]
        where = os.path.join(self.folder, "Annotations", self._OUTLINES.get(folder, folder))
        number = name.removeprefix("image_").removesuffix(".jpg")
        outline = matlab_files.read(os.path.join(where, f"annotation_{number}.mat"))["obj_contour"]
        return super().row(path, [*(values if self.target == "all" else []), outline])
