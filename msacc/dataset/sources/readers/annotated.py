"""Images with annotations in files of their own: Pascal VOC, COCO, manifests."""

from __future__ import annotations

import os
from collections import defaultdict
from typing import Any
from xml.etree import ElementTree  # only the type; safe_parsing parses

import numpy as np

from msacc.common import safe_parsing
from msacc.dataset import image_decoding
from msacc.dataset.errors import pipeline_error, read_errors
from msacc.dataset.pipeline.block import Block, from_rows, string_array
from msacc.dataset.samplers import BuiltinSampler
from msacc.dataset.sources.readers.base import RowSource

META = "_meta-filename"
Values = list[np.ndarray]


class AnnotatedSource(RowSource):
    """Rows of one image file and its annotations. A subclass implements `load()`."""

    cheap = False

    def __init__(self, sampler: BuiltinSampler, decode: bool, meta: bool = False) -> None:
        super().__init__(sampler)
        self.decode, self.meta = decode, meta
        self._entries: list[tuple[str, Values]] | None = None
        self.indexing: dict[str, Any] = {}

    def load(self) -> list[tuple[str, Values]]:
        """Returns each row's image file and the values of the other columns."""
        raise NotImplementedError

    def entries(self) -> list[tuple[str, Values]]:
        """Returns the cached result of `load`; RuntimeError when there is no row."""
        if self._entries is None:
            with read_errors(self.location()):
                self._entries = self.load()
        if not self._entries:
            raise pipeline_error(
                "Invalid data, the data file can't be read (interface mismatch or no data found)."
            )
        return self._entries

    def location(self) -> str:
        """Returns the file or folder for error messages."""
        return str(getattr(self, "file", None) or getattr(self, "folder", "the data set"))

    def columns(self) -> list[str]:
        return [*self.names, META] if self.meta else list(self.names)

    def rows(self) -> int:
        return len(self.entries())

    def class_indexing(self) -> dict[str, Any]:
        self.entries()
        return dict(self.indexing)

    def read_image(self, path: str) -> np.ndarray:
        """Returns an image file's bytes, or its pixels."""
        try:
            raw = np.fromfile(path, np.uint8)
        except (OSError, ValueError) as error:  # a missing file, or an invalid name
            raise pipeline_error(f"Failed to open file: {path}.") from error
        return image_decoding.decode(raw, path) if self.decode else raw

    def row(self, path: str, values: Values) -> Values:
        """Returns the columns of one row."""
        stem = os.path.splitext(os.path.basename(path))[0]
        return [self.read_image(path), *values, *([np.array(stem)] if self.meta else [])]

    def read(self, indices: np.ndarray) -> Block:
        entries = [self.entries()[i] for i in indices.tolist()]
        with read_errors(self.location()):
            return from_rows([self.row(path, values) for path, values in entries])

    def origins(self, indices: np.ndarray) -> np.ndarray | None:
        return np.array([self.entries()[i][0] for i in indices.tolist()], dtype=object)


