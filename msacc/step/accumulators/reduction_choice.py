"""Which sums a plan's word for how gradients travel means."""

from __future__ import annotations

from msacc.step.accumulators.reduce_overlapped import ReduceEarly
from msacc.step.accumulators.scatter import ScatterEach, SyncAlways

TRAVEL: dict[str, type[ReduceEarly | ScatterEach | SyncAlways]] = {
    "reduce_once": ReduceEarly,
    "scatter_each": ScatterEach,
    "sync_always": SyncAlways,
}
