"""Image patches in few files, and synthetic images: PhotoTour, Semeion, FakeImage."""

from __future__ import annotations

import math
import os
from typing import Any

import numpy as np
from PIL import Image

from msacc.dataset import image_decoding
from msacc.dataset.cpp_random import Mt19937
from msacc.dataset.errors import pipeline_error, read_errors
from msacc.dataset.pipeline.block import Block, from_rows
from msacc.dataset.samplers import BuiltinSampler
from msacc.dataset.sources.readers.base import ArraySource, RowSource


class PhotoTourSource(RowSource):
    """Patches uint8 (64, 64, 1): one per row, or two and whether they show the same point."""

    # 16 by 16 patches per file, of 64 by 64 pixels.
    _SIDE, _SIZE = 16, 64

    def __init__(self, folder: str, usage: str, sampler: BuiltinSampler) -> None:
        super().__init__(sampler)
        self.folder, self.training = folder, usage == "train"
        self.names = ["image"] if self.training else ["image1", "image2", "matches"]
        self._pages: dict[int, np.ndarray] = {}
        self._table: np.ndarray | None = None

    def _numbers(self) -> np.ndarray:
        """Returns the rows of info.txt, or of the list of matches."""
        if self._table is None:
            name = "info.txt" if self.training else "m50_100000_100000_0.txt"
            path = os.path.join(self.folder, name)
            if not os.path.isfile(path):
                raise pipeline_error(f"{path} does not exist.")
            with read_errors(path):
                self._table = np.loadtxt(path, np.int64, ndmin=2)
        return self._table

    def rows(self) -> int:
        return len(self._numbers())

    def _patch(self, number: int) -> np.ndarray:
        page, index = divmod(number, self._SIDE**2)
        row, column = divmod(index, self._SIDE)
        size = self._SIZE
        pixels = self._page(page)
        return pixels[row * size : (row + 1) * size, column * size : (column + 1) * size, None]

    def _page(self, number: int) -> np.ndarray:
        if number not in self._pages:
            path = os.path.join(self.folder, f"patches{number:04}.bmp")
            if not os.path.isfile(path):
                raise pipeline_error(f"Invalid file, PhotoTour has no {path}.")
            with open(path, "rb") as file:
                raw = file.read()
            self._pages[number] = image_decoding.open_checked(raw, "Invalid file,", path, _grey)
        return self._pages[number]

    def read(self, indices: np.ndarray) -> Block:
        if self.training:
            return from_rows([[self._patch(i).copy()] for i in indices.tolist()])
        with read_errors(self.folder):
            return self._pairs(indices)

    def _pairs(self, indices: np.ndarray) -> Block:
        """Returns rows of two patches."""
        rows = self._numbers()[indices]
        same = (rows[:, 1] == rows[:, 4]).astype(np.uint32)
        first, second = ([self._patch(i) for i in rows[:, k].tolist()] for k in (0, 3))
        return Block([np.stack(first), np.stack(second), same], len(rows))

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pages": {}, "_table": None}


def _grey(image: Image.Image) -> np.ndarray:
    return np.array(image.convert("L"))


class SemeionSource(ArraySource):
    """Digits uint8 (16, 16) of 0 and 1, and `label` uint32."""

    names = ["image", "label"]

    def __init__(self, folder: str, sampler: BuiltinSampler) -> None:
        super().__init__(sampler)
        self.folder = folder

    def load(self) -> list[np.ndarray]:
        path = os.path.join(self.folder, "semeion.data")
        if not os.path.isfile(path):
            raise pipeline_error(f"Invalid file, failed to find semeion file: {self.folder}")
        with read_errors(path):
            numbers = np.loadtxt(path, np.float32, ndmin=2)
        if numbers.shape[1] != 266:
            raise pipeline_error(
                f"Invalid data, a line of {path} has {numbers.shape[1]} numbers; 256 and 10 are needed."
            )
        self.record_origins([(path, len(numbers))])
        pixels = numbers[:, :256].astype(np.uint8).reshape(-1, 16, 16)
        return [pixels, numbers[:, 256:].argmax(1).astype(np.uint32)]


class FakeImageSource(RowSource):
    """Synthetic images and labels, the same as in MindSpore for a seed.

    MindSpore draws a normal double for each element and uses the first bytes of these doubles.
    """

    names = ["image", "label"]

    def __init__(
        self, count: int, shape: tuple[int, ...], classes: int, seed: int, sampler: BuiltinSampler
    ) -> None:
        super().__init__(sampler)
        self.count, self.shape, self.classes, self.seed = count, shape, classes, seed

    def rows(self) -> int:
        return self.count

    def num_classes(self) -> int | None:
        return self.classes

    def labels(self, column: str) -> np.ndarray:
        labels = [Mt19937(self.seed + i).below(self.classes) for i in range(self.count)]
        return np.array(labels, np.uint32)

    def read(self, indices: np.ndarray) -> Block:
        rows = []
        for i in indices.tolist():
            label = Mt19937(self.seed + i).below(self.classes)
            rows.append([self._image(self.seed + i), np.array(label, np.uint32)])
        return from_rows(rows)

    def _image(self, seed: int) -> np.ndarray:
        size = math.prod(self.shape)
        noise = normals(Mt19937(seed), -(-size // 8))
        raw = np.maximum(noise, 0.0).view(np.uint8)[:size]
        return raw.reshape(self.shape).copy()


def normals(random: Mt19937, count: int) -> np.ndarray:
    """`std::normal_distribution<double>`: `count` numbers, by the polar method."""
    parts: list[np.ndarray] = []
    have = 0
    while have < count:
        x, y = (2.0 * random.canonical(2 * count) - 1.0).reshape(-1, 2).T
        square = x * x + y * y
        in_circle = (square <= 1.0) & (square != 0.0)
        x, y, square = x[in_circle], y[in_circle], square[in_circle]
        # numpy's logarithm differs in the last bit, and every bit counts here.
        logs = np.array([math.log(value) for value in square.tolist()])
        scale = np.sqrt(-2.0 * logs / square)
        parts.append(np.stack([y * scale, x * scale], 1).ravel())
        have += len(parts[-1])
    return np.concatenate(parts)[:count]
