"""Sharded calls of functions and Cells that have a strategy."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.graph.reachability import parameters_of
from msacc.ops.core.shard_strategies import strategy_attributes
from msacc.sharding.strategy_state import ShardSpec, sharding

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell


def shard_function(
    where: str,
    fn: Any,
    in_strategy: tuple[Any, ...],
    out_strategy: tuple[Any, ...] | None = None,
    parameter_plan: dict[str, Any] | None = None,
) -> Callable[..., Any]:
    """`fn`, a function or a Cell, with its inputs, outputs and parameters cut.

    TypeError for strategies that are no tuples of tuples of ints or layouts, and for other plans; ValueError for
    a parameter that `fn` does not have.
    """
    if not isinstance(in_strategy, tuple):
        raise TypeError(
            f"For '{where}', the 'in_strategy' should be a tuple, but got {in_strategy!r}."
        )
    if isinstance(out_strategy, tuple) and all(item is None for item in out_strategy):
        out_strategy = (
            None  # as it comes: the way in which scripts of MindSpore 1.8 to 2.0 write it
        )
    strategy_attributes(where, in_strategy, out_strategy)
    if parameter_plan is not None:
        _plan(where, fn, parameter_plan)
    name = getattr(fn, "__name__", type(fn).__name__)
    return cut_function(fn, ShardSpec(name, in_strategy, out_strategy, {}))


def _plan(where: str, fn: Cell, plan: dict[str, Any]) -> None:
    if not isinstance(plan, dict):
        raise TypeError(f"For '{where}', 'parameter_plan' should be a dict, but got {plan!r}.")
    parameters = {p.name: p for p in parameters_of(fn)}
    for key, strategy in plan.items():
        if not isinstance(key, str) or not (
            isinstance(strategy, tuple) or hasattr(strategy, "cuts")
        ):
            raise TypeError(
                f"For '{where}', 'parameter_plan' should map names to tuples or Layouts, but got {key!r}: {strategy!r}."
            )
        name = key.removeprefix("self.")
        matches = [
            p
            for parameter_name, p in parameters.items()
            if parameter_name == name or name.endswith(f".{parameter_name}")
        ]
        if not matches:
            raise ValueError(
                f"For '{where}', 'parameter_plan' names {key!r}, but there are "
                f"{', '.join(parameters) or 'no parameters'}."
            )
        matches[0].planned = ShardSpec(
            f"parameter_plan[{key!r}]", (strategy,), None, {}, "parameter"
        )


def cut_function(fn: Callable[..., Any], spec: ShardSpec) -> Callable[..., Any]:
    """`fn` with its inputs laid out by a strategy."""

    def call(*args: object, **kwargs: object) -> Any:
        if not sharding.active:
            return fn(*args, **kwargs)
        return sharding.engine.call(spec, fn, args, kwargs)

    if hasattr(fn, "__name__"):
        functools.update_wrapper(call, fn)
    else:
        call.__wrapped__ = fn  # type: ignore[attr-defined]
    call._msacc_strategy = spec  # type: ignore[attr-defined]
    return call
