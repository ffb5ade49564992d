"""Laying parameters out before anything runs."""

from __future__ import annotations

from typing import Any

from msacc.common.settings import settings
from msacc.nn.cell import Cell
from msacc.sharding.state import state
from msacc.step.context import world_size
from msacc.step.operators import begin, lay_out


def lay_ahead(network: Cell, inputs: tuple[Any, ...]) -> None:
    """Let the parameters lie as a call of `network` with `inputs` will have them. Collective."""
    if not state.asked or world_size() == 1:
        return
    strategy = settings.parallel.get("dataset_strategy", "data_parallel")
    if settings.parallel.get("full_batch"):
        strategy = "full_batch"
    # An AutoParallel's own.
    strategy = getattr(network, "_dataset_strategy", strategy)
    lay_out(network, begin(strategy).enter(inputs), {}, strategy)
