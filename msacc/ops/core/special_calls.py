"""Calls of primitives that `shard` cut, or that were told whether to be recomputed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.graph.execution_state import execution
from msacc.graph.kept_results import keeping_primitives
from msacc.graph.recomputation import call_kept, call_recomputed
from msacc.graph.recomputed_results import recomputed_primitives
from msacc.sharding.strategy_state import ShardSpec, sharding

if TYPE_CHECKING:
    from msacc.ops.core.primitive import Primitive


def call_specially(
    primitive: Primitive, *args: object, call: Callable[..., Any] | None = None
) -> Any:
    """`call(*args)`, in general `primitive.construct`, by the primitive's strategy and its `recompute`."""
    call = call or primitive.construct
    if sharding.active and primitive._msacc_strategy is not None:
        call = functools.partial(_call_sharded, primitive._msacc_strategy, call)
    if primitive._msacc_recompute_mode is None or not execution.now.gradient:
        return call(*args)
    if primitive._msacc_recompute_mode:
        return call_recomputed(call, args, primitive.name)
    return call_kept(call, args)


def _call_sharded(strategy: ShardSpec, call: Callable[..., Any], *args: object) -> Any:
    """The call with inputs and output laid out by the strategy."""
    return sharding.engine.call(strategy, call, args, {})


def note_recompute(primitive: Primitive, mode: bool) -> None:
    """A primitive was told `recompute(mode)`."""
    told, other = recomputed_primitives, keeping_primitives
    if not mode:
        told, other = other, told
    told.add(primitive)
    other.discard(primitive)
