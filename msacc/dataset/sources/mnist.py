"""MNIST's idx files."""

from __future__ import annotations

import os

import numpy as np

from msacc.dataset.errors import pipeline_error
from msacc.dataset.samplers import BuiltinSampler
from msacc.dataset.sources.base import ArraySource

# In the order in which MindSpore reads them.
_FILES = {"test": "t10k", "train": "train"}
_IMAGES, _LABELS = 2051, 2049


class IdxSource(ArraySource):
    """Images uint8 (28, 28, 1) and labels uint32 from `<part>-images-idx3-ubyte` and its labels."""

    names = ["image", "label"]

    def __init__(self, directory: str, usage: str, sampler: BuiltinSampler) -> None:
        super().__init__(sampler)
        self.directory = directory
        self.parts = [prefix for part, prefix in _FILES.items() if usage in (part, "all")]

    def load(self) -> list[np.ndarray]:
        pairs = [pair for prefix in self.parts if (pair := self._pair(prefix))]
        if not pairs:
            wanted = " or ".join(f"{p}-images-idx3-ubyte" for p in self.parts)
            raise pipeline_error(
                "Invalid data, the data file can't be read (interface mismatch or no data found). "
                f"{self.directory} should hold {wanted} and the labels beside it, unpacked."
            )
        return [np.concatenate([pair[i] for pair in pairs]) for i in range(2)]

    def _pair(self, prefix: str) -> tuple[np.ndarray, np.ndarray] | None:
        images = os.path.join(self.directory, f"{prefix}-images-idx3-ubyte")
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


def _idx(path: str, magic: int, rank: int) -> np.ndarray:
    """The array of an idx file: magic number, one big-endian int32 an axis, bytes."""
    with open(path, "rb") as file:
        raw = file.read()
    head = 4 * (1 + rank)
    if len(raw) < head:
        raise pipeline_error(
            f"Invalid mnist file, the head of {path} should be {head} bytes, but the file has "
            f"{len(raw)}; download it again."
        )
    found, *shape = (int(n) for n in np.frombuffer(raw, ">i4", 1 + rank))
    if found != magic:
        raise pipeline_error(
            f"Invalid mnist file, the first number of {path} should be {magic}, but got {found}; "
            "unpack it if it is compressed, or download it again."
        )
    if len(raw) - head < int(np.prod(shape)):
        raise pipeline_error(
            f"Invalid mnist file, truncated data length of {path} should be {np.prod(shape)}, "
            f"but got {len(raw) - head}; download it again."
        )
    return np.frombuffer(raw, np.uint8, int(np.prod(shape)), head).reshape(shape)
