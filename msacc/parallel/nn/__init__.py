"""Cells that change how a step is computed: accumulation, interleaving.

Cells that a user puts around a network.

Imports: common, module_aliases, nn, nn.cell, parallel.pipeline_api, step.
"""

from msacc.module_aliases import refuse
from msacc.parallel.nn.grad_accumulation import GradAccumulation as GradAccumulation
from msacc.parallel.nn.grad_accumulation import MicroBatchInterleaved as MicroBatchInterleaved
from msacc.parallel.pipeline_api import Pipeline as Pipeline
from msacc.parallel.pipeline_api import PipelineCell as PipelineCell
from msacc.parallel.pipeline_api import PipelineGradReducer as PipelineGradReducer

__getattr__ = refuse("mindspore.parallel.nn")
