"""Where gradients gather, and when they travel.

    Whole         one process: beside the parameters, nothing travels
    ReduceEarly   whole local sums, reduced once per step while the last backward pass goes on. Fewest messages, most
                  memory.
    ReduceOnce    the same for a pipeline, after its last backward pass.
    ScatterEach   each micro-batch's gradients are reduce-scattered into a piece of the sums; one
                  all-reduce (over replicas) or all-gather (without sharding) per step.
    SyncAlways    every micro-batch's gradients are reduced completely.
    InBackward    level3: the backward pass itself sums them over the processes, layer by layer.

Imports `communication` and, of `step`, buckets, mesh and the Cells of a micro-batch.
"""

from msacc.step.sums.early import ReduceEarly as ReduceEarly
from msacc.step.sums.in_backward import InBackward as InBackward
from msacc.step.sums.local import ReduceOnce as ReduceOnce
from msacc.step.sums.local import Whole as Whole
from msacc.step.sums.scattered import ScatterEach as ScatterEach
from msacc.step.sums.scattered import SyncAlways as SyncAlways
from msacc.step.sums.sums import Sums as Sums
from msacc.step.sums.travel import TRAVEL as TRAVEL
