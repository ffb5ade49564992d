"""Shared helpers of the converters."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Any

import numpy as np
from PIL import Image

from msacc.mindrecord.filewriter import FileWriter

_BLOCK_SIZE = 256
# OpenCV's default, as in MindSpore's converters.
_QUALITY = 95


class MSRStatus(IntEnum):
    """The result of `run`."""

    SUCCESS = 0
    FAILED = 1


SUCCESS, FAILED = MSRStatus.SUCCESS, MSRStatus.FAILED


def large_pages(writer: FileWriter) -> FileWriter:
    """Sets the header (16 MB) and page sizes (64 MB) of MindSpore's converters."""
    writer.set_header_size(1 << 24)
    writer.set_page_size(1 << 26)
    return writer


def write_all(writer: FileWriter, rows: Iterable[dict[str, Any]], parallel: bool = False) -> None:
    """Writes rows in blocks, and commits."""
    source: Iterator[dict[str, Any]] = iter(rows)
    while block := list(itertools.islice(source, _BLOCK_SIZE)):
        writer.write_raw_data(block, parallel)
    writer.commit()


def jpeg(pixels: np.ndarray) -> bytes:
    """Encodes an image, uint8 (H, W, 3) in RGB or (H, W), as JPEG."""
    raw = io.BytesIO()
    Image.fromarray(pixels).save(raw, "JPEG", quality=_QUALITY)
    return raw.getvalue()


def partitions(value: object) -> int:
    """Returns the number of files; ValueError for other types than int."""
    if not isinstance(value, int):
        raise ValueError(f"The parameter partition_number must be int, but got {value!r}.")
    return value
