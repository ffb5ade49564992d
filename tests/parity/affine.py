"""Formulas of numpy's that are affine, as products that MindSpore can differentiate."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np


def affine(fn: Callable[[np.ndarray], np.ndarray], lead: int = 2) -> Callable[[Any, Any], Any]:
    """`fn`, affine in all dimensions of its input but the first `lead`, as a product MindSpore can differentiate.

    `fn` takes (N, …) of numpy and gives (N, …); it is asked for the zeros and for each unit.
    """

    def call(ms: Any, x: Any) -> Any:
        shape = tuple(x.shape)
        size = int(np.prod(shape[lead:]))
        units = np.concatenate([np.zeros((1, size)), np.eye(size)]).reshape(-1, *shape[lead:])
        made = fn(units)
        parts = made.reshape(size + 1, -1).astype(np.float32)
        flat = x.reshape((-1, size))
        out = ms.ops.matmul(flat, ms.Tensor(parts[1:] - parts[:1])) + ms.Tensor(parts[:1])
        return out.reshape((*shape[:lead], *made.shape[1:]))

    return call


def widened(sides: tuple[int, ...], mode: str, **how: Any) -> Callable[[Any, Any], Any]:
    """numpy.pad of the last dimensions, whose pairs come last dimension first; negative ones cut off."""
    pairs = [sides[i : i + 2] for i in range(0, len(sides), 2)][::-1]

    def pad(x: np.ndarray) -> np.ndarray:
        added = [(max(a, 0), max(b, 0)) for a, b in pairs]
        out = np.pad(x, [(0, 0), *added], mode=mode, **how)  # type: ignore[call-overload]
        kept = [slice(max(-a, 0), -max(-b, 0) or None) for a, b in pairs]
        return np.asarray(out[(slice(None), *kept)])

    return affine(pad)


def axis_by_axis(x: np.ndarray, weights: Sequence[Callable[[int], np.ndarray]]) -> np.ndarray:
    """Multiply each dimension but the first by the (out, in) matrix that `weights` gives for its size."""
    for axis, matrix in enumerate(weights, 1):
        x = np.moveaxis(np.moveaxis(x, axis, -1) @ matrix(x.shape[axis]).T, -1, axis)
    return x


def windows(counts: Sequence[int]) -> list[tuple[int, ...]]:
    """Every place of a grid with `counts` places per dimension."""
    return list(itertools.product(*map(range, counts)))
