"""TFRecord files, written by hand: framing, masked CRC-32C and tf.train.Example messages."""

from __future__ import annotations

import gzip
import struct
import zlib
from pathlib import Path
from typing import Any

Row = dict[str, list[Any]]


def _crc(data: bytes) -> int:
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    crc ^= 0xFFFFFFFF
    return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF


def varint(number: int) -> bytes:
    number &= 2**64 - 1
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number: int, content: bytes) -> bytes:
    """A length-delimited field."""
    return varint(number << 3 | 2) + varint(len(content)) + content


def feature(values: list[Any]) -> bytes:
    """A list of bytes, floats or ints as a Feature."""
    if isinstance(values[0], bytes):
        return field(1, b"".join(field(1, value) for value in values))
    if isinstance(values[0], float):
        return field(2, field(1, struct.pack(f"<{len(values)}f", *values)))
    return field(3, field(1, b"".join(map(varint, values))))


def example(row: Row) -> bytes:
    """A tf.train.Example."""
    entries = [field(1, key.encode()) + field(2, feature(values)) for key, values in row.items()]
    return field(1, b"".join(field(1, entry) for entry in entries))


def framed(message: bytes) -> bytes:
    """A record."""
    head = struct.pack("<Q", len(message))
    return head + struct.pack("<I", _crc(head)) + message + struct.pack("<I", _crc(message))


def write(path: Path | str, rows: list[Row], compression: str = "") -> str:
    """A file of these rows; its path."""
    raw = b"".join(framed(example(row)) for row in rows)
    packed = {"": bytes, "GZIP": gzip.compress, "ZLIB": zlib.compress}[compression](raw)
    Path(path).write_bytes(packed)
    return str(path)
