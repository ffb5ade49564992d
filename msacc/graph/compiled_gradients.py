"""Gradient functions compiled as one graph, and the gradient reduction that follows the graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msacc.common import gradient_sums
from msacc.common.distributed_runtime import runtime
from msacc.common.parameter import Parameter
from msacc.common.settings import GRAPH_MODE, settings
from msacc.common.tensor import Tensor
from msacc.graph.compiler import Compiled
from msacc.graph.distributed_cells import runs_op_by_op
from msacc.graph.execution_state import execution
from msacc.graph.reachability import fill_delayed


def reduced_gradients(
    value: Any, grads: list[Tensor], has_aux: bool, weights: Sequence[Parameter]
) -> tuple[Any, list[Tensor]]:
    """What a script gets of a gradient of `weights`: that of all processes, and its sums are added to."""
    if grads:
        value, grads = runtime().reduce_gradients(value, grads, has_aux, weights)
    gradient_sums.add(weights, grads)
    return value, grads


def compiled_when_outermost(fn: Callable[..., Any], name: str) -> Callable[..., Any]:
    """In GRAPH_MODE, run `fn` compiled when it is called from outside any graph or gradient."""
    compiled: list[Compiled] = []

    def call(*args: Any, **kwargs: Any) -> Any:
        if execution.now.graph or execution.now.gradient:
            return fn(*args, **kwargs)
        return runtime().call_outermost(outermost, fn, args, kwargs)

    def outermost(*args: Any, **kwargs: Any) -> Any:
        if settings.mode != GRAPH_MODE or runs_op_by_op(fn, (args, kwargs)):
            return fn(*args, **kwargs)
        if not compiled:
            fill_delayed(fn)
            compiled.append(Compiled(fn, name))
        return compiled[0](*args, **kwargs)

    return call


def name_of(fn: Callable[..., Any]) -> str:
    """What a function or Cell is called in figures."""
    return getattr(fn, "__name__", type(fn).__name__)
