"""The subset of msgpack in MindRecord's scalar pages: maps of strings, integers and floats."""

from __future__ import annotations

import struct
from typing import Any

_FLOAT32_MAX = 3.4028234663852886e38
# Head byte -> struct format of the number that follows.
_NUMBERS = {
    0xCA: ">f",
    0xCB: ">d",
    0xCC: ">B",
    0xCD: ">H",
    0xCE: ">I",
    0xCF: ">Q",
    0xD0: ">b",
    0xD1: ">h",
    0xD2: ">i",
    0xD3: ">q",
}
_CONSTANTS = {0xC0: None, 0xC2: False, 0xC3: True}
_SIZES = {1: ">B", 2: ">H", 4: ">I"}
# Head byte of strings, byte strings and maps -> bytes of the length that follows.
_TEXTS = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_BYTES = {0xC4: 1, 0xC5: 2, 0xC6: 4}
_MAPS = {0xDE: 2, 0xDF: 4}


def pack(fields: dict[str, Any]) -> bytes:
    """Encodes a map with sorted keys, each number in the smallest format."""
    parts = [_head(len(fields), 0x80, 16, ((0xDE, 2), (0xDF, 4)))]
    for key in sorted(fields):
        parts += [_value(key), _value(fields[key])]
    return b"".join(parts)


def _head(size: int, small: int, limit: int, forms: tuple[tuple[int, int], ...]) -> bytes:
    """Returns the header of `size` items: one byte below `limit`, else one of `forms`."""
    if size < limit:
        return bytes([small | size])
    for code, width in forms:
        if size < 256**width:
            return bytes([code]) + size.to_bytes(width, "big")
    raise ValueError(f"{size} is too long for msgpack")


def _value(value: Any) -> bytes:
    if isinstance(value, str):
        raw = value.encode()
        return _head(len(raw), 0xA0, 32, ((0xD9, 1), (0xDA, 2), (0xDB, 4))) + raw
    if isinstance(value, float):
        return _float(value)
    return _integer(value)


def _float(value: float) -> bytes:
    # As MindSpore's library: four bytes for values that float32 represents exactly.
    small = -_FLOAT32_MAX <= value <= _FLOAT32_MAX
    if small and struct.unpack(">f", struct.pack(">f", value))[0] == value:
        return b"\xca" + struct.pack(">f", value)
    return b"\xcb" + struct.pack(">d", value)


def _integer(value: int) -> bytes:
    if -32 <= value < 128:
        return struct.pack(">b", value)
    heads = (0xCC, 0xCD, 0xCE, 0xCF) if value > 0 else (0xD0, 0xD1, 0xD2, 0xD3)
    for power, code in enumerate(heads):
        low, high = (0, 256**2**power) if value > 0 else (-(256**2**power) // 2, 0)
        if low <= value < high:
            return bytes([code]) + struct.pack(_NUMBERS[code], value)
    raise ValueError(f"{value} does not fit 64 bits")


def unpack(raw: bytes) -> dict[str, Any]:
    """Decodes the map in `raw`; ValueError for other contents."""
    try:
        size, offset = _size_of_map(raw)
        fields: dict[str, Any] = {}
        for _ in range(size):
            key, offset = _read(raw, offset)
            if not isinstance(key, str):
                raise ValueError(f"not a msgpack map with string keys: {key!r:.80}")
            fields[key], offset = _read(raw, offset)
    except (IndexError, struct.error, UnicodeDecodeError) as error:
        raise ValueError(f"not a msgpack map: {error}") from error
    if offset != len(raw):
        raise ValueError(f"not a msgpack map: {raw[:20]!r}")
    return fields


def _size_of_map(raw: bytes) -> tuple[int, int]:
    """Returns the number of entries and the offset of the first."""
    code = raw[0]
    if code in _MAPS:
        width = _MAPS[code]
        return struct.unpack_from(_SIZES[width], raw, 1)[0], 1 + width
    if code & 0xF0 != 0x80:
        raise ValueError(f"not a msgpack map: byte {code:#x}")
    return code & 0x0F, 1


def _read(raw: bytes, offset: int) -> tuple[Any, int]:
    """Returns the value at `offset`, other than a map, and the offset of the next one."""
    code = raw[offset]
    offset += 1
    if code < 0x80 or code >= 0xE0:
        return code - 256 * (code >= 0xE0), offset
    if 0xA0 <= code < 0xC0:
        return _text(raw, offset, code & 0x1F)
    if code in _NUMBERS:
        form = _NUMBERS[code]
        return struct.unpack_from(form, raw, offset)[0], offset + struct.calcsize(form)
    if code in _CONSTANTS:
        return _CONSTANTS[code], offset
    for codes, decode in ((_TEXTS, _text), (_BYTES, _bytes)):
        if code in codes:
            width = codes[code]
            size = struct.unpack_from(_SIZES[width], raw, offset)[0]
            return decode(raw, offset + width, size)
    raise ValueError(f"not a msgpack map: byte {code:#x}")


def _text(raw: bytes, offset: int, size: int) -> tuple[str, int]:
    return _bytes(raw, offset, size)[0].decode(), offset + size


def _bytes(raw: bytes, offset: int, size: int) -> tuple[bytes, int]:
    if offset + size > len(raw):
        raise IndexError(f"{size} bytes are declared, {len(raw) - offset} remain")
    return raw[offset : offset + size], offset + size
