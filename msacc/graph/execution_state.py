"""What the current call runs in: a graph, a gradient, cut operators, autocast, `vmap`, or none of them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

# Bits of `CallContext.graph`. Cells are not compiled by themselves within any of them.
ENTERED = 1
# `x[i] = value` gives x a value of its own, as in MindSpore's graphs; what shares its memory keeps the old one.
REBINDS = 2
# The graph is a pipeline's stage, whose checkpointed parts run op by op.
STAGE = 4


class Gradient(NamedTuple):
    """A gradient that is taken of what runs."""

    depth: int = 0
    # Whether a function of integers runs over floats (see integer_gradients).
    over_floats: bool = False


class CallContext(NamedTuple):
    """What a call is in, as one value that never changes; `within` puts another in its place."""

    graph: int = 0
    # By the id of a Cell what calls its `construct` instead: a part of a graph, or one by itself. None without any.
    regions: Mapping[int, Any] | None = None
    gradient: Gradient | None = None
    # Whether a run ends, by ForwardEnded, where a gradient would be taken.
    forward_only: bool = False
    # Whether the backward pass runs a call again; a KeptResults where it has kept some of its results.
    recomputing: Any = False
    # What makes the context in which operators are cut, and run on tensors that lie on several processes.
    cut: Callable[[], AbstractContextManager[Any]] | None = None
    # What makes the context of amp's level "auto" for what the backward pass runs again; `fixed_dtype` in a Cell of
    # `to_float`, whose ops' types that level leaves alone.
    autocast: Callable[[], AbstractContextManager[Any]] | None = None
    # Whether `vmap` calls a function, with a part of its inputs.
    vmap: bool = False


class Execution(threading.local):
    """The context of each thread's current call, read on every call of a Cell."""

    def __init__(self) -> None:
        self.now = CallContext()


execution = Execution()


class within:
    """Some of the context's fields are others in the block."""

    __slots__ = ("_before", "_changes", "_of")

    def __init__(self, of: CallContext | None = None, **changes: Any) -> None:
        """`of`: the context that is changed, by default the one which is found."""
        self._of, self._changes = of, changes

    def __enter__(self) -> None:
        self._before = execution.now
        execution.now = (self._of or self._before)._replace(**self._changes)

    def __exit__(self, *error: object) -> None:
        execution.now = self._before


def fixed_dtype() -> AbstractContextManager[Any]:
    """What `autocast` is in a Cell of `to_float`: nothing is entered again."""
    return nullcontext()


class ForwardEnded(BaseException):
    """Raised after the forward pass to end a run that needs no gradient (see `forward_only`)."""


def graph_entered(kind: int = ENTERED) -> AbstractContextManager[None]:
    """The block runs inside one graph, of this kind as well."""
    return within(graph=execution.now.graph | ENTERED | kind)


def gradient_entered() -> AbstractContextManager[None]:
    """A gradient is taken of the block."""
    outer = execution.now.gradient or Gradient()
    return within(gradient=outer._replace(depth=outer.depth + 1))


def floats_entered() -> AbstractContextManager[None]:
    """A function of integers runs over floats in the block."""
    outer = execution.now.gradient or Gradient()
    return within(gradient=outer._replace(over_floats=True))


def forward_only() -> AbstractContextManager[None]:
    """Ends the block by ForwardEnded after the forward pass of a gradient."""
    return within(forward_only=True)


def pynative() -> AbstractContextManager[None]:
    """Runs Cells op by op within the block, in any mode."""
    return graph_entered()


def gradient_depth() -> int:
    """How many gradients are taken of what runs, one within the other."""
    gradient = execution.now.gradient
    return 0 if gradient is None else gradient.depth


def runs_over_floats() -> bool:
    """Whether a function of integers runs over floats, for its gradient (see integer_gradients)."""
    gradient = execution.now.gradient
    return gradient is not None and gradient.over_floats


def refuse_run_over_floats() -> None:
    """RuntimeError for an op that returns indices while a function of integers runs over floats: it has no gradient."""
    if runs_over_floats():
        raise RuntimeError("places have no gradient")
