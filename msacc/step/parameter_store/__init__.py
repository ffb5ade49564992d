"""Where the parameters that a step updates live.

    AsTheyAre     one process: the parameters themselves
    Buckets       level1, level2: in flat buckets, of which each process keeps its pieces
    Layered       level3: spread, and gathered layer by layer while the network runs

A store belongs to an optimizer: every step with that optimizer, of a second Model or a GradAccumulator, uses
the same one. It is made with the first step, so that a checkpoint can be loaded until then.

Imports: common, nn.cell, step, step.accumulators, step.layerwise.
"""

from msacc.step.parameter_store.base import Store as Store
from msacc.step.parameter_store.buckets import Buckets as Buckets
from msacc.step.parameter_store.layerwise import Layered as Layered
from msacc.step.parameter_store.store_registry import bucket_of_each as bucket_of_each
from msacc.step.parameter_store.store_registry import buckets_of as buckets_of
from msacc.step.parameter_store.store_registry import kind_of as kind_of
from msacc.step.parameter_store.store_registry import store_of as store_of
from msacc.step.parameter_store.unsharded import AsTheyAre as AsTheyAre
