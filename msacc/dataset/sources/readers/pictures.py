"""Images with labels, captions or second images: Cityscapes, DIV2K, Flickr, SBU, KITTI, SBD."""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np

from msacc.common import safe_parsing
from msacc.dataset import matlab_files
from msacc.dataset.errors import pipeline_error, read_errors
from msacc.dataset.pipeline.block import string_array
from msacc.dataset.sources.readers.annotated import AnnotatedSource, Values
from msacc.dataset.sources.readers.labelled import list_lines
from msacc.dataset.sources.readers.scenes import files, folders


class _PairedSource(AnnotatedSource):
    """Two files per row: the second one's path is the row's only other value until it is read."""

    def pairs(self) -> list[tuple[str, str]]:
        """Returns both paths of each row."""
        raise NotImplementedError

    def load(self) -> list[tuple[str, Values]]:
        return [(first, [np.array(second)]) for first, second in self.pairs()]

    def second(self, path: str) -> np.ndarray:
        """Returns the other column."""
        return self.read_image(path)

    def row(self, path: str, values: Values) -> Values:
        return super().row(path, [self.second(str(values[0]))])


class CityscapesSource(_PairedSource):
    """`image` and `task`, an image or (polygon) a JSON text."""

    names = ["image", "task"]
    _TASKS = {
        "instance": "instanceIds.png",
        "semantic": "labelIds.png",
        "color": "color.png",
        "polygon": "polygons.json",
    }

    def __init__(self, folder: str, usage: str, quality: str, task: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder, self.task = folder, task
        self.mode = "gtFine" if quality == "fine" else "gtCoarse"
        extra = "test" if quality == "fine" else "train_extra"
        self.parts = ["train", extra, "val"] if usage == "all" else [usage]

    def pairs(self) -> list[tuple[str, str]]:
        return [pair for part in self.parts for pair in self._part(part)]

    def _part(self, part: str) -> list[tuple[str, str]]:
        images = os.path.join(self.folder, "leftImg8bit", part)
        labels = os.path.join(self.folder, self.mode, part)
        for path, name in ((images, "image"), (labels, "task")):
            if not os.path.isdir(path):
                raise pipeline_error(
                    f"Invalid path, Cityscapes Dataset {name} dir: {path} is not a directory path."
                )
        pairs = []
        for city in folders(images):
            for path in files(os.path.join(images, city), (".png",)):
                stem = os.path.basename(path).removesuffix(".png").removesuffix("_leftImg8bit")
                name = f"{stem}_{self.mode}_{self._TASKS[self.task]}"
                label = os.path.join(labels, city, name)
                pairs.append((path, _existing_file(label, "Cityscapes task")))
        return pairs

    def second(self, path: str) -> np.ndarray:
        if self.task != "polygon":
            return self.read_image(path)
        try:
            content = safe_parsing.read_json(path)
        except ValueError as error:
            raise pipeline_error(f"Invalid json file, {path}: {error}") from error
        # Sorted keys and no blanks, as MindSpore writes them.
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return np.array(text)


def _existing_file(path: str, what: str) -> str:
    if not os.path.isfile(path):
        raise pipeline_error(f"Invalid file, {what} file: {path} does not exist.")
    return path


class Div2kSource(_PairedSource):
    """`hr_image` and `lr_image`, the downscaled image."""

    names = ["hr_image", "lr_image"]

    def __init__(self, folder: str, usage: str, downgrade: str, scale: int, *options: Any) -> None:
        super().__init__(*options)
        self.folder, self.parts = folder, ["train", "valid"] if usage == "all" else [usage]
        self.downgrade, self.scale = downgrade, scale

    def pairs(self) -> list[tuple[str, str]]:
        return [pair for part in self.parts for pair in self._part(part)]

    def _small(self, part: str) -> tuple[str, str]:
        """Returns the folder of the small images, and the ending of their names."""
        if self.scale == 8:
            return f"DIV2K_{part}_LR_x8", "x8"
        if self.downgrade in ("bicubic", "unknown"):
            return f"DIV2K_{part}_LR_{self.downgrade}/X{self.scale}", f"x{self.scale}"
        return f"DIV2K_{part}_LR_{self.downgrade}", f"x{self.scale}{self.downgrade[0]}"

    def _part(self, part: str) -> list[tuple[str, str]]:
        large, (small, end) = f"DIV2K_{part}_HR", self._small(part)
        for name, kind in ((large, "hr"), (small, "lr")):
            path = os.path.join(self.folder, name)
            if not os.path.isdir(path):
                raise pipeline_error(
                    f"Invalid path, div2k {kind} image dir: {path} is not a directory."
                )
        pairs = []
        for path in files(os.path.join(self.folder, large)):
            stem, kind = os.path.splitext(os.path.basename(path))
            other = os.path.join(self.folder, small, f"{stem}{end}{kind}")
            pairs.append((path, _existing_file(other, "div2k image")))
        return pairs


class FlickrSource(AnnotatedSource):
    """`image` and `annotation`, the lines of an image in the annotation file."""

    names = ["image", "annotation"]

    def __init__(self, folder: str, file: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder, self.file = folder, file

    def load(self) -> list[tuple[str, Values]]:
        captions: dict[str, list[str]] = {}
        for line in list_lines(self.file):
            name, mark, text = line.partition("#")
            path = os.path.join(self.folder, name)
            _existing_file(path, "flickr dataset")
            if name.endswith((".jpg", ".jpeg", ".png")):
                captions.setdefault(path, []).append(text.partition("\t")[2])
        return [(path, [string_array(lines)]) for path, lines in sorted(captions.items())]


class SbuSource(AnnotatedSource):
    """`image` and `caption`, for images that were downloaded."""

    names = ["image", "caption"]
    # The length of the URL prefix "http://static.flickr.com" that MindSpore removes, less its last letter.
    _HEAD = 23

    def __init__(self, folder: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder = folder

    def load(self) -> list[tuple[str, Values]]:
        images, rows = os.path.join(self.folder, "sbu_images"), []
        for url, text in zip(self._lines("urls"), self._lines("captions"), strict=False):
            path = os.path.join(images, url.rstrip()[self._HEAD :].replace("/", "_"))
            if os.path.isfile(path):
                rows.append((path, [np.array(text.rstrip())]))
        if not rows:
            raise pipeline_error(f"Invalid data, no valid images in {images}, check SBU dataset.")
        return rows

    def _lines(self, name: str) -> list[str]:
        path = os.path.join(self.folder, f"SBU_captioned_photo_dataset_{name}.txt")
        with read_errors(path):
            return [line for line in safe_parsing.read_text(path).split("\n") if line]


class KittiSource(AnnotatedSource):
    """`image` and, for training, columns with one row per object; labels in order of the names."""

    # Column -> dtype and fields of a line.
    _COLUMNS: dict[str, tuple[type, slice]] = {
        "truncated": (np.float32, slice(1, 2)),
        "occluded": (np.uint32, slice(2, 3)),
        "alpha": (np.float32, slice(3, 4)),
        "bbox": (np.float32, slice(4, 8)),
        "dimensions": (np.float32, slice(8, 11)),
        "location": (np.float32, slice(11, 14)),
        "rotation_y": (np.float32, slice(14, 15)),
    }

    def __init__(self, folder: str, usage: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder, self.training = folder, usage == "train"
        self.names = ["image", "label", *self._COLUMNS] if self.training else ["image"]

    def load(self) -> list[tuple[str, Values]]:
        part = "training" if self.training else "testing"
        images = os.path.join(self.folder, f"data_object_image_2/{part}/image_2")
        if not os.path.isdir(images):
            raise pipeline_error(
                f"Invalid path, failed to open KITTI image dir: {images}, permission denied."
            )
        paths = files(images, (".png",))
        if not self.training:
            return [(path, []) for path in paths]
        objects = {path: self._objects(path) for path in paths}
        names = sorted({row[0] for rows in objects.values() for row in rows})
        labels = {name: i for i, name in enumerate(names)}
        return [(path, self._values(rows, labels)) for path, rows in objects.items()]

    def _objects(self, path: str) -> list[list[str]]:
        stem = os.path.splitext(os.path.basename(path))[0]
        file = os.path.join(self.folder, f"data_object_label_2/training/label_2/{stem}.txt")
        rows = [line.split() for line in list_lines(file)]
        if any(len(row) < 15 for row in rows):
            raise pipeline_error(f"Invalid label, a line of {file} has fewer than 15 fields.")
        return rows

    def _values(self, rows: list[list[str]], labels: dict[str, int]) -> Values:
        columns = [np.array([[labels[row[0]]] for row in rows], np.uint32)]
        for dtype, fields in self._COLUMNS.values():
            numbers = np.array([row[fields] for row in rows], np.float64)
            # -1 (unknown) wraps around in uint32, as in MindSpore.
            values = numbers.astype(np.int64) if dtype is np.uint32 else numbers
            columns.append(values.astype(dtype))
        return columns


class BordersSource(_PairedSource):
    """`image` and `task`: 20 boundary maps (20, H, W), or the segments (H, W)."""

    names = ["image", "task"]

    def __init__(self, folder: str, task: str, usage: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder, self.task = folder, task
        lists = ["train", "val"] if usage == "all" else [usage]
        paths = [os.path.join(folder, f"{name}.txt") for name in lists]
        for path in paths:
            if not os.path.isfile(path):
                raise FileNotFoundError(f"SBDataset: {path} not found")
        self.stems = [stem for path in paths for stem in list_lines(path)]

    def pairs(self) -> list[tuple[str, str]]:
        def path(kind: str, name: str) -> str:
            return os.path.join(self.folder, kind, name)

        return [(path("img", f"{s}.jpg"), path("cls", f"{s}.mat")) for s in self.stems]

    def second(self, path: str) -> np.ndarray:
        with read_errors(path):
            maps = matlab_files.read(path)["GTcls"][0][self.task][0]
            if self.task == "Segmentation":
                return np.asarray(maps)
            return np.stack([maps[i][0] for i in range(len(maps))])
