"""Which sums a plan's word for how gradients travel means."""

from __future__ import annotations

from msacc.step.sums.local import ReduceOnce
from msacc.step.sums.scattered import ScatterEach, SyncAlways

TRAVEL: dict[str, type[ReduceOnce | ScatterEach | SyncAlways]] = {
    "reduce_once": ReduceOnce,
    "scatter_each": ScatterEach,
    "sync_always": SyncAlways,
}
