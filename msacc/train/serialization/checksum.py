"""The checksum of a safetensors file, as MindSpore makes it."""

from __future__ import annotations

import functools
from binascii import crc32

import torch

from msacc.train.serialization.ckpt_records import raw_bytes

# Beyond it MindSpore would need as many bytes of memory.
_MOST_ZEROS = 2**32
_ALL = 0xFFFFFFFF
Matrix = tuple[int, ...]


def plain(tensors: dict[str, torch.Tensor]) -> int:
    """The sum of names and bytes, in the order of the names."""
    crc = 0
    for name in sorted(tensors):
        crc = crc32(raw_bytes(tensors[name]), crc32(name.encode(), crc))
    return crc


def mindspores(tensors: dict[str, torch.Tensor]) -> int:
    """The same, but of an integer n without dimensions n zero bytes are summed.

    MindSpore cannot sum a negative one, nor one beyond its memory: there the bytes themselves count.
    """
    crc = 0
    for name in sorted(tensors):
        t, crc = tensors[name], crc32(name.encode(), crc)
        zeros = _zeros(t)
        crc = crc32(raw_bytes(t), crc) if zeros is None else _after(zeros, crc)
    return crc


def _zeros(t: torch.Tensor) -> int | None:
    """How many zero bytes stand for a tensor, None where its own do."""
    if t.ndim or t.dtype == torch.bool or t.is_floating_point() or t.is_complex():
        return None
    count = int(t)
    return count if 0 <= count < _MOST_ZEROS else None


def _after(count: int, crc: int) -> int:
    """The sum after `count` zero bytes, in as many steps as the number has bits: a byte's step is linear."""
    register = crc ^ _ALL
    for power in range(count.bit_length()):
        if count >> power & 1:
            register = _times(_step(power), register)
    return register ^ _ALL


@functools.cache
def _step(power: int) -> Matrix:
    """What 2**power zero bytes make of each bit of the register."""
    if power == 0:
        return tuple(crc32(b"\0", (1 << bit) ^ _ALL) ^ _ALL for bit in range(32))
    half = _step(power - 1)
    return tuple(_times(half, column) for column in half)


def _times(matrix: Matrix, register: int) -> int:
    result = 0
    for bit, column in enumerate(matrix):
        if register >> bit & 1:
            result ^= column
    return result
