"""The accumulator for each kind of gradient communication."""

from __future__ import annotations

from msacc.step.accumulators.reduce_overlapped import ReduceOverlapped
from msacc.step.accumulators.scatter import ScatterEach, SyncAlways

ACCUMULATORS: dict[str, type[ReduceOverlapped | ScatterEach | SyncAlways]] = {
    "reduce_once": ReduceOverlapped,
    "scatter_each": ScatterEach,
    "sync_always": SyncAlways,
}
