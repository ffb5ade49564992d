"""Where execution stands: inside a compiled graph, inside a gradient, or neither; each thread on its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import torch


class Run(threading.local):
    """Flags read on every Cell call; Dynamo guards on them, so they are set before a graph runs."""

    def __init__(self) -> None:
        self.in_graph = False
        self.differentiating = 0
        # Whether a graph that breaks may go on in parts. Not where operators are cut: gradients of tensors that lie
        # on several processes do not pass from one part to the next.
        self.in_parts = True
        # Whether what runs is a graph in parts.
        self.split = False
        # Whether `x[i] = value` gives x a value of its own, as in MindSpore's graphs, and what looks into the same
        # memory keeps the old one.
        self.rebinds = False
        # Whether a function of integers runs over floats, for its gradient (see whole_numbers).
        self.over_floats = False
        # What a Cell that is recomputed in the backward pass, outside of what is around it now, runs within then.
        self.again: Callable[[], AbstractContextManager[Any]] = nullcontext


run = Run()

# One entry when a layer above cuts batches over processes. It makes the call of an outermost step: (call,
# the function it stands for, args, kwargs) -> the result.
around_steps: list[Callable[[Callable[..., Any], Any, tuple[Any, ...], dict[str, Any]], Any]] = []

# One entry while operators are cut over processes: (inputs, their gradients) -> the gradients, laid out alike.
settle: list[Callable[[Sequence[torch.Tensor], Sequence[torch.Tensor]], list[torch.Tensor]]] = []

# One entry while a network is looked through: what to raise after a forward pass, since no gradient is wanted.
forward_only: list[type[BaseException]] = []


@contextmanager
def graph_entered() -> Iterator[None]:
    """Mark everything called from here as part of one graph."""
    before, run.in_graph = run.in_graph, True
    try:
        yield
    finally:
        run.in_graph = before


def differentiable_once(what: str) -> None:
    """Inside a graph, refuse a second derivative through `what`: the call then runs op by op.

    Dynamo traces the backward pass of a torch.autograd.Function so that it has no derivative of its own.
    """
    if run.differentiating > 1 and torch.compiler.is_compiling():
        raise NotImplementedError(f"a second derivative through {what}")


@contextmanager
def pynative() -> Iterator[None]:
    """Run Cells op by op for a while, whatever the mode."""
    with graph_entered():
        yield


def only_places() -> None:
    """End a run over floats at what finds places: it has no gradient, and a graph would keep it, twice."""
    if run.over_floats:
        raise RuntimeError("places have no gradient")
