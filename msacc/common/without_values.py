"""Tensors without values: what a run is recorded with. Asking one for its values ends the recording."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch

from msacc.common.torch_private import is_known, lacks_values, tree_leaves, version
from msacc.common.varying_size import as_size

_SYMBOLS = (torch.SymInt, torch.SymFloat, torch.SymBool)


class NeedsValue(BaseException):
    """Raised where a recorded run asks a Tensor for its values. No Exception, as a script's handlers are not for it."""


@dataclass
class Reads:
    """What a recorded run knows of values: where it asked for them, and coefficients that it took from outside."""

    asked: list[NeedsValue] = field(default_factory=list)
    # Tensors that were read on the host, each with its version then: the run depends on their values.
    known: list[tuple[torch.Tensor, int]] = field(default_factory=list)
    # Tells whether a Tensor counts as true.
    decide: Callable[[torch.Tensor], bool] | None = None


class _Recording(threading.local):
    """The reads of the recording under way in a thread; None outside of one.

    `whole`: all of what is recorded is compiled, the update of parameters too.
    """

    reads: Reads | None = None
    whole = False


_recording = _Recording()


def is_recorded() -> bool:
    """Whether what runs is recorded.

    `torch.compiler.is_compiling() or is_recorded()`: whether what runs becomes a graph, so that nothing in it may ask
    for values, or be kept for later calls. Written out where it is asked: Dynamo, which captures pipelines and what
    scripts hand to torch.compile, may compile a function that asks by itself, and says yes for good.
    """
    return _recording.reads is not None


def compiles_updates() -> bool:
    """Whether what runs is recorded, and the update in it is compiled with all else."""
    return _recording.reads is not None and _recording.whole


@contextmanager
def recorded_whole(whole: bool) -> Iterator[None]:
    """Says of what is recorded within the block whether all of it is compiled."""
    before, _recording.whole = _recording.whole, whole
    try:
        yield
    finally:
        _recording.whole = before


@contextmanager
def noting_reads(decide: Callable[[torch.Tensor], bool]) -> Iterator[Reads]:
    """Collects what is read within the block, also where the script goes on behind a handler of its own.

    `decide` is asked where a Tensor's truth value is.
    """
    before, _recording.reads = _recording.reads, Reads(decide=decide)
    try:
        yield _recording.reads
    finally:
        _recording.reads = before


def decided(t: torch.Tensor) -> bool | None:
    """The outcome of a decision by the one value of `t` in a recorded run; None where `t` has that value."""
    reads = _recording.reads
    if reads is None or reads.decide is None or not lacks_values(t):
        return None
    return reads.decide(t)


@contextmanager
def values_of(t: torch.Tensor, what: str) -> Iterator[None]:
    """Within the block the values of `t` are read; NeedsValue where it has none. `what` names the reader."""
    if _recording.reads is None:
        yield
        return
    try:
        yield
    except Exception as error:
        if not lacks_values(t):
            raise
        needs = NeedsValue(what)
        _recording.reads.asked.append(needs)
        raise needs from error


def needs_values(what: str) -> None:
    """Ends a recording under way: `what` reads the values of Tensors."""
    if _recording.reads is not None:
        needs = NeedsValue(what)
        _recording.reads.asked.append(needs)
        raise needs


def no_symbol(value: object) -> Any:
    """`value`, which was read within `values_of`; no symbol of a recorded run, which stands for one it cannot know."""
    if _recording.reads is not None and any(isinstance(v, _SYMBOLS) for v in tree_leaves(value)):
        raise ValueError("a symbol")
    return value


def known_sizes(t: torch.Tensor) -> tuple[int, ...]:
    """The shape of `t`; NeedsValue where it depends on values."""
    with values_of(t, "its shape"):
        if any(isinstance(size, torch.SymInt) for size in t.shape):
            return tuple(map(_known_size, t.shape))
        return tuple(t.shape)


def _known_size(size: int | torch.SymInt) -> Any:
    if isinstance(size, torch.SymInt) and not is_known(size):
        raise ValueError("a symbol")
    return as_size(size)


def is_noted(t: torch.Tensor) -> bool:
    """Whether the recorded run depends on the value of `t`, so that it does not write to it."""
    reads = _recording.reads
    return reads is not None and any(t is known for known, _ in reads.known)


def note_known(t: torch.Tensor) -> None:
    """A recorded run depends on the value of `t`, which it does not write to."""
    if _recording.reads is not None:
        _recording.reads.known.append((t, version(t)))
