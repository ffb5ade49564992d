"""The tensors of a MindIR file: their bytes, in the file or beside it, as torch tensors.

What a file declares is held against what is there before memory is taken for it.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from typing import Any

import torch

from msacc.common.settings import settings

# By the number in the file. STRING (8) has no elements of torch's.
TYPES = {
    1: torch.float32, 2: torch.uint8, 3: torch.int8, 4: torch.uint16, 5: torch.int16, 6: torch.int32,
    7: torch.int64, 9: torch.bool, 10: torch.float16, 11: torch.float64, 12: torch.uint32, 13: torch.uint64,
    14: torch.complex64, 15: torch.complex128, 16: torch.bfloat16, 17: torch.float64,
}  # fmt: skip
# The typed lists that old files have in place of raw_data.
_LISTS = ("float_data", "int32_data", "int64_data", "double_data", "uint64_data")


def broken(what: str) -> RuntimeError:
    """The error for a file that MindSpore did not write."""
    return RuntimeError(f"Load MindIR failed: {what}.")


def text(value: str) -> str:
    """A name of the file's; RuntimeError where its bytes are no UTF-8, which protobuf then gives as bytes."""
    if isinstance(value, bytes):
        raise broken(f"the name {value[:40]!r} is not UTF-8")
    return value


class DataFiles:
    """The files beside a large model's graph that hold its parameters, `NAME_variables/data_0` and on."""

    def __init__(self, folder: str, decrypt: Callable[[str], bytes] | None):
        self._folder, self._decrypt = os.path.realpath(folder), decrypt
        self._plain: dict[str, bytes] = {}

    def read(self, location: str, offset: int, length: int) -> bytes:
        """A stretch of one of them; RuntimeError where it does not lie there."""
        path = os.path.realpath(os.path.join(self._folder, location.replace("\0", "")))
        if os.path.commonpath([path, self._folder]) != self._folder:
            raise broken(f"its parameters lie outside of its folder, in {location!r}")
        if not os.path.isfile(path):
            raise broken(f"the file {location!r} with its parameters is not beside it")
        if self._decrypt is not None:
            content = self._decrypted(path)
            self._check_range(location, offset, length, len(content), content[:1])
            return content[offset : offset + length]
        with open(path, "rb") as file:
            first = file.read(1)
            self._check_range(location, offset, length, os.path.getsize(path), first)
            file.seek(offset)
            return file.read(length)

    def _decrypted(self, path: str) -> bytes:
        if path not in self._plain:
            self._plain = {path: self._decrypt(path)}  # type: ignore[misc]
        return self._plain[path]

    def _check_range(
        self, location: str, offset: int, length: int, size: int, first: bytes
    ) -> None:
        if first != b"\x01":
            raise broken(f"{location!r} does not begin with the mark of little-endian data")
        if offset < 0 or length < 0 or offset + length > size:
            raise broken(
                f"{location!r} has {size} bytes, but {length} bytes from {offset} on are declared"
            )


def to_torch(proto: Any, files: DataFiles | None = None) -> torch.Tensor:
    """The values of a TensorProto, on the process's device. RuntimeError for declarations that do not fit."""
    label = proto.name or "a constant"
    kind = TYPES.get(proto.data_type)
    if kind is None:
        raise broken(f"the tensor {label!r} is of the unknown type {proto.data_type}")
    if proto.compression_type or proto.quant_params:
        raise NotImplementedError(
            f"The tensor {label!r} of this MindIR is compressed or quantized, which msacc does not read; export "
            "the network without it."
        )
    dims = tuple(proto.dims)
    if any(size < 0 for size in dims):
        raise broken(f"the tensor {label!r} has no definite shape, but {dims}")
    count = math.prod(dims)
    listed = next((field for field in _LISTS if len(getattr(proto, field))), None)
    if listed is not None:
        return _from_list(getattr(proto, listed), dims, count, kind, label)
    content = _content(proto, files, label)
    if len(content) != count * kind.itemsize:
        raise broken(
            f"the tensor {label!r} of shape {dims} and {kind.itemsize}-byte elements has {len(content)} bytes"
        )
    if not content:
        return torch.empty(dims, dtype=kind, device=settings.device)
    values = torch.frombuffer(bytearray(content), dtype=torch.uint8)
    return (
        (values != 0 if kind is torch.bool else values.view(kind)).reshape(dims).to(settings.device)
    )


def _content(proto: Any, files: DataFiles | None, label: str) -> bytes:
    if not proto.HasField("external_data"):
        return bytes(proto.raw_data)
    if files is None:
        raise broken(f"the tensor {label!r} is said to lie in a file beside it")
    location = proto.external_data
    return files.read(text(location.location), location.offset, location.length)


def _from_list(
    numbers: Any, dims: tuple[int, ...], count: int, kind: torch.dtype, label: str
) -> torch.Tensor:
    if len(numbers) != count:
        raise broken(f"the tensor {label!r} of shape {dims} has {len(numbers)} elements")
    try:
        return torch.tensor(list(numbers), device=settings.device).to(kind).reshape(dims)
    except (RuntimeError, OverflowError) as error:
        raise broken(f"the tensor {label!r} cannot be read ({error})") from None
