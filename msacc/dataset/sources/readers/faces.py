"""Faces: LFW and WIDERFace."""

from __future__ import annotations

import os
from itertools import islice
from typing import Any

import numpy as np

from msacc.common import safe_parsing
from msacc.dataset.errors import pipeline_error, reading
from msacc.dataset.sources.readers.annotated import AnnotatedSource, Values
from msacc.dataset.sources.readers.labelled import list_lines
from msacc.dataset.sources.readers.scenes import files, folders

# The whole set has 13,233.
_MOST_PICTURES = 1_000_000


def _rows(folder: str, name: str) -> list[list[str]]:
    """The fields of a list's lines."""
    path = os.path.join(folder, name)
    if not os.path.isfile(path):
        raise pipeline_error(
            f"Invalid file, LFW annotation file is empty. Check file path: {folder} has no {name}."
        )
    with reading(path):
        return [
            fields for line in safe_parsing.read_text(path).split("\n") if (fields := line.split())
        ]


class LfwSource(AnnotatedSource):
    """People: `image` and `label`; pairs: `image1`, `image2` and `label`, 1 for the same person."""

    _HOMES = {"original": "lfw", "funneled": "lfw_funneled", "deepfunneled": "lfw-deepfunneled"}
    _ENDS = {"train": ["DevTrain"], "test": ["DevTest"], "all": ["DevTrain", "DevTest"]}

    def __init__(self, folder: str, task: str, usage: str, kind: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder, self.task, self.usage = folder, task, usage
        self.home = os.path.join(folder, self._HOMES[kind])
        self.names = ["image", "label"] if task == "people" else ["image1", "image2", "label"]

    def load(self) -> list[tuple[str, Values]]:
        lists = [f"{self.task}{end}.txt" for end in self._ENDS.get(self.usage, [""])]
        rows = [row for name in lists for row in _rows(self.folder, name)]
        # Single numbers, and the two that head pairs.txt, tell how many rows follow.
        rows = [row for row in rows if len(row) > 1 and not row[0].isdigit()]
        return self._people(rows) if self.task == "people" else [self._pair(row) for row in rows]

    def _path(self, name: str, number: str | int) -> str:
        return os.path.join(self.home, name, f"{name}_{int(number):04}.jpg")

    def _people(self, rows: list[list[str]]) -> list[tuple[str, Values]]:
        named = _rows(self.folder, "lfw-names.txt")
        places = {name: i for i, (name, *_) in enumerate(named)}
        if sum(int(count) for _, count in rows) > _MOST_PICTURES:
            raise ValueError(f"its lists name more than {_MOST_PICTURES} pictures")
        return [
            (self._path(name, i), [np.array(places[name], np.uint32)])
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
        return super().row(path, [self.picture(str(values[0])), values[1]])


class WiderFaceSource(AnnotatedSource):
    """`image`, and one row of each column a face, int32; images alone for the test part."""

    _MARKS = ["blur", "expression", "illumination", "occlusion", "pose", "invalid"]

    def __init__(self, folder: str, usage: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder = folder
        self.parts = {"all": ["train", "val"], "valid": ["val"]}.get(usage, [usage])
        self.names = ["image"] if usage == "test" else ["image", "bbox", *self._MARKS]

    def load(self) -> list[tuple[str, Values]]:
        return [row for part in self.parts for row in self._part(part)]

    def _part(self, part: str) -> list[tuple[str, Values]]:
        home = os.path.join(self.folder, f"WIDER_{part}", "images")
        if not os.path.isdir(home):
            raise pipeline_error(f"Invalid path, failed to open WIDERFace folder: {home}")
        paths = [p for kind in folders(home) for p in files(os.path.join(home, kind), (".jpg",))]
        if part == "test":
            return [(path, []) for path in paths]
        told = self._annotations(part, home)
        return [(path, told[path]) for path in paths if path in told]

    def _annotations(self, part: str, home: str) -> dict[str, Values]:
        """The faces of each image that the part's list names."""
        path = os.path.join(self.folder, "wider_face_split", f"wider_face_{part}_bbx_gt.txt")
        if not os.path.isfile(path):
            raise pipeline_error(f"Invalid file, {path} is invalid or may not exist.")
        found = {}
        lines = iter(list_lines(path))
        for name in lines:
            # An image without a face has one line of zeros.
            rows = [row.split() for row in islice(lines, max(int(next(lines, "0")), 1))]
            faces = np.array(rows, np.int32).reshape(len(rows), -1)
            if faces.shape[1] != 10:
                raise pipeline_error(f"Invalid data, a face of {name} in {path} has no 10 numbers.")
            columns = [np.ascontiguousarray(faces[:, k]) for k in range(4, 10)]
            found[os.path.join(home, name)] = [np.ascontiguousarray(faces[:, :4]), *columns]
        return found
