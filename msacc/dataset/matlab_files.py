"""Reader of MATLAB files of version 5: numeric arrays, cells, structures and sparse matrices.

A file is a header of 128 bytes and elements: type and length (four bytes each, or two each followed by the content),
then the content, padded to eight bytes. A matrix is an element of elements: flags, sizes, name, content; it may be
compressed by zlib. Each length is checked against the available bytes.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from typing import Any

import numpy as np

from msacc.common.bounded_zlib import ZLIB, unpacked

_HEAD, _MATRIX, _PACKED = 128, 14, 15
# Element type -> numpy type.
_NUMBERS = {
    1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8",
}  # fmt: skip
_CELL, _STRUCT, _SPARSE, _FULL = 1, 2, 5, range(6, 16)
_COMPLEX = 8
_MAX_DEPTH, _MAX_SPARSE_BYTES = 16, 1 << 26


def read(path: str) -> dict[str, Any]:
    """Returns the arrays of a file by name, with their stored dtypes.

    Cells are arrays of objects, structures arrays with named fields, sparse matrices become dense; texts and other
    content are None. Raises OSError where the file cannot be opened, ValueError for invalid content.
    """
    with open(path, "rb") as file:
        raw = file.read()
    if len(raw) < _HEAD or raw[126:128] not in (b"IM", b"MI") or raw[:4] == b"\0\0\0\0":
        raise ValueError("it is no MATLAB file of version 5 to 7; save it with -v7")
    order = "<" if raw[126:128] == b"IM" else ">"
    if struct.unpack(f"{order}H", raw[124:126])[0] != 0x0100:
        raise ValueError("it is a MATLAB file of version 7.3; save it with -v7")
    reader = _Reader(order)
    arrays = {}
    for kind, body in reader.elements(raw[_HEAD:]):
        if kind == _PACKED:
            kind, body = next(reader.elements(unpacked(body, ZLIB)), (0, b""))
        if kind == _MATRIX:
            name, value = reader.matrix(body, 0)
            arrays[name] = value
    return arrays


class _Reader:
    """Reads the elements of one file; `order`: its byte order."""

    def __init__(self, order: str):
        self.order = order
        self.sparse = 0

    def elements(self, raw: bytes) -> Iterator[tuple[int, bytes]]:
        """Yields (type, content) of each element."""
        offset = 0
        while offset + 8 <= len(raw):
            kind, size = struct.unpack_from(f"{self.order}II", raw, offset)
            start, padded = offset + 8, -(-size // 8) * 8
            if kind >> 16:
                kind, size, start, padded = kind & 0xFFFF, kind >> 16, offset + 4, 4
            if start + size > len(raw) or size > padded:
                raise ValueError(f"an element of {size} bytes is cut short")
            yield kind, raw[start : start + size]
            offset = start + (size if kind == _PACKED else padded)

    def numbers(self, element: tuple[int, bytes]) -> np.ndarray:
        """Returns an element of numbers in native byte order."""
        kind, body = element
        if kind not in _NUMBERS:
            raise ValueError(f"an element of type {kind} holds no numbers")
        dtype = np.dtype(self.order + _NUMBERS[kind])
        return np.frombuffer(body, dtype, len(body) // dtype.itemsize).astype(
            dtype.newbyteorder("=")
        )

    def matrix(self, body: bytes, depth: int) -> tuple[str, Any]:
        """Returns the name and value of a matrix."""
        if depth > _MAX_DEPTH:
            raise ValueError("it is nested too deeply")
        if not body:
            return "", np.zeros((0, 0))
        parts = list(self.elements(body))
        if len(parts) < 3:
            raise ValueError("a matrix is cut short")
        flags = self.numbers(parts[0]).tolist()
        shape = [int(n) for n in self.numbers(parts[1])]
        if not flags or min(shape, default=-1) < 0 or len(shape) > 32:
            raise ValueError(f"a matrix of sizes {shape}")
        name, rest = parts[2][1].decode("latin1"), parts[3:]
        return name, self._value(int(flags[0]), shape, rest, depth)

    def _value(self, flags: int, shape: list[int], parts: list[Any], depth: int) -> Any:
        kind, count = flags & 0xFF, math.prod(shape)
        if kind == _SPARSE:
            return self._sparse(shape, parts)
        if kind == _CELL:
            return _object_array(self._matrices(parts, count, depth), shape)
        if kind == _STRUCT:
            return self._struct(shape, parts, depth)
        if kind not in _FULL or flags >> 8 & _COMPLEX or not parts:
            return None
        values = self.numbers(parts[0])
        if len(values) != count:
            raise ValueError(f"a matrix of sizes {shape} has {len(values)} numbers")
        return values.reshape(shape, order="F")

    def _matrices(self, parts: list[Any], count: int, depth: int) -> list[Any]:
        if len(parts) != count or any(kind != _MATRIX for kind, _ in parts):
            raise ValueError(f"{count} matrices should follow each other, not {len(parts)}")
        return [self.matrix(body, depth + 1)[1] for _, body in parts]

    def _struct(self, shape: list[int], parts: list[Any], depth: int) -> np.ndarray:
        if len(parts) < 2:
            raise ValueError("a structure is cut short")
        widths, texts = self.numbers(parts[0]), parts[1][1]
        width = int(widths[0]) if len(widths) else 0
        if width < 1:
            raise ValueError("a structure whose fields have no names")
        raw = [texts[i : i + width] for i in range(0, len(texts), width)]
        names = [name.partition(b"\0")[0].decode("latin1") for name in raw]
        count = math.prod(shape)
        values = self._matrices(parts[2:], count * len(names), depth)
        array = np.empty(count, [(name, object) for name in names])
        for i, name in enumerate(names):
            array[name] = _object_array(values[i :: len(names)], [count])
        return array.reshape(shape, order="F")

    def _sparse(self, shape: list[int], parts: list[Any]) -> np.ndarray:
        if len(parts) < 3 or len(shape) != 2:
            raise ValueError("a sparse matrix is cut short")
        rows, starts, values = (self.numbers(part) for part in parts[:3])
        self.sparse += math.prod(shape) * values.itemsize
        if self.sparse > _MAX_SPARSE_BYTES:
            raise ValueError(f"sparse matrices that take more than {_MAX_SPARSE_BYTES} bytes")
        stored_count = int(starts[-1]) if len(starts) else 0
        offsets = starts.astype(np.int64)
        lengths = offsets[1:] - offsets[:-1]
        is_valid = len(starts) == shape[1] + 1 and starts[0] == 0 and (lengths >= 0).all()
        if not is_valid or not stored_count <= min(len(rows), len(values)):
            raise ValueError(f"a sparse matrix of sizes {shape} whose places are none")
        dense = np.zeros(shape, values.dtype)
        if stored_count and not (
            rows[:stored_count].min() >= 0 and rows[:stored_count].max() < shape[0]
        ):
            raise ValueError(f"a sparse matrix of sizes {shape} with values outside of it")
        dense[rows[:stored_count], np.repeat(np.arange(shape[1]), lengths)] = values[:stored_count]
        return dense


def _object_array(values: list[Any], shape: list[int]) -> np.ndarray:
    """Returns an array of objects."""
    array = np.empty(len(values), object)
    for i, value in enumerate(values):  # np.array would merge arrays of one shape
        array[i] = value
    return array.reshape(shape, order="F")
