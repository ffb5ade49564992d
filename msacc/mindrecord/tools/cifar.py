"""CIFAR's python version (pickled batches) to MindRecord."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from msacc.mindrecord.errors import PathNotExistsError
from msacc.mindrecord.filewriter import FileWriter
from msacc.mindrecord.paths import check_path
from msacc.mindrecord.tools import cifar_batches
from msacc.mindrecord.tools.base import SUCCESS, MSRStatus, jpeg, write_all


def _batch(path: str) -> dict[bytes, Any]:
    try:
        return cifar_batches.read(path)
    except ValueError as error:
        raise RuntimeError(
            f"Not a valid CIFAR data set: {path}: {error}. Give the python version's folder."
        ) from error


class _CifarToMR:
    """Writes `destination` (training set) and `destination`_test."""

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
        """Writes the files; `fields` are the index (all but the image by default)."""
        if fields and not isinstance(fields, list):
            raise ValueError(f"The parameter fields should be None or list, but got {fields!r}.")
        self._write(self.destination, self.train, "img_train", fields)
        self._write(f"{self.destination}_test", self.test, "img_test", fields)
        return SUCCESS

    def transform(self, fields: list[str] | None = None) -> None:
        """Calls `run`, with its `fields`, without a result."""
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
            path = os.path.join(self.source, name)
            images, labels = self._columns(_batch(path), path)
            for i, image in enumerate(images.transpose(0, 2, 3, 1)):
                row_labels = {column: values[i] for column, values in labels.items()}
                yield {"id": number, "data": jpeg(image), **row_labels}
                number += 1

    def _columns(
        self, batch: dict[bytes, Any], path: str
    ) -> tuple[np.ndarray, dict[str, list[int]]]:
        """Returns images and labels; RuntimeError for a batch with other contents."""
        try:
            images = np.asarray(batch[b"data"], np.uint8).reshape(-1, 3, 32, 32)
            labels = {
                column: [int(n) for n in batch[key]][: len(images)]
                for column, key in self.labels.items()
            }
            if any(len(values) != len(images) for values in labels.values()):
                raise ValueError(f"{len(images)} images, but another number of labels")
            if any(abs(n) >= 2**63 for values in labels.values() for n in values):
                raise ValueError("a label that is out of range")
            return images, labels
        except (KeyError, ValueError, TypeError, OverflowError) as error:
            raise RuntimeError(
                f"Not a valid CIFAR data set: {path}: {error!r}. Give the python version's folder."
            ) from error


class Cifar10ToMR(_CifarToMR):
    """Writes rows of `id`, `label` and `data` (a JPEG file's bytes) from data_batch_* and test_batch.

    `source`: the folder of the data; `destination`: the file to write.
    """

    train, test = "data_batch_", "test_batch"
    labels = {"label": b"labels"}

    def _files(self, start: str) -> list[str]:
        return sorted(name for name in os.listdir(self.source) if name.startswith(start))


class Cifar100ToMR(_CifarToMR):
    """Writes rows of `id`, `fine_label`, `coarse_label` and `data` (a JPEG file's bytes).

    `source`: the folder of the data; `destination`: the file to write.
    """

    train, test = "train", "test"
    labels = {"fine_label": b"fine_labels", "coarse_label": b"coarse_labels"}

    def _files(self, start: str) -> list[str]:
        return [name for name in os.listdir(self.source) if name == start]
