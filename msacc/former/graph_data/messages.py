"""Messages between a graph's server and its clients: JSON, with NumPy arrays behind it as `np.save` writes them.

A message is its length in 8 bytes, that of the JSON in 4, the JSON and the arrays. No Python object is read from the
network.
"""

from __future__ import annotations

import io
import json
import struct
from typing import Any, Protocol

import numpy as np


class _Stream(Protocol):
    def read(self, size: int, /) -> bytes | None: ...


def packed(value: Any) -> bytes:
    """The message of a value: numbers, texts, arrays, lists of such, dictionaries with numbers or texts as keys."""
    arrays: list[np.ndarray] = []

    def plain(part: Any) -> Any:
        if isinstance(part, np.ndarray):
            arrays.append(part)
            return {"array": len(arrays)}
        if isinstance(part, dict):  # JSON has no numbers as keys
            return {"pairs": [[key, plain(each)] for key, each in part.items()]}
        return [plain(each) for each in part] if isinstance(part, (list, tuple)) else part

    text, body = json.dumps(plain(value)).encode(), io.BytesIO()
    for array in arrays:
        np.save(body, array, allow_pickle=False)
    return struct.pack("<QI", 4 + len(text) + body.tell(), len(text)) + text + body.getvalue()


def read(stream: _Stream) -> Any:
    """The value of the next message; EOFError where the other side has gone."""
    (length,) = struct.unpack("<Q", _exactly(stream, 8))
    data = _exactly(stream, length)
    (size,) = struct.unpack_from("<I", data)
    body = io.BytesIO(data[4 + size :])

    def whole(part: Any) -> Any:  # the arrays come in the order in which the JSON names them
        if isinstance(part, list):
            return [whole(each) for each in part]
        if not isinstance(part, dict):
            return part
        if "pairs" in part:
            return {key: whole(each) for key, each in part["pairs"]}
        return np.load(body, allow_pickle=False)

    return whole(json.loads(data[4 : 4 + size]))


def _exactly(stream: _Stream, size: int) -> bytes:
    data = stream.read(size)
    if data is None or len(data) < size:
        raise EOFError
    return data
