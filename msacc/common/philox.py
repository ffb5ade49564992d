"""Philox4x32-10 random numbers as MindSpore fills parameters with them, bit for bit; one stream per tensor.

Element i of a tensor is a function of the tensor's 64-bit key and of i: four elements come from one block,
whose counter is (block, 0, key low, key high) and whose key is the same key again. Uniform values use all 32
bits; normal ones the lower 23 of two neighbours (Box-Muller); truncated normal ones the inverse of the
distribution. All arithmetic is in float64, from arguments rounded to float32, and rounded once at the end.
A part of a tensor is drawn by itself: `start` is the index of its first element.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import torch

_MULTIPLIERS = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_WEYL = 0x9E3779B9, 0xBB67AE85
_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
_ROUNDS = 10
# Blocks worked on at once: what the temporary arrays need stays in the cache.
_CHUNK = 1 << 13
_PI = float(np.float32(3.1415926))
_ROOT2 = float(np.float32(math.sqrt(2)))
_SMALLEST = 1e-7

# The four words of each block as whole numbers, shape (4, blocks); and values of the same shape.
Values = Callable[[torch.Tensor], torch.Tensor]


def bits(key: int, first: int, blocks: int) -> torch.Tensor:
    """The words of the blocks from `first` on: int64 below 2**32, shape (4, blocks)."""
    words = [key & 0xFFFFFFFF, key >> 32]
    state = np.empty((4, blocks), np.uint64)
    a, b, c, d = state
    remaining, right = np.empty((2, blocks), np.uint64)
    a[:] = np.arange(first, first + blocks)
    np.right_shift(a, _HALF, out=b)
    a &= _LOW
    c[:], d[:] = words
    for _ in range(_ROUNDS):
        np.multiply(a, _MULTIPLIERS[0], out=remaining)
        np.multiply(c, _MULTIPLIERS[1], out=right)
        _mix(right, b, words[0], a)
        _mix(remaining, d, words[1], c)
        np.bitwise_and(right, _LOW, out=b)
        np.bitwise_and(remaining, _LOW, out=d)
        words = [(word + step) & 0xFFFFFFFF for word, step in zip(words, _WEYL, strict=False)]
    return torch.from_numpy(state.view(np.int64))


def _mix(product: np.ndarray, word: np.ndarray, key: int, out: np.ndarray) -> None:
    np.right_shift(product, _HALF, out=out)
    out ^= word
    out ^= np.uint64(key)


def _fill(out: torch.Tensor, key: int, start: int, values: Values) -> None:
    """Fill a contiguous float32 tensor on the CPU with the elements from `start` on, a chunk at a time."""
    flat, first = out.view(-1), start // 4
    position = -(start % 4)
    while position < flat.numel():
        blocks = min(_CHUNK, (flat.numel() - position + 3) // 4)
        block = values(bits(key, first, blocks)).T.float().reshape(-1)
        part = flat[max(position, 0) : position + block.numel()]
        part.copy_(block[max(-position, 0) :][: part.numel()])
        first, position = first + blocks, position + block.numel()


def uniform(out: torch.Tensor, key: int, low: float, high: float, start: int = 0) -> None:
    """Fill with uniform values between `low` and `high`."""
    first, last = float(np.float32(low)), float(np.float32(high))
    _fill(out, key, start, lambda words: (words.double() * 2.0**-32).mul_(last - first).add_(first))


def normal(out: torch.Tensor, key: int, mean: float, sigma: float, start: int = 0) -> None:
    """Fill with normal values of standard deviation `sigma`."""
    centre, spread = float(np.float32(mean)), float(np.float32(sigma))
    _fill(out, key, start, lambda words: _box_muller(words).mul_(spread).add_(centre))


def _box_muller(words: torch.Tensor) -> torch.Tensor:
    shares = (words & 0x7FFFFF).double().mul_(2.0**-23).view(2, 2, -1)
    radius = shares[:, 0].clamp(min=_SMALLEST).log_().mul_(-2.0).sqrt_()
    angle = shares[:, 1] * (2 * _PI)
    return torch.stack((radius * angle.cos(), radius * angle.sin()), dim=1).view(4, -1)


def truncated_normal(
    out: torch.Tensor,
    key: int,
    mean: float,
    sigma: float,
    low: float,
    high: float,
    start: int = 0,
) -> None:
    """Fill with normal values of standard deviation `sigma` that lie between `low` and `high`."""
    centre, spread, *bounds = (float(np.float32(v)) for v in (mean, sigma, low, high))
    first, last = (math.erf((bound - centre) / spread / _ROOT2) for bound in bounds)

    def values(words: torch.Tensor) -> torch.Tensor:
        shares = (words.double() * 2.0**-32).mul_(last - first).add_(first)
        return torch.erfinv(shares).mul_(_ROOT2).mul_(spread).add_(centre)

    _fill(out, key, start, values)
