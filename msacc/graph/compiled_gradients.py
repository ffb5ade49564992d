"""A gradient function as one compiled graph, and what a layer above makes of its result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msacc.common import gradient_sums
from msacc.common.parameter import Parameter
from msacc.common.settings import GRAPH_MODE, settings
from msacc.common.tensor import Tensor
from msacc.graph.compiler import Compiled
from msacc.graph.distributed_cells import between_stages
from msacc.graph.execution_state import around_steps, run
from msacc.graph.reachability import fill_delayed

# One entry when a layer above spreads steps over processes: (value, gradients of weights, has_aux, weights) -> the
# value and gradients of the batch of all of them.
OverProcesses = Callable[[Any, list[Tensor], bool, Sequence[Parameter]], tuple[Any, list[Tensor]]]
over_processes: list[OverProcesses] = []


def handed_over(
    value: Any, grads: list[Tensor], has_aux: bool, weights: Sequence[Parameter]
) -> tuple[Any, list[Tensor]]:
    """What a script gets of a gradient of `weights`: that of all processes, and its sums are added to."""
    if grads and over_processes:
        value, grads = over_processes[0](value, grads, has_aux, weights)
    gradient_sums.add(weights, grads)
    return value, grads


def as_one_graph(fn: Callable[..., Any], name: str) -> Callable[..., Any]:
    """In GRAPH_MODE, run `fn` compiled when it is called from outside any graph or gradient."""
    compiled: list[Compiled] = []

    def call(*args: Any, **kwargs: Any) -> Any:
        if run.in_graph or run.differentiating:
            return fn(*args, **kwargs)
        if around_steps:
            return around_steps[0](outermost, fn, args, kwargs)
        return outermost(*args, **kwargs)

    def outermost(*args: Any, **kwargs: Any) -> Any:
        if settings.mode != GRAPH_MODE or between_stages(fn, (args, kwargs)):
            return fn(*args, **kwargs)
        if not compiled:
            fill_delayed(fn)
            compiled.append(Compiled(fn, name))
        return compiled[0](*args, **kwargs)

    return call


def name_of(fn: Any) -> str:
    """What a function or Cell is called in figures."""
    return getattr(fn, "__name__", type(fn).__name__)
