"""Faces: LFW and WIDERFace."""

from __future__ import annotations

import os
from itertools import islice
from typing import Any

import numpy as np

from msacc.common import safe_parsing
from msacc.dataset.errors import pipeline_error, read_errors
from msacc.dataset.sources.readers.annotated import AnnotatedSource, Values
from msacc.dataset.sources.readers.labelled import list_lines
from msacc.dataset.sources.readers.scenes import files, folders

# The complete dataset has 13,233 images.
_MAX_IMAGES = 1_000_000


def _rows(folder: str, name: str) -> list[list[str]]:
    """Returns the fields of the lines of a list file."""
    path = os.path.join(folder, name)
    if not os.path.isfile(path):
        raise pipeline_error(
            f"Invalid file, LFW annotation file is empty. Check file path: {folder} has no {name}."
        )
    with read_errors(path):
        return [
            fields for line in safe_parsing.read_text(path).split("\n") if (fields := line.split())
        ]


class LfwSource(AnnotatedSource):
    """People: `image` and `label`; pairs: `image1`, `image2` and `label`, 1 for the same person."""

    _FOLDERS = {"original": "lfw", "funneled": "lfw_funneled", "deepfunneled": "lfw-deepfunneled"}
    _ENDS = {"train": ["DevTrain"], "test": ["DevTest"], "all": ["DevTrain", "DevTest"]}

    def __init__(self, folder: str, task: str, usage: str, kind: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder, self.task, self.usage = folder, task, usage
        self.image_folder = os.path.join(folder, self._FOLDERS[kind])
        self.names = ["image", "label"] if task == "people" else ["image1", "image2", "label"]

    def load(self) -> list[tuple[str, Values]]:
        lists = [f"{self.task}{end}.txt" for end in self._ENDS.get(self.usage, [""])]
        rows = [row for name in lists for row in _rows(self.folder, name)]
        # Lines of single numbers, and the two at the top of pairs.txt, are counts of rows.
        rows = [row for row in rows if len(row) > 1 and not row[0].isdigit()]
        return self._people(rows) if self.task == "people" else [self._pair(row) for row in rows]

    def _path(self, name: str, number: str | int) -> str:
        return os.path.join(self.image_folder, name, f"{name}_{int(number):04}.jpg")

    def _people(self, rows: list[list[str]]) -> list[tuple[str, Values]]:
        name_rows = _rows(self.folder, "lfw-names.txt")
        labels = {name: i for i, (name, *_) in enumerate(name_rows)}
        if sum(int(count) for _, count in rows) > _MAX_IMAGES:
            raise ValueError(f"its lists name more than {_MAX_IMAGES} pictures")
        return [
            (self._path(name, i), [np.array(labels[name], np.uint32)])
            for name, count in rows
            for i in range(1, 1 + int(count))
        ]

    def _pair(self, row: list[str]) -> tuple[str, Values]:
        same = len(row) == 3
        other = self._path(row[0], row[2]) if same else self._path(row[2], row[3])
        return self._path(row[0], row[1]), [np.array(other), np.array(same, np.uint32)]

    def row(self, path: str, values: Values) -> Values:
        if self.task == "people":
            return super().row(path, values)
        return super().row(path, [self.read_image(str(values[0])), values[1]])


class WiderFaceSource(AnnotatedSource):
    """`image`, and int32 columns with one row per face; only images for the test part."""

    _ATTRIBUTES = ["blur", "expression", "illumination", "occlusion", "pose", "invalid"]

    def __init__(self, folder: str, usage: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder = folder
        self.parts = {"all": ["train", "val"], "valid": ["val"]}.get(usage, [usage])
        self.names = ["image"] if usage == "test" else ["image", "bbox", *self._ATTRIBUTES]

    def load(self) -> list[tuple[str, Values]]:
        return [row for part in self.parts for row in self._part(part)]

    def _part(self, part: str) -> list[tuple[str, Values]]:
        root = os.path.join(self.folder, f"WIDER_{part}", "images")
        if not os.path.isdir(root):
            raise pipeline_error(f"Invalid path, failed to open WIDERFace folder: {root}")
        paths = [p for kind in folders(root) for p in files(os.path.join(root, kind), (".jpg",))]
        if part == "test":
            return [(path, []) for path in paths]
        faces = self._annotations(part, root)
        return [(path, faces[path]) for path in paths if path in faces]

    def _annotations(self, part: str, root: str) -> dict[str, Values]:
        """Returns the faces of each image in the part's list."""
        path = os.path.join(self.folder, "wider_face_split", f"wider_face_{part}_bbx_gt.txt")
        if not os.path.isfile(path):
            raise pipeline_error(f"Invalid file, {path} is invalid or may not exist.")
        annotations = {}
        lines = iter(list_lines(path))
        for name in lines:
            # An image without a face has one line of zeros.
            rows = [row.split() for row in islice(lines, max(int(next(lines, "0")), 1))]
            faces = np.array(rows, np.int32).reshape(len(rows), -1)
            if faces.shape[1] != 10:
                raise pipeline_error(f"Invalid data, a face of {name} in {path} has no 10 numbers.")
            columns = [np.ascontiguousarray(faces[:, k]) for k in range(4, 10)]
            boxes = np.ascontiguousarray(faces[:, :4])
            annotations[os.path.join(root, name)] = [boxes, *columns]
        return annotations
