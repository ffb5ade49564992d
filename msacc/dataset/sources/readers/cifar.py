"""CIFAR-10 and CIFAR-100, the binary versions."""

from __future__ import annotations

import os

import numpy as np

from msacc.dataset.errors import pipeline_error
from msacc.dataset.samplers import BuiltinSampler
from msacc.dataset.sources.readers.base import ArraySource

_PIXELS = 3 * 32 * 32


class CifarSource(ArraySource):
    """Images uint8 (32, 32, 3) and one uint32 column per label byte."""

    def __init__(
        self, directory: str, files: list[str], labels: list[str], sampler: BuiltinSampler
    ) -> None:
        super().__init__(sampler)
        self.directory, self.files = directory, files
        self.names = ["image", *labels]

    def load(self) -> list[np.ndarray]:
        paths = [os.path.join(self.directory, name) for name in self.files]
        existing = [path for path in paths if os.path.isfile(path)]
        if not existing:
            raise pipeline_error(
                "Invalid data, the data file can't be read (interface mismatch or no data found). "
                f"{self.directory} should hold {', '.join(self.files)} (the binary version)."
            )
        parts = [self._records(path) for path in existing]
        self.record_origins([(path, len(part)) for path, part in zip(existing, parts, strict=True)])
        records = np.concatenate(parts)
        labels = len(self.names) - 1
        images = records[:, labels:].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)
        columns = [records[:, i].astype(np.uint32) for i in range(labels)]
        return [np.ascontiguousarray(images), *columns]

    def _records(self, path: str) -> np.ndarray:
        raw = np.fromfile(path, np.uint8)
        length = _PIXELS + len(self.names) - 1
        if len(raw) == 0 or len(raw) % length:
            raise pipeline_error(
                f"Invalid cifar file, {path} has {len(raw)} bytes, which is no multiple of "
                f"{length}; download it again (make sure that it is the binary version)."
            )
        return raw.reshape(-1, length)
