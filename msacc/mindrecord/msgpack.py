"""MindRecord's scalar pages: maps of strings, integers and floats, as the package `msgpack` packs them."""

from __future__ import annotations

import struct
from typing import Any

_FLOAT32_MAX = 3.4028234663852886e38
_SCALARS = (str, bytes, int, float, type(None))


def pack(fields: dict[str, Any]) -> bytes:
    """Encodes a map with sorted keys, each number in the smallest format; ValueError for an int beyond 64 bits."""
    import msgpack

    parts = [msgpack.Packer().pack_map_header(len(fields))]
    for key in sorted(fields):
        value = fields[key]
        # As MindSpore's library: four bytes for values that float32 represents exactly.
        narrow = isinstance(value, float) and _is_single(value)
        try:
            parts += [msgpack.packb(key), msgpack.packb(value, use_single_float=narrow)]
        except OverflowError as error:
            raise ValueError(f"{value} does not fit 64 bits") from error
    return b"".join(parts)


def _is_single(value: float) -> bool:
    """Whether float32 represents the value exactly."""
    small = -_FLOAT32_MAX <= value <= _FLOAT32_MAX
    return small and struct.unpack(">f", struct.pack(">f", value))[0] == value


def unpack(raw: bytes) -> dict[str, Any]:
    """Decodes the map in `raw`; ValueError for other contents."""
    import msgpack

    try:
        fields = msgpack.unpackb(raw)
    except (ValueError, msgpack.UnpackException, msgpack.StackError) as error:
        raise ValueError(f"not a msgpack map: {error or raw[:20]!r}") from error
    if not isinstance(fields, dict):
        raise ValueError(f"not a msgpack map: {raw[:20]!r}")
    for key, value in fields.items():
        if not isinstance(key, str):
            raise ValueError(f"not a msgpack map with string keys: {key!r:.80}")
        if not isinstance(value, _SCALARS):
            raise ValueError(f"not a msgpack map of numbers and texts: {key!r:.80}")
    return fields
