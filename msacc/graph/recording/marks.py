"""Which part of a run its calls belong to: equal Cells, forward and backward, and the update are parts of their own."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.tensor_tree import leaves
from msacc.common.without_values import is_recorded

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell


@dataclass(frozen=True)
class Part:
    """A stretch of a run.

    `segment`: how many decisions were made before it. `is_update`: its calls are kernels over many tensors, which a
    compiler makes no faster. `is_cell`: it is the forward or the backward pass of a Cell that may have equals.
    """

    number: int
    segment: int = 0
    is_update: bool = False
    is_cell: bool = False


class _Marks(threading.local):
    """The part of the calls that come now in a thread."""

    def __init__(self) -> None:
        self.numbers = itertools.count()
        self.segment = 0
        self.part = Part(next(self.numbers))

    def begin(self, is_update: bool = False, is_cell: bool = False) -> None:
        """A new part."""
        self.part = Part(next(self.numbers), self.segment, is_update, is_cell)


_marks = _Marks()


def current_part() -> Part:
    """The part of the call that comes now."""
    return _marks.part


def begin_run() -> None:
    """A run begins: no decision was made."""
    _marks.segment = 0
    _marks.begin()


def begin_segment() -> None:
    """A decision was made."""
    _marks.segment += 1
    _marks.begin(_marks.part.is_update)


@contextmanager
def update_part() -> Iterator[None]:
    """What is recorded within the block is the update of parameters."""
    if not is_recorded():
        yield
        return
    _marks.begin(is_update=True)
    try:
        yield
    finally:
        _marks.begin()


def run_as_part(cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`cell.construct`, whose calls are a part, and those of its backward pass another."""
    for leaf in leaves((args, kwargs)):
        _begin_behind(leaf._t, is_cell=False)
    _marks.begin(is_cell=True)
    out = cell.construct(*args, **kwargs)
    _marks.begin()
    for leaf in leaves(out):
        _begin_behind(leaf._t, is_cell=True)
    return out


def _begin_behind(t: torch.Tensor, is_cell: bool) -> None:
    """A new part begins where the gradient of `t` is there."""
    if t.requires_grad:
        t.register_hook(lambda _: _marks.begin(is_cell=is_cell))
