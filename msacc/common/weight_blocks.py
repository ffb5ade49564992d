"""Weights that a kernel wants to lie in one block of memory, and that are moved into one between gradients.

Within a gradient a parameter is an alias of its tensor, which alone would be moved. So who finds weights apart there
asks for the move, and the next gradient begins with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

_waiting: list[Callable[[], None]] = []
# The blocks that were made: their addresses and sizes. A weight in one may be moved again.
_blocks: dict[int, int] = {}


def ask(move: Callable[[], None]) -> None:
    """Has the next gradient begin with `move`."""
    _waiting.append(move)


def settle() -> None:
    """Does what was asked for."""
    while _waiting:
        _waiting.pop()()


def lie_together(weights: Sequence[torch.Tensor]) -> bool:
    """Whether all lie in the memory of one."""
    first = weights[0].untyped_storage().data_ptr()
    return all(w.untyped_storage().data_ptr() == first for w in weights)


def can_move(weights: Sequence[torch.Tensor]) -> bool:
    """Whether each has memory of its own, or of a block made before, and no larger tensor shows it; in one dtype."""
    places = {w.data_ptr() for w in weights}
    return len(places) == len(weights) and all(
        _is_own(w) and w.dtype is weights[0].dtype and w.is_contiguous() for w in weights
    )


def moved(weights: Sequence[torch.Tensor]) -> None:
    """Notes the block that the weights lie in now."""
    storage = weights[0].untyped_storage()
    _blocks[storage.data_ptr()] = storage.nbytes()


def _is_own(w: torch.Tensor) -> bool:
    storage = w.untyped_storage()
    size = storage.nbytes()
    return size == w.numel() * w.element_size() or _blocks.get(storage.data_ptr()) == size
