"""Which sums a plan's word for how gradients travel means."""

from __future__ import annotations

from msacc.step.sums.early import ReduceEarly
from msacc.step.sums.scattered import ScatterEach, SyncAlways

TRAVEL: dict[str, type[ReduceEarly | ScatterEach | SyncAlways]] = {
    "reduce_once": ReduceEarly,
    "scatter_each": ScatterEach,
    "sync_always": SyncAlways,
}
