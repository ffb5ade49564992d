"""The beginning of operators being cut: the grid, and the time within which it is so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msacc.common.seed import join_streams
from msacc.common.torch_private import silence_all_to_all_notice
from msacc.graph.execution_state import within
from msacc.sharding.strategy import batch_strategy
from msacc.sharding.strategy_state import sharding
from msacc.step.sharded_batch import ShardedBatch


def begin(strategy: Any = "data_parallel", ranks: tuple[int, ...] | None = None) -> ShardedBatch:
    """Make the grid, if there is something new to lay on it; how batches lie on it. Collective.

    `ranks`: the processes of this one's stage, None where there is one stage.
    """
    if sharding.engine is None:
        from msacc.sharding import dtensor_dispatch, function_rules

        silence_all_to_all_notice()
        sharding.engine, sharding.mode = dtensor_dispatch, function_rules.ShardedFunctions()
    join_streams()
    sharding.engine.set_ranks(ranks)
    batch = batch_strategy(strategy) if isinstance(strategy, tuple) else None
    sharding.engine.prepare([batch] if batch else [])
    return ShardedBatch(strategy, batch)


@contextmanager
def sharded_operators(waiting: int = 0) -> Iterator[None]:
    """Operators with a strategy are cut within. Gradients are summed over the grid's axes from `waiting` on."""
    sharding.active, sharding.deferred_axes = True, waiting
    try:
        with within(cut=lambda: sharding.mode), sharding.mode:
            yield
    finally:
        sharding.active, sharding.deferred_axes = False, 0
