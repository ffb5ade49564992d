"""Where the parameters that a step updates are stored.

    UnshardedStore  one process: the parameters themselves
    BucketStore     level1, level2: in flat buckets, of which each process keeps its shards
    LayerwiseStore  level3: sharded, and gathered layer by layer while the network runs

A store belongs to an optimizer: every step with that optimizer, of a second Model or a GradAccumulator, uses
the same one. It is created with the first step, so that a checkpoint can be loaded until then.

Imports: common, nn.cell, nn.optim, step, step.accumulators, step.layerwise.
"""

from msacc.step.parameter_store.base import ParameterStore as ParameterStore
from msacc.step.parameter_store.buckets import BucketStore as BucketStore
from msacc.step.parameter_store.layerwise import LayerwiseStore as LayerwiseStore
from msacc.step.parameter_store.store_registry import bucket_by_parameter as bucket_by_parameter
from msacc.step.parameter_store.store_registry import store_of as store_of
from msacc.step.parameter_store.unsharded import UnshardedStore as UnshardedStore
