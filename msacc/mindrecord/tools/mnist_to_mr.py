"""Converts MNIST's gzip files to MindRecord."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from msacc.common.bounded_zlib import GZIP, unpacked
from msacc.mindrecord.filewriter import FileWriter
from msacc.mindrecord.paths import check_path
from msacc.mindrecord.tools.base import (
    SUCCESS,
    MSRStatus,
    jpeg,
    large_pages,
    partitions,
    write_all,
)

_PARTS = {"train": "train", "test": "t10k"}


class MnistToMR:
    """Writes rows of `label` and `data` (a JPEG file's bytes) to `destination`_train.mindrecord and _test.

    `source` contains train-images-idx3-ubyte.gz, t10k-images-idx3-ubyte.gz and their labels.

    `partition_number`: how many files, an int.
    """

    def __init__(self, source: str, destination: str, partition_number: int = 1) -> None:
        check_path(source)
        check_path(destination)
        self.source = source
        self.partition_number = partitions(partition_number)
        self.writers = {
            part: FileWriter(f"{destination}_{part}.mindrecord", self.partition_number)
            for part in _PARTS
        }

    def run(self) -> MSRStatus:
        """Writes the files."""
        for part, writer in self.writers.items():
            schema = {"label": {"type": "int64"}, "data": {"type": "bytes"}}
            large_pages(writer).add_schema(schema, "mnist_schema")
            writer.add_index(["label"])
            write_all(writer, self._rows(_PARTS[part]))
        return SUCCESS

    def transform(self) -> None:
        """Calls `run`, without a result."""
        self.run()

    def _rows(self, prefix: str) -> Iterator[dict[str, Any]]:
        images = self._values(f"{prefix}-images-idx3-ubyte.gz", 16)
        labels = self._values(f"{prefix}-labels-idx1-ubyte.gz", 8)
        count, rest = divmod(len(images), 28 * 28)
        if rest or count > len(labels):
            raise RuntimeError(
                f"{self.source}: {prefix} has {len(images)} bytes of images (784 each) and {len(labels)} labels."
            )
        # Labels beyond the images are left alone, as MindSpore does.
        images, labels = images.reshape(-1, 28, 28), labels[:count]
        for image, label in zip(images, labels, strict=True):
            yield {"label": int(label), "data": jpeg(image)}

    def _values(self, name: str, head: int) -> np.ndarray:
        path = os.path.join(self.source, name)
        with open(path, "rb") as file:
            raw = file.read()
        try:
            return np.frombuffer(unpacked(raw, GZIP)[head:], np.uint8)
        except ValueError as error:
            raise RuntimeError(f"{path} is not a gzip file of MNIST: {error}.") from error
