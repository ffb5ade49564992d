"""MindRecord's variable-length encoding of integer arrays.

A count (4 bytes, big-endian), two bits per value that encode its width of 1, 2, 4 or 8 bytes (the
first value in the highest bits), then the values, little-endian.
"""

from __future__ import annotations

import numpy as np

_WIDTHS = (1, 2, 4, 8)
_SHIFTS = np.array([6, 4, 2, 0], dtype=np.uint8)


def shrink(values: np.ndarray) -> bytes:
    """Encodes a vector of integers."""
    values = np.ravel(values).astype("<i8")
    kinds = np.zeros(len(values), dtype=np.uint8)
    for width in _WIDTHS[:-1]:
        limit = 2 ** (8 * width - 1)
        kinds += (values < -limit) | (values >= limit)
    padded = np.zeros(-(-len(values) // 4) * 4, dtype=np.uint8)
    padded[: len(values)] = kinds
    width_codes = np.bitwise_or.reduce(padded.reshape(-1, 4) << _SHIFTS, axis=1).astype(np.uint8)
    octets = values.view(np.uint8).reshape(-1, 8)
    mask = np.arange(8) < np.array(_WIDTHS)[kinds][:, None]
    return len(values).to_bytes(4, "big") + width_codes.tobytes() + octets[mask].tobytes()


def grow(raw: bytes, dtype: str) -> np.ndarray:
    """Decodes a vector encoded by `shrink`; ValueError if `raw` is truncated."""
    count = int.from_bytes(raw[:4], "big")
    if width := _common_width(raw, count):
        body = np.frombuffer(raw, f"<i{width}", count, 4 - (-count // 4))
        return body.astype(dtype)
    width_codes = np.frombuffer(raw, np.uint8, -(-count // 4), 4)
    kinds = (width_codes[:, None] >> _SHIFTS & 3).ravel()[:count]
    widths = np.array(_WIDTHS)[kinds]
    body = np.frombuffer(raw, np.uint8, int(widths.sum()), 4 + len(width_codes))
    octets = np.zeros((count, 8), dtype=np.uint8)
    octets[np.arange(8) < widths[:, None]] = body
    # Sign extension.
    shift = (8 * (8 - widths)).astype(np.int64)
    return (octets.view("<i8").ravel() << shift >> shift).astype(dtype)


def _common_width(raw: bytes, count: int) -> int:
    """Returns the width in bytes if all values have the same (the usual case), else 0."""
    if not count:
        return 1
    size = -(-count // 4)
    if 4 + size > len(raw):
        raise ValueError(f"{count} numbers are declared in {len(raw)} bytes")
    first = raw[4] >> 6
    width_codes = bytearray(bytes([first * 0b01010101]) * size)
    width_codes[-1] &= 0xFF << 2 * (4 * size - count) & 0xFF
    return _WIDTHS[first] if raw[4 : 4 + size] == width_codes else 0
