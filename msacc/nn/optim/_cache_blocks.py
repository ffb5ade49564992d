"""Splits lists of parameters into blocks that fit the processor's cache, for several passes over each.

Op by op a rule reads and writes each tensor once per op, and its temporaries are as large as the parameters. Over a
portion at a time the same ops give the same values, bit for bit, several times faster.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch

# Elements: some four to eight tensors of as many lie in the cache together, and calls cost less than arithmetic.
_ELEMENTS = 2**17


class Portion(list[int]):
    """Positions, of whole tensors or of one stretch of a single one."""

    stretch: slice | None = None


def cut(tensors: list[torch.Tensor], at: Sequence[int]) -> list[torch.Tensor]:
    """Of the tensors at the positions `at`, what belongs to it."""
    if isinstance(at, Portion) and at.stretch is not None:
        return [t.view(-1)[at.stretch] for t in tensors]
    return tensors


def portions(
    tensors: Sequence[torch.Tensor], at: Sequence[int], most: int = _ELEMENTS
) -> Iterator[Portion]:
    """Cut `at`, positions in `tensors`, to `most` elements each; those that are not contiguous stay whole."""
    portion, size = Portion(), 0
    for i in at:
        count = tensors[i].numel()
        if count > most and tensors[i].is_contiguous():
            yield from _stretches(i, count, most)
            continue
        if portion and size + count > most:
            yield portion
            portion, size = Portion(), 0
        portion.append(i)
        size += count
    if portion:
        yield portion


def _stretches(i: int, count: int, most: int) -> Iterator[Portion]:
    for start in range(0, count, most):
        portion = Portion([i])
        portion.stretch = slice(start, start + most)
        yield portion
