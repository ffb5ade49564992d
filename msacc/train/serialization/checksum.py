"""The checksum of a safetensors file, as MindSpore computes it."""

from __future__ import annotations

import functools
from binascii import crc32

import torch

from msacc.train.serialization.ckpt_records import raw_bytes

# Beyond it MindSpore would need as many bytes of memory.
_MAX_ZEROS = 2**32
_ALL = 0xFFFFFFFF
Matrix = tuple[int, ...]


def crc_of_bytes(tensors: dict[str, torch.Tensor]) -> int:
    """The CRC of names and bytes, in the order of the names."""
    crc = 0
    for name in sorted(tensors):
        crc = crc32(raw_bytes(tensors[name]), crc32(name.encode(), crc))
    return crc


def mindspore_crc(tensors: dict[str, torch.Tensor]) -> int:
    """The same CRC, but an integer n without dimensions counts as n zero bytes, as in MindSpore.

    MindSpore fails on a negative one, and on one beyond its memory: then the bytes themselves count.
    """
    crc = 0
    for name in sorted(tensors):
        t, crc = tensors[name], crc32(name.encode(), crc)
        zeros = _zero_byte_count(t)
        crc = crc32(raw_bytes(t), crc) if zeros is None else _append_zeros(zeros, crc)
    return crc


def _zero_byte_count(t: torch.Tensor) -> int | None:
    """The number of zero bytes that replace a tensor's bytes, None to use its own."""
    if t.ndim or t.dtype == torch.bool or t.is_floating_point() or t.is_complex():
        return None
    count = int(t)
    return count if 0 <= count < _MAX_ZEROS else None


def _append_zeros(count: int, crc: int) -> int:
    """The CRC after `count` zero bytes, in as many steps as the number has bits, as a byte's step is linear."""
    register = crc ^ _ALL
    for power in range(count.bit_length()):
        if count >> power & 1:
            register = _multiply(_zeros_matrix(power), register)
    return register ^ _ALL


@functools.cache
def _zeros_matrix(power: int) -> Matrix:
    """The matrix that 2**power zero bytes apply to the bits of the register."""
    if power == 0:
        return tuple(crc32(b"\0", (1 << bit) ^ _ALL) ^ _ALL for bit in range(32))
    half = _zeros_matrix(power - 1)
    return tuple(_multiply(half, column) for column in half)


def _multiply(matrix: Matrix, register: int) -> int:
    result = 0
    for bit, column in enumerate(matrix):
        if register >> bit & 1:
            result ^= column
    return result
