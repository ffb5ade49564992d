"""Reader of idx files: MNIST, EMNIST and QMNIST."""

from __future__ import annotations

import math
import os

import numpy as np

from msacc.dataset.errors import pipeline_error
from msacc.dataset.samplers import BuiltinSampler
from msacc.dataset.sources.readers.base import ArraySource

# In the order in which MindSpore reads them.
_FILES = {"test": "t10k", "train": "train"}
_IMAGES, _LABELS, _NUMBERS = 2051, 2049, 3074


class IdxSource(ArraySource):
    """Images uint8 (28, 28, 1) and labels uint32 from `<part>-images-idx3-ubyte` and its labels."""

    names = ["image", "label"]

    def __init__(
        self,
        directory: str,
        usage: str,
        sampler: BuiltinSampler,
        prefixes: dict[str, str] = _FILES,
    ) -> None:
        super().__init__(sampler)
        self.directory = directory
        self.parts = [prefix for part, prefix in prefixes.items() if usage in (part, "all")]

    def load(self) -> list[np.ndarray]:
        by_prefix = {prefix: pair for prefix in self.parts if (pair := self._pair(prefix))}
        pairs = list(by_prefix.values())
        if not pairs:
            names = " or ".join(f"{p}-images-idx3-ubyte" for p in self.parts)
            raise pipeline_error(
                "Invalid data, the data file can't be read (interface mismatch or no data found). "
                f"{self.directory} should hold {names} and the labels beside it, unpacked."
            )
        self.record_origins(
            [(self._path(prefix), len(pair[0])) for prefix, pair in by_prefix.items()]
        )
        return [np.concatenate([pair[i] for pair in pairs]) for i in range(2)]

    def _path(self, prefix: str) -> str:
        return os.path.join(self.directory, f"{prefix}-images-idx3-ubyte")

    def _pair(self, prefix: str) -> tuple[np.ndarray, np.ndarray] | None:
        images = self._path(prefix)
        labels = os.path.join(self.directory, f"{prefix}-labels-idx1-ubyte")
        if not os.path.isfile(images) or not os.path.isfile(labels):
            return None
        x, y = _idx(images, _IMAGES, 3), _idx(labels, _LABELS, 1)
        if len(x) != len(y):
            raise pipeline_error(
                f"Invalid mnist file, the images number of {images} should be equal to the labels "
                f"number of {labels}, but got {len(x)} and {len(y)}; download both again."
            )
        return x[..., None], y.astype(np.uint32)


class QmnistSource(ArraySource):
    """QMNIST's idx files; labels uint32, the class or (`compat` False) all eight numbers."""

    names = ["image", "label"]
    _PARTS = {"train": "qmnist-train", "test": "qmnist-test", "nist": "xnist"}
    _ROWS = {"test10k": slice(10000), "test50k": slice(10000, 60000)}

    def __init__(self, directory: str, usage: str, compat: bool, sampler: BuiltinSampler) -> None:
        super().__init__(sampler)
        self.directory, self.compat, self.rows_of_part = directory, compat, slice(None)
        if usage in self._ROWS:
            usage, self.rows_of_part = "test", self._ROWS[usage]
        self.parts = [prefix for part, prefix in self._PARTS.items() if usage in (part, "all")]

    def load(self) -> list[np.ndarray]:
        paths = [os.path.join(self.directory, prefix) for prefix in self.parts]
        pairs = [self._pair(path) for path in paths]
        rows = [len(pair[0][self.rows_of_part]) for pair in pairs]
        self.record_origins(
            [(f"{path}-images-idx3-ubyte", n) for path, n in zip(paths, rows, strict=True)]
        )
        return [np.concatenate([pair[i][self.rows_of_part] for pair in pairs]) for i in range(2)]

    def _pair(self, path: str) -> tuple[np.ndarray, np.ndarray]:
        names = [f"{path}-images-idx3-ubyte", f"{path}-labels-idx2-int"]
        for name in names:
            if not os.path.isfile(name):
                raise pipeline_error(
                    f"Invalid file path, Qmnist data file: {name} does not exist or is a directory."
                )
        x, y = _idx(names[0], _IMAGES, 3), _idx(names[1], _NUMBERS, 2, ">i4").astype(np.uint32)
        if len(x) != len(y):
            raise pipeline_error(f"{names[0]} holds {len(x)} images, {names[1]} {len(y)} labels.")
        return x[..., None], y[:, 0] if self.compat else y


def _idx(path: str, magic: int, rank: int, kind: str = "u1") -> np.ndarray:
    """Returns the array of an idx file: magic number, one big-endian int32 per axis, values."""
    with open(path, "rb") as file:
        raw = file.read()
    head = 4 * (1 + rank)
    if len(raw) < head:
        raise pipeline_error(
            f"Invalid mnist file, the head of {path} should be {head} bytes, but the file has "
            f"{len(raw)}; download it again."
        )
    first, *shape = (int(n) for n in np.frombuffer(raw, ">u4", 1 + rank))
    if first != magic:
        raise pipeline_error(
            f"Invalid mnist file, the first number of {path} should be {magic}, but got {first}; "
            "unpack it if it is compressed, or download it again."
        )
    count = math.prod(shape)
    size = count * np.dtype(kind).itemsize
    if len(raw) - head < size:
        raise pipeline_error(
            f"Invalid mnist file, truncated data length of {path} should be {size}, "
            f"but got {len(raw) - head}; download it again."
        )
    return np.frombuffer(raw, kind, count, head).reshape(shape)
