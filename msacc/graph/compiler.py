"""One call, one graph: a Cell or function compiled by torch.compile.

Dynamo counts recompilations per code object, so every compiled Cell or function gets a code object
of its own. Tensors are unwrapped before the compiled function and wrapped after it; inside, MindSpore's
objects are Python that Dynamo traces away.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from types import ModuleType
from typing import Any

import torch

from msacc.common.notice import once
from msacc.common.settings import settings
from msacc.common.tree import from_edge, result_to_edge, to_edge
from msacc.graph import backend, guards, recording
from msacc.graph.state import graph_entered
from msacc.graph.stats import Break, stats

# Signatures (shapes, dtypes, flags) one Cell may be compiled for before Dynamo gives up.
_MAX_SIGNATURES = 64


@functools.cache
def dynamo() -> ModuleType:
    """torch._dynamo: loading it takes longer than loading torch, and PyNative programs never need it."""
    import torch._dynamo

    return torch._dynamo


def _broken() -> tuple[type[Exception], ...]:
    return dynamo().exc.Unsupported, dynamo().exc.UserError


def _failed() -> tuple[type[Exception], ...]:
    return dynamo().exc.TorchDynamoException, dynamo().exc.BackendCompilerFailed


class Compiled:
    """A callable over Tensors whose body runs as one compiled graph."""

    def __init__(
        self,
        target: Callable[..., Any],
        name: str,
        level: str | None = None,
        fullgraph: bool = False,
        dynamic: bool | None = None,
        patches: dict[str, Any] | None = None,
    ):
        self.patches = patches
        self.target, self.name, self.fullgraph, self.dynamic = target, name, fullgraph, dynamic
        self.level = level or settings.jit_level
        self._parts: Callable[..., Any] | None = None

    @functools.cached_property
    def _whole(self) -> Callable[..., Any]:
        return self._compile(fullgraph=True)

    def _compile(self, fullgraph: bool) -> Callable[..., Any]:
        target = self.target

        def body(args: Any, kwargs: Any) -> Any:
            out = result_to_edge(target(*from_edge(args), **from_edge(kwargs)))
            recording.forget()
            return out

        own = types.FunctionType(
            body.__code__.replace(co_name=self.name),
            body.__globals__,
            self.name,
            None,
            body.__closure__,
        )
        made = backend.make(self.name, self.level, self.patches)
        options: dict[str, Any] = {"guard_filter_fn": guards.worth_checking}
        return torch.compile(
            own, fullgraph=fullgraph, backend=made, dynamic=self.dynamic, options=options
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        edge, named = to_edge(args), to_edge(kwargs) if kwargs else kwargs
        if self._parts is not None:
            return from_edge(_enter(self._parts, edge, named))
        try:
            return from_edge(_enter(self._whole, edge, named))
        except _broken() as error:
            if self.fullgraph:
                raise RuntimeError(
                    f"{self.name} cannot be one graph: {_describe(error).reason}"
                ) from error
            self._report(error)
        except _failed() as error:
            return self._retry(error, args, kwargs)
        self._parts = self._compile(fullgraph=False)
        return from_edge(_enter(self._parts, edge, named))

    def _report(self, error: Exception) -> None:
        found = _describe(error)
        stats().breaks.append(found)
        once(
            f"break:{self.name}:{found.where}",
            f"graph mode: {self.name} is split at {found.where}: {found.line!r} ({found.reason}). "
            "The result is right, the speed is not; jit(fullgraph=True) makes this an error.",
        )

    def _retry(self, error: Exception, args: Any, kwargs: Any) -> Any:
        """Run op by op: either the user's own error shows itself, or the compiler was at fault."""
        with graph_entered():
            out = self.target(*args, **kwargs)
        reason = str(error).strip().splitlines()[0]
        stats().fallbacks.append(f"{self.name}: {reason}")
        once(
            f"fallback:{self.name}",
            f"graph mode: {self.name} could not be compiled and runs op by op: {reason}",
        )
        return out


def _enter(fn: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    config = dynamo().config
    before = config.trace_autograd_ops, config.recompile_limit
    config.trace_autograd_ops, config.recompile_limit = True, _MAX_SIGNATURES
    try:
        with graph_entered():
            return fn(args, kwargs)
    finally:
        config.trace_autograd_ops, config.recompile_limit = before


def _describe(error: Exception) -> Break:
    """The user's own line behind a graph break: the innermost frame outside msacc and torch."""
    stack = getattr(error, "real_stack", None) or []
    own = [f for f in stack if "/msacc/" not in f.filename and "/torch/" not in f.filename]
    frame = own[-1] if own else (stack[-1] if stack else None)
    reason = getattr(error, "msg", str(error)).strip().splitlines()[0]
    if frame is None:
        return Break("an unknown place", "", reason)
    return Break(f"{frame.filename}:{frame.lineno}", (frame.line or "").strip(), reason)
