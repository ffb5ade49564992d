"""Images beside what belongs to them: Cityscapes, DIV2K, Flickr, SBU, KITTI, SBD."""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np

from msacc.common import safe_parsing
from msacc.dataset import matlab_files
from msacc.dataset.errors import pipeline_error, reading
from msacc.dataset.pipeline.block import words
from msacc.dataset.sources.readers.annotated import AnnotatedSource, Values
from msacc.dataset.sources.readers.labelled import list_lines
from msacc.dataset.sources.readers.scenes import files, folders


class _PairedSource(AnnotatedSource):
    """Two files a row: the second one's path is the row's only other value until it is read."""

    def pairs(self) -> list[tuple[str, str]]:
        """Both paths of each row."""
        raise NotImplementedError

    def load(self) -> list[tuple[str, Values]]:
        return [(first, [np.array(second)]) for first, second in self.pairs()]

    def second(self, path: str) -> np.ndarray:
        """The other column."""
        return self.picture(path)

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
        home = os.path.join(self.folder, "leftImg8bit", part)
        marks = os.path.join(self.folder, self.mode, part)
        for path, name in ((home, "image"), (marks, "task")):
            if not os.path.isdir(path):
                raise pipeline_error(
                    f"Invalid path, Cityscapes Dataset {name} dir: {path} is not a directory path."
                )
        found = []
        for city in folders(home):
            for path in files(os.path.join(home, city), (".png",)):
                stem = os.path.basename(path).removesuffix(".png").removesuffix("_leftImg8bit")
                name = f"{stem}_{self.mode}_{self._TASKS[self.task]}"
                found.append((path, _existing(os.path.join(marks, city, name), "Cityscapes task")))
        return found

    def second(self, path: str) -> np.ndarray:
        if self.task != "polygon":
            return self.picture(path)
        try:
            content = safe_parsing.read_json(path)
        except ValueError as error:
            raise pipeline_error(f"Invalid json file, {path}: {error}") from error
        # The keys in order and without blanks, as MindSpore writes them.
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return np.array(text)


def _existing(path: str, what: str) -> str:
    if not os.path.isfile(path):
        raise pipeline_error(f"Invalid file, {what} file: {path} does not exist.")
    return path


class Div2kSource(_PairedSource):
    """`hr_image` and `lr_image`, the same picture made smaller."""

    names = ["hr_image", "lr_image"]

    def __init__(self, folder: str, usage: str, downgrade: str, scale: int, *options: Any) -> None:
        super().__init__(*options)
        self.folder, self.parts = folder, ["train", "valid"] if usage == "all" else [usage]
        self.downgrade, self.scale = downgrade, scale

    def pairs(self) -> list[tuple[str, str]]:
        return [pair for part in self.parts for pair in self._part(part)]

    def _small(self, part: str) -> tuple[str, str]:
        """Folder of the small images, and what their names end in."""
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
        found = []
        for path in files(os.path.join(self.folder, large)):
            stem, kind = os.path.splitext(os.path.basename(path))
            other = os.path.join(self.folder, small, f"{stem}{end}{kind}")
            found.append((path, _existing(other, "div2k image")))
        return found


class FlickrSource(AnnotatedSource):
    """`image` and `annotation`, the lines that an image has in the file of annotations."""

    names = ["image", "annotation"]

    def __init__(self, folder: str, file: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder, self.file = folder, file

    def load(self) -> list[tuple[str, Values]]:
        told: dict[str, list[str]] = {}
        for line in list_lines(self.file):
            name, mark, text = line.partition("#")
            path = os.path.join(self.folder, name)
            _existing(path, "flickr dataset")
            if name.endswith((".jpg", ".jpeg", ".png")):
                told.setdefault(path, []).append(text.partition("\t")[2])
        return [(path, [words(lines)]) for path, lines in sorted(told.items())]


class SbuSource(AnnotatedSource):
    """`image` and `caption`; only those whose image was downloaded."""

    names = ["image", "caption"]
    # "http://static.flickr.com" up to the letter that MindSpore keeps of it.
    _HEAD = 23

    def __init__(self, folder: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder = folder

    def load(self) -> list[tuple[str, Values]]:
        home, rows = os.path.join(self.folder, "sbu_images"), []
        for url, text in zip(self._lines("urls"), self._lines("captions"), strict=False):
            path = os.path.join(home, url.rstrip()[self._HEAD :].replace("/", "_"))
            if os.path.isfile(path):
                rows.append((path, [np.array(text.rstrip())]))
        if not rows:
            raise pipeline_error(f"Invalid data, no valid images in {home}, check SBU dataset.")
        return rows

    def _lines(self, name: str) -> list[str]:
        path = os.path.join(self.folder, f"SBU_captioned_photo_dataset_{name}.txt")
        with reading(path):
            return [line for line in safe_parsing.read_text(path).split("\n") if line]


class KittiSource(AnnotatedSource):
    """`image` and, for training, one row of each column an object; labels in order of the names."""

    # Columns, their types and where a line has them.
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
        self.folder, self.trained = folder, usage == "train"
        self.names = ["image", "label", *self._COLUMNS] if self.trained else ["image"]

    def load(self) -> list[tuple[str, Values]]:
        part = "training" if self.trained else "testing"
        home = os.path.join(self.folder, f"data_object_image_2/{part}/image_2")
        if not os.path.isdir(home):
            raise pipeline_error(
                f"Invalid path, failed to open KITTI image dir: {home}, permission denied."
            )
        paths = files(home, (".png",))
        if not self.trained:
            return [(path, []) for path in paths]
        found = {path: self._objects(path) for path in paths}
        names = sorted({row[0] for rows in found.values() for row in rows})
        places = {name: i for i, name in enumerate(names)}
        return [(path, self._values(rows, places)) for path, rows in found.items()]

    def _objects(self, path: str) -> list[list[str]]:
        stem = os.path.splitext(os.path.basename(path))[0]
        told = os.path.join(self.folder, f"data_object_label_2/training/label_2/{stem}.txt")
        rows = [line.split() for line in list_lines(told)]
        if any(len(row) < 15 for row in rows):
            raise pipeline_error(f"Invalid label, a line of {told} has fewer than 15 fields.")
        return rows

    def _values(self, rows: list[list[str]], places: dict[str, int]) -> Values:
        columns = [np.array([[places[row[0]]] for row in rows], np.uint32)]
        for kind, where in self._COLUMNS.values():
            numbers = np.array([row[where] for row in rows], np.float64)
            # Unsigned, as MindSpore keeps the -1 of what is not known.
            whole = numbers.astype(np.int64) if kind is np.uint32 else numbers
            columns.append(whole.astype(kind))
        return columns


class BordersSource(_PairedSource):
    """`image` and `task`: 20 borders (20, H, W), or the segments (H, W)."""

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
        with reading(path):
            marks = matlab_files.read(path)["GTcls"][0][self.task][0]
            if self.task == "Segmentation":
                return np.asarray(marks)
            return np.stack([marks[i][0] for i in range(len(marks))])
