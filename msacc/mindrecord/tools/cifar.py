"""CIFAR's python version (pickled batches) to MindRecord."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np

from msacc.mindrecord.errors import PathNotExistsError
from msacc.mindrecord.filewriter import FileWriter
from msacc.mindrecord.paths import check_path
from msacc.mindrecord.tools.base import SUCCESS, MSRStatus, jpeg, write_all

_ALLOWED = {
    ("numpy.core.multiarray", "_reconstruct"),
    ("numpy._core.multiarray", "_reconstruct"),
    ("numpy", "ndarray"),
    ("numpy", "dtype"),
}


class _Arrays(pickle.Unpickler):
    """Loads arrays, numbers and texts; anything else in a pickle could run code."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _ALLOWED:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a CIFAR batch")
        return super().find_class(module.replace("numpy.core", "numpy._core"), name)


def _batch(path: str) -> dict[bytes, Any]:
    try:
        with open(path, "rb") as file:
            return _Arrays(file, encoding="bytes").load()
    except (pickle.UnpicklingError, UnicodeDecodeError, EOFError, ValueError) as error:
        raise RuntimeError(
            f"Not a valid CIFAR data set: {path}: {error}. Give the python version's folder."
        ) from error


class _CifarToMR:
    """Writes `destination` (train) and `destination`_test."""

    train: str
    test: str
    # Column -> key of the batches.
    labels: dict[str, bytes]

    def __init__(self, source: str, destination: str) -> None:
        check_path(source)
        self.source = source
        for start in (self.train, self.test):
            if not self._files(start):
                raise PathNotExistsError(f"There is no {start} in {source}.")
        check_path(destination)
        self.destination = destination

    def _files(self, start: str) -> list[str]:
        raise NotImplementedError

    def run(self, fields: list[str] | None = None) -> MSRStatus:
        """Write the files; `fields` are the index (all but the image by default)."""
        if fields and not isinstance(fields, list):
            raise ValueError(f"The parameter fields should be None or list, but got {fields!r}.")
        self._write(self.destination, self.train, "img_train", fields)
        self._write(f"{self.destination}_test", self.test, "img_test", fields)
        return SUCCESS

    def transform(self, fields: list[str] | None = None) -> None:
        """`run`, without a result."""
        self.run(fields)

    def _write(self, path: str, start: str, description: str, fields: list[str] | None) -> None:
        writer = FileWriter(path)
        numbers = {name: {"type": "int64"} for name in ("id", *self.labels)}
        writer.add_schema({**numbers, "data": {"type": "bytes"}}, description)
        if fields:
            writer.add_index(fields)
        write_all(writer, self._rows(start))

    def _rows(self, start: str) -> Iterator[dict[str, Any]]:
        number = 0
        for name in self._files(start):
            batch = _batch(os.path.join(self.source, name))
            images = np.asarray(batch[b"data"], np.uint8).reshape(-1, 3, 32, 32)
            for i, image in enumerate(images.transpose(0, 2, 3, 1)):
                labels = {column: int(batch[key][i]) for column, key in self.labels.items()}
                yield {"id": number, "data": jpeg(image), **labels}
                number += 1


class Cifar10ToMR(_CifarToMR):
    """Rows of `id`, `label` and `data` (a JPEG file's bytes) from data_batch_* and test_batch."""

    train, test = "data_batch_", "test_batch"
    labels = {"label": b"labels"}

    def _files(self, start: str) -> list[str]:
        return sorted(name for name in os.listdir(self.source) if name.startswith(start))


class Cifar100ToMR(_CifarToMR):
    """Rows of `id`, `fine_label`, `coarse_label` and `data` (a JPEG file's bytes)."""

    train, test = "train", "test"
    labels = {"fine_label": b"fine_labels", "coarse_label": b"coarse_labels"}

    def _files(self, start: str) -> list[str]:
        return [name for name in os.listdir(self.source) if name == start]
