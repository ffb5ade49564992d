"""The records of a `.ckpt` file: encoding and decoding one parameter."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import torch

from msacc.common import dtype as mstype
from msacc.common.warn_once import once
from msacc.train.serialization import ckpt_messages

# A longer value is spread over several records with the same tag.
SLICE_BYTES = 512 * 1024 * 1024
# Complex and float8 values: MindSpore writes these type names but cannot read them.
TYPES: dict[str, mstype.Type] = {
    t.name: t for t in (*mstype.all_types, mstype.float8_e4m3fn, mstype.float8_e5m2)
}
# Two values in each byte (qint4x2), a type without arithmetic on a CPU or an NVIDIA GPU.
INT4 = "Int4"


def warn_int4(name: str) -> None:
    """Warns once that Int4 parameters are read as bytes."""
    once(
        "load_checkpoint:packed",
        f"For 'load_checkpoint', '{name}' has two 4-bit integers in each byte (Int4): it is read as Int8, "
        "byte for byte.",
    )


# What torch counts with, and numpy.
_LARGEST_DIM, _MAX_DIMS = 1 << 48, 32


class Entry(NamedTuple):
    """The content of one name: raw little-endian bytes (`data`: bytes or memoryview)."""

    dims: tuple[int, ...]
    type_name: str
    data: Any


def raw_bytes(t: torch.Tensor) -> memoryview:
    """The bytes of a tensor in C order, without a copy of a contiguous CPU tensor."""
    flat = t.detach().cpu().contiguous().resolve_conj().resolve_neg().reshape(-1)
    return flat.view(torch.uint8).numpy().data if flat.numel() else memoryview(b"")


def tensor_entry(t: torch.Tensor) -> Entry:
    """The entry of a tensor."""
    return Entry(tuple(t.shape), mstype.from_torch(t.dtype).name, raw_bytes(t))


def text_entry(text: str) -> Entry:
    """The entry of a str: UTF-32, dims [0], one zero character when empty."""
    return Entry((0,), "str", (text or "\0").encode("utf-32-le"))


def encode(name: str, entry: Entry, slice_bytes: int = SLICE_BYTES) -> Iterator[bytes]:
    """The serialized records of one entry."""
    for start in range(0, len(entry.data) or 1, slice_bytes):
        record = ckpt_messages.Checkpoint()
        value = record.value.add(tag=name)
        value.tensor.dims.extend(entry.dims)
        value.tensor.tensor_type = entry.type_name
        value.tensor.tensor_content = bytes(entry.data[start : start + slice_bytes])
        yield record.SerializeToString()


def read_records(content: Any) -> Iterator[Any]:
    """The `Value` messages of a file, one at a time, so that no second copy is in memory.

    Raises ValueError with the offset and reason where the bytes are no checkpoint.
    """
    at, end = 0, len(content)
    while at < end:
        if content[at] != 0x0A:
            raise ValueError(f"byte {at} starts no parameter record")
        length, body = _read_varint(content, at + 1)
        if body + length > end:
            raise ValueError(
                f"it is cut short: the record at byte {at} has {length} bytes, only {end - body} are there"
            )
        yield _parse_record(bytes(content[body : body + length]), at)
        at = body + length


def _read_varint(content: Any, at: int) -> tuple[int, int]:
    result = 0
    for shift in range(0, 64, 7):
        if at >= len(content):
            raise ValueError("it is cut short inside the length of a record")
        byte = content[at]
        at += 1
        result |= (byte & 0x7F) << shift
        if byte < 0x80:
            return result, at
    raise ValueError(f"the length of the record before byte {at} is no number")


def _parse_record(body: bytes, at: int) -> Any:
    from google.protobuf.message import DecodeError

    try:
        value = ckpt_messages.Value.FromString(body)
    except DecodeError as error:
        raise ValueError(f"the record at byte {at} cannot be parsed") from error
    if not value.tag or not value.IsInitialized():
        raise ValueError(f"the record at byte {at} has no name, type or content")
    # Invalid UTF-8 is decoded as bytes.
    if not isinstance(value.tag, str) or not isinstance(value.tensor.tensor_type, str):
        raise ValueError(f"the record at byte {at} has a name or type that is no text")
    return value


class ValueReader:
    """Assembles a value from one or several records: the dims and type of the last, all their bytes."""

    def __init__(self, tag: str):
        self.tag = tag
        self.data = bytearray()

    def add(self, tensor: Any) -> None:
        """Appends the next record's TensorProto."""
        self.data += tensor.tensor_content
        self.dims, self.type_name = tuple(tensor.dims), tensor.tensor_type

    def value(self) -> str | torch.Tensor:
        """The str or tensor; ValueError as in to_tensor."""
        if self.type_name == "str":
            return to_text(self.data)
        return to_tensor(self.tag, self.dims, self.type_name, self.data)


def to_text(data: bytes | bytearray) -> str:
    """The str behind UTF-32 content."""
    return data.decode("utf-32-le").rstrip("\0")


def to_tensor(name: str, dims: tuple[int, ...], type_name: str, data: bytearray) -> torch.Tensor:
    """The CPU tensor of one entry, a view of `data`; ValueError when content and shape disagree."""
    if type_name == INT4:
        warn_int4(name)
    elif type_name not in TYPES:
        raise ValueError(f"the parameter '{name}' has the unknown type '{type_name}'")
    dtype = torch.int8 if type_name == INT4 else mstype.to_torch(TYPES[type_name])
    # Old versions of MindSpore wrote dims [0] for a scalar.
    dims = () if dims == (0,) and data else dims
    if not all(0 <= n <= _LARGEST_DIM for n in dims) or len(dims) > _MAX_DIMS:
        raise ValueError(f"the parameter '{name}' cannot have the shape {dims[:_MAX_DIMS]}")
    if math.prod(dims) * dtype.itemsize != len(data):
        raise ValueError(
            f"the parameter '{name}' of shape {dims} and type {type_name} needs "
            f"{math.prod(dims) * dtype.itemsize} bytes, but {len(data)} are there"
        )
    if not data:
        return torch.empty(dims, dtype=dtype)
    return torch.frombuffer(data, dtype=dtype).reshape(dims)
