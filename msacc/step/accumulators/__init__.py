"""Where gradients gather, and when they travel.

Whole         one process: beside the parameters, nothing travels
ReduceEarly   whole local sums, reduced once per step while the last backward pass goes on. Fewest messages, most
              memory.
ReduceOnce    the same for a pipeline, after its last backward pass.
ScatterEach   each micro-batch's gradients are reduce-scattered into a piece of the sums; one
              all-reduce (over replicas) or all-gather (without sharding) per step.
SyncAlways    every micro-batch's gradients are reduced completely.
InBackward    level3: the backward pass itself sums them over the processes, layer by layer.

Imports: common, communication, nn.cell, step.
"""

from msacc.step.accumulators.base import Sums as Sums
from msacc.step.accumulators.layerwise import InBackward as InBackward
from msacc.step.accumulators.local import ReduceOnce as ReduceOnce
from msacc.step.accumulators.local import Whole as Whole
from msacc.step.accumulators.reduce_overlapped import ReduceEarly as ReduceEarly
from msacc.step.accumulators.reduction_choice import TRAVEL as TRAVEL
from msacc.step.accumulators.scatter import ScatterEach as ScatterEach
from msacc.step.accumulators.scatter import SyncAlways as SyncAlways
