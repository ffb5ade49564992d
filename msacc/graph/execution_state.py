"""Per-thread execution state: inside a compiled graph, inside a gradient, or neither."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import torch


class ExecutionState(threading.local):
    """Flags read on every Cell call; Dynamo guards on them, so they are set before a graph runs."""

    def __init__(self) -> None:
        self.in_graph = False
        self.differentiating = 0
        # Whether a graph that breaks may be split. Not where operators are sharded: gradients of sharded tensors do
        # not pass from one part to the next.
        self.may_split = True
        # Whether what runs is a graph that was split.
        self.is_split = False
        # Whether `x[i] = value` gives x a value of its own, as in MindSpore's graphs, and what looks into the same
        # memory keeps the old one.
        self.rebinds = False
        # By the id of a Cell the code that it shares with equal Cells; None where no Cell is compiled by itself.
        self.regions: dict[int, Any] | None = None
        # Whether a run ends, by ForwardEnded, where a gradient would be taken.
        self.forward_only = False
        # Whether a function of integers runs over floats, for its gradient (see integer_gradients).
        self.over_floats = False
        # Whether a Cell of `to_float` runs under autocast, which then leaves its ops' types alone.
        self.fixed_dtype = False
        # Whether `vmap` calls a function, with a part of its inputs.
        self.by_vmap = False
        # The context in which a Cell that is recomputed in the backward pass runs again.
        self.recompute_context: Callable[[], AbstractContextManager[Any]] = nullcontext
        # The same for operators that strategies cut, which torch's `grad` leaves as it does every mode.
        self.sharding_context: Callable[[], AbstractContextManager[Any]] = nullcontext
        # Whether what runs is run again in the backward pass, and what it keeps of it (KeptResults).
        self.recomputing = False
        self.kept_results: Any = None
        # Whether a graph is captured whose checkpointed parts run op by op, as a pipeline's stages do.
        self.captures_checkpoints = False


execution = ExecutionState()


class ForwardEnded(BaseException):
    """Raised after the forward pass to end a run that needs no gradient (see `forward_only`)."""


@contextmanager
def graph_entered() -> Iterator[None]:
    """Marks the block as execution inside one graph."""
    before, execution.in_graph = execution.in_graph, True
    try:
        yield
    finally:
        execution.in_graph = before


def differentiable_once(what: str) -> None:
    """Inside a graph, refuse a second derivative through `what`: the call then runs op by op.

    Dynamo traces the backward pass of a torch.autograd.Function so that it has no derivative of its own.
    """
    if execution.differentiating > 1 and torch.compiler.is_compiling():
        raise NotImplementedError(f"a second derivative through {what}")


@contextmanager
def forward_only() -> Iterator[None]:
    """Ends the block by ForwardEnded after the forward pass of a gradient."""
    before, execution.forward_only = execution.forward_only, True
    try:
        yield
    finally:
        execution.forward_only = before


@contextmanager
def pynative() -> Iterator[None]:
    """Runs Cells op by op within the block, in any mode."""
    with graph_entered():
        yield


def refuse_run_over_floats() -> None:
    """RuntimeError for an op that returns indices while a function of integers runs over floats: it has no gradient."""
    if execution.over_floats:
        raise RuntimeError("places have no gradient")