class VocSegmentation(AnnotatedSource):
    """`image` and `target`, the image of its segments."""

    names = ["image", "target"]

    def __init__(self, folder: str, list_file: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder, self.list_file = folder, list_file

    def load(self) -> list[tuple[str, Values]]:
        return [(os.path.join(self.folder, "JPEGImages", f"{n}.jpg"), []) for n in self.stems()]

    def stems(self) -> list[str]:
        """Returns the names in the list file of this part."""
        return [line for line in safe_parsing.read_text(self.list_file).splitlines() if line]

    def row(self, path: str, values: Values) -> Values:
        stem = os.path.splitext(os.path.basename(path))[0]
        segments = self.read_image(os.path.join(self.folder, "SegmentationClass", f"{stem}.png"))
        return super().row(path, [segments])


class VocDetection(VocSegmentation):
    """Boxes (x, y, width, height) with labels, in alphabetical order of all names by default."""

    names = ["image", "bbox", "label", "difficult", "truncate"]

    def __init__(self, indexing: dict[str, int], *options: Any) -> None:
        super().__init__(*options)
        self.user_indexing = indexing

    def load(self) -> list[tuple[str, Values]]:
        objects_by_path = {
            path: self._objects(os.path.basename(path)[:-4]) for path, _ in super().load()
        }
        names = sorted({name for objects in objects_by_path.values() for name, _ in objects})
        self.indexing = self.user_indexing or {name: i for i, name in enumerate(names)}
        labelled = {
            path: [
                (self.indexing[name], numbers) for name, numbers in objects if name in self.indexing
            ]
            for path, objects in objects_by_path.items()
        }
        return [(path, _boxes(objects)) for path, objects in labelled.items() if objects]

    def row(self, path: str, values: Values) -> Values:
        return AnnotatedSource.row(self, path, values)

    def _objects(self, stem: str) -> list[tuple[str, list[float]]]:
        """Returns name and x, y, width, height, difficult, truncated of all objects."""
        path = os.path.join(self.folder, "Annotations", f"{stem}.xml")
        if not os.path.isfile(path):
            raise pipeline_error(f"Invalid file path, {path} does not exist.")
        try:
            objects = [_object(item) for item in safe_parsing.read_xml(path).findall("object")]
        except ValueError as error:
            raise pipeline_error(f"Invalid xml, {path}: {error}") from error
        if not objects:
            raise pipeline_error(f"Invalid xml, the node of object is missing in {path}.")
        return objects


def _object(item: ElementTree.Element) -> tuple[str, list[float]]:
    def number(name: str, default: str | None = None) -> float:
        text = item.findtext(name, default)
        if text is None:
            raise ValueError(f"the node of {name} is missing")
        return float(text)

    name = item.findtext("name")
    if not name:
        raise ValueError("the node of name is missing")
    x, y, right, bottom = (number(f"bndbox/{edge}") for edge in ("xmin", "ymin", "xmax", "ymax"))
    flags = [number("difficult", "0"), number("truncated", "0")]
    return name, [x, y, right - x, bottom - y, *flags]


def _boxes(objects: list[tuple[int, list[float]]]) -> Values:
    labels = np.array([label for label, _ in objects], np.uint32)
    numbers = np.array([values for _, values in objects], np.float32)
    flags = numbers[:, 4:].astype(np.uint32)
    return [np.ascontiguousarray(numbers[:, :4]), labels[:, None], flags[:, :1], flags[:, 1:]]


_COCO = {
    "Detection": ["bbox", "category_id", "iscrowd"],
    "Stuff": ["segmentation", "iscrowd"],
    "Keypoint": ["keypoints", "num_keypoints"],
    "Panoptic": ["bbox", "category_id", "iscrowd", "area"],
    "Captioning": ["captions"],
}


class CocoSource(AnnotatedSource):
    """Images with annotations in the file's order; the columns have one row per annotation."""

    def __init__(self, folder: str, file: str, task: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder, self.file, self.task = folder, file, task
        self.names = ["image", *_COCO[task]]

    def _get(self, node: dict[str, Any], name: str) -> Any:
        if name not in node:
            raise pipeline_error(
                f"Invalid annotation, the attribute of {name!r} is missing in annotation file: "
                f"{self.file}."
            )
        return node[name]

    def load(self) -> list[tuple[str, Values]]:
        try:
            content = safe_parsing.read_json(self.file)
        except ValueError as error:
            raise pipeline_error(
                f"Invalid annotation file, Coco Dataset annotation file: {self.file} load failed: "
                f"{error}"
            ) from error
        names = {
            self._get(image, "id"): self._get(image, "file_name")
            for image in self._get(content, "images")
        }
        if not names:
            raise pipeline_error(f"Invalid annotation, no image in annotation file: {self.file}.")
        if self.task in ("Detection", "Panoptic"):
            self.indexing = self._categories(content)
        parts = self._by_image(self._get(content, "annotations"), names)
        return [
            (os.path.join(self.folder, name), self._values(parts[key]))
            for key, name in names.items()
            if key in parts
        ]

    def _categories(self, content: dict[str, Any]) -> dict[str, list[int]]:
        extra = ["isthing"] if self.task == "Panoptic" else []
        return {
            self._get(entry, "name"): [int(self._get(entry, key)) for key in ["id", *extra]]
            for entry in self._get(content, "categories")
        }

    def _by_image(
        self, annotations: list[dict[str, Any]], names: dict[int, str]
    ) -> dict[int, list[Any]]:
        parts: dict[int, list[Any]] = defaultdict(list)
        for entry in annotations:
            image = self._get(entry, "image_id")
            if image not in names:
                raise pipeline_error(
                    f"Invalid annotation, the attribute of 'image_id': {image} is missing in the "
                    f"node of 'image' from annotation file: {self.file}."
                )
            several = self.task == "Panoptic"
            parts[image] += self._get(entry, "segments_info") if several else [entry]
        return parts

    def _values(self, parts: list[Any]) -> Values:
        return [getattr(self, f"_{name}")(parts) for name in self.names[1:]]

    def _numbers(self, parts: list[Any], name: str) -> np.ndarray:
        return np.array([[int(self._get(part, name))] for part in parts], np.uint32)

    def _bbox(self, parts: list[Any]) -> np.ndarray:
        return _rows([self._get(part, "bbox") for part in parts])

    def _category_id(self, parts: list[Any]) -> np.ndarray:
        category_ids = {numbers[0] for numbers in self.indexing.values()}
        numbers = self._numbers(parts, "category_id")
        unknown = set(numbers.ravel().tolist()) - category_ids
        if unknown:
            raise pipeline_error(
                f"Invalid annotation, the attribute of 'category_id': {min(unknown)} is missing in "
                f"the node of 'categories' from annotation file: {self.file}."
            )
        return numbers

    def _iscrowd(self, parts: list[Any]) -> np.ndarray:
        if self.task == "Detection":
            parts = [{"iscrowd": 0, **part} for part in parts]
        return self._numbers(parts, "iscrowd")

    def _area(self, parts: list[Any]) -> np.ndarray:
        return self._numbers(parts, "area")

    def _num_keypoints(self, parts: list[Any]) -> np.ndarray:
        return self._numbers(parts, "num_keypoints")

    def _keypoints(self, parts: list[Any]) -> np.ndarray:
        return _rows([self._get(part, "keypoints") for part in parts])

    def _captions(self, parts: list[Any]) -> np.ndarray:
        return string_array([_text(self._get(part, "caption")) for part in parts])[:, None]

    def _segmentation(self, parts: list[Any]) -> np.ndarray:
        rows: list[list[float]] = []
        for part in parts:
            polygons = self._get(part, "segmentation")
            rows += [polygons["counts"]] if self._get(part, "iscrowd") else polygons
        return _rows(rows)


def _rows(lists: list[list[float]]) -> np.ndarray:
    """Returns lists as the rows of a float32 matrix, padded with -1."""
    width, numbers = max(map(len, lists)), sum(map(len, lists))
    if width * len(lists) > max(_ALWAYS_ALLOWED, _MAX_RATIO * numbers):
        raise ValueError(
            f"the longest of {len(lists)} lists has {width} numbers, all together {numbers}"
        )
    return np.array([[*row, *[-1.0] * (width - len(row))] for row in lists], np.float32)


def _text(value: str) -> str:
    """Returns a str; raises ValueError for other types."""
    if not isinstance(value, str):
        raise ValueError(f"{value!r:.80} is no text")
    return value


# Limits of the padded matrix: a multiple of the numbers themselves, and a size that is always allowed.
_MAX_RATIO, _ALWAYS_ALLOWED = 16, 1 << 22


class ManifestSource(AnnotatedSource):
    """Images listed in a file of JSON lines; int32 labels, a vector where there are several."""

    names = ["image", "label"]

    def __init__(self, file: str, usage: str, indexing: dict[str, int], *options: Any) -> None:
        super().__init__(*options)
        self.file, self.usage, self.user_indexing = file, usage, indexing

    def num_classes(self) -> int | None:
        return len(self.class_indexing())

    def load(self) -> list[tuple[str, Values]]:
        lines = [entry for entry in self._lines() if entry[1] == self.usage]
        names = sorted({name for _, _, labels in lines for name in labels})
        self.indexing = self.user_indexing or {name: i for i, name in enumerate(names)}
        labelled = [
            (path, [self.indexing[name] for name in labels if name in self.indexing])
            for path, _, labels in lines
        ]
        return [
            (path, [np.array(labels if len(labels) > 1 else labels[0], np.int32)])
            for path, labels in labelled
            if labels
        ]

    def _lines(self) -> list[tuple[str, str, list[str]]]:
        """Returns image file, usage and label names of each line."""
        entries = []
        try:
            for line in filter(str.strip, safe_parsing.read_text(self.file).split("\n")):
                entry = safe_parsing.from_json(line)
                labels = [_text(label["name"]) for label in entry["annotation"]]
                entries.append((_text(entry["source"]), _text(entry["usage"]).lower(), labels))
        except (ValueError, KeyError, TypeError) as error:
            raise pipeline_error(
                f"Invalid manifest file, parse ManiFest file: {self.file} failed: {error!r}"
            ) from error
        for path, _, _ in entries:
            if not os.path.isfile(path):
                raise pipeline_error(f"Invalid file path, {path} does not exist.")
        return entries
