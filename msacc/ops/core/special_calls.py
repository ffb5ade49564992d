"""Calls of primitives that `shard` cut, or that were told whether to be recomputed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from msacc.graph.execution_state import execution
from msacc.graph.kept_results import keeping_primitives
from msacc.graph.recomputation import call_kept, call_recomputed
from msacc.graph.recomputed_results import recomputed_primitives
from msacc.sharding.strategy_state import ShardSpec, sharding


def call_specially(primitive: Any, *args: Any, call: Callable[..., Any] | None = None) -> Any:
    """`call(*args)`, in general `primitive.construct`, by the primitive's strategy and its `recompute`."""
    call = call or primitive.construct
    if sharding.active and primitive._strategy is not None:
        call = functools.partial(_call_sharded, primitive._strategy, call)
    if primitive._recompute_mode is None or not execution.differentiating:
        return call(*args)
    if primitive._recompute_mode:
        return call_recomputed(call, args, primitive.name)
    return call_kept(call, args)


def _call_sharded(strategy: ShardSpec, call: Callable[..., Any], *args: Any) -> Any:
    """The call with inputs and output laid out by the strategy."""
    return sharding.engine.call(strategy, call, args, {})


def note_recompute(primitive: Any, mode: bool) -> None:
    """A primitive was told `recompute(mode)`."""
    told, other = recomputed_primitives, keeping_primitives
    if not mode:
        told, other = other, told
    told.add(primitive)
    other.discard(primitive)
