"""Where gradients are accumulated, and when they are reduced over the processes.

    SingleProcess         one process: beside the parameters, nothing is reduced
    ReduceOverlapped      unsharded local sums, reduced once per step during the last backward pass. Fewest messages,
                          most memory.
    ReduceOnce            the same for a pipeline, after its last backward pass.
    StageLayerSums        a pipeline at level3: its backward passes scatter the gradients of sharded layers.
    ScatterEach           each micro-batch's gradients are reduce-scattered into a shard of the sums; one
                          all-reduce (over replicas) or all-gather (without sharding) per step.
    SyncAlways            every micro-batch's gradients are all-reduced.
    LayerwiseAccumulator  level3: the backward pass itself reduces them over the processes, layer by layer.

Imports: common, communication, nn.cell, step.
"""

from msacc.step.accumulators.base import Accumulator as Accumulator
from msacc.step.accumulators.layerwise import LayerwiseAccumulator as LayerwiseAccumulator
from msacc.step.accumulators.local import ReduceOnce as ReduceOnce
from msacc.step.accumulators.local import SingleProcess as SingleProcess
from msacc.step.accumulators.local import StageLayerSums as StageLayerSums
from msacc.step.accumulators.reduce_overlapped import ReduceOverlapped as ReduceOverlapped
from msacc.step.accumulators.reduction_choice import ACCUMULATORS as ACCUMULATORS
from msacc.step.accumulators.scatter import ScatterEach as ScatterEach
from msacc.step.accumulators.scatter import SyncAlways as SyncAlways
