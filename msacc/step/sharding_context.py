"""The beginning of operators being cut: the grid, and the time within which it is so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msacc.common.seed import join_streams
from msacc.graph.execution_state import run, settle
from msacc.sharding.strategy import of_batch
from msacc.sharding.strategy_state import state
from msacc.step.sharded_batch import Batch


def begin(strategy: Any = "data_parallel", ranks: tuple[int, ...] | None = None) -> Batch:
    """Make the grid, if there is something new to lay on it; how batches lie on it. Collective.

    `ranks`: the processes of this one's stage, None where there is one stage.
    """
    if state.engine is None:
        from msacc.sharding import dtensor_dispatch, function_rules

        state.engine, state.mode = dtensor_dispatch, function_rules.Cut()
        settle.append(dtensor_dispatch.settled)
    join_streams()
    state.engine.lay_on(ranks)
    batch = of_batch(strategy) if isinstance(strategy, tuple) else None
    state.engine.prepare([batch] if batch else [])
    return Batch(strategy, batch)


@contextmanager
def cut(waiting: int = 0) -> Iterator[None]:
    """Operators with a strategy are cut within. Gradients are summed over the grid's axes from `waiting` on."""
    state.on, state.waiting = True, waiting
    before, run.in_parts = run.in_parts, False
    try:
        with state.mode:
            yield
    finally:
        state.on, state.waiting = False, 0
        run.in_parts = before
