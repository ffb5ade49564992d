"""Calls whose operators are cut over processes: what comes before and after them.

Before: the grid exists, this process's part of the batch becomes a tensor of the whole batch, and every parameter
lies as the first strategy that meets it says. After: what belongs to this process's part of the batch is handed
back as such, a loss as its value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.sharding.strategy_state import sharding
from msacc.step.parameter_placement import place_parameters
from msacc.step.sharding_context import begin, sharded_operators


def call_sharded_operators(
    call: Callable[..., Any],
    fn: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    strategy: Any = "data_parallel",
    ranks: tuple[int, ...] | None = None,
) -> Any:
    """`call(*args, **kwargs)`, which stands for `fn`, with its operators cut over `ranks` (None: all of the job).

    All of them must come here.
    """
    if sharding.active:
        return call(*args, **kwargs)
    batch = begin(strategy, ranks)
    inputs = batch.enter((*args, *kwargs.values()))
    args, kwargs = inputs[: len(args)], dict(zip(kwargs, inputs[len(args) :], strict=True))
    place_parameters(fn, args, kwargs, strategy)
    with sharded_operators():
        out = call(*args, **kwargs)
    return batch.leave(out)
