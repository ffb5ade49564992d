"""What the converters share."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Any

import numpy as np
from PIL import Image

from msacc.mindrecord.filewriter import FileWriter

_ROWS_AT_ONCE = 256
# OpenCV's default, with which MindSpore's converters encode.
_QUALITY = 95


class MSRStatus(IntEnum):
    """What `run` returns."""

    SUCCESS = 0
    FAILED = 1


SUCCESS, FAILED = MSRStatus.SUCCESS, MSRStatus.FAILED


def large_pages(writer: FileWriter) -> FileWriter:
    """The header (16 MB) and pages (64 MB) that MindSpore's converters choose."""
    writer.set_header_size(1 << 24)
    writer.set_page_size(1 << 26)
    return writer


def write_all(writer: FileWriter, rows: Iterable[dict[str, Any]], parallel: bool = False) -> None:
    """Write rows some at a time, and commit."""
    source: Iterator[dict[str, Any]] = iter(rows)
    while part := list(itertools.islice(source, _ROWS_AT_ONCE)):
        writer.write_raw_data(part, parallel)
    writer.commit()


def jpeg(pixels: np.ndarray) -> bytes:
    """An image, uint8 (H, W, 3) in RGB or (H, W), as the bytes of a JPEG file."""
    raw = io.BytesIO()
    Image.fromarray(pixels).save(raw, "JPEG", quality=_QUALITY)
    return raw.getvalue()


def partitions(value: Any) -> int:
    """The number of files, or ValueError."""
    if not isinstance(value, int):
        raise ValueError(f"The parameter partition_number must be int, but got {value!r}.")
    return value
