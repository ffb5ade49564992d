# Written by `python -m tests.stubs`.
from msacc.parallel.nn.grad_accumulation import GradAccumulation as GradAccumulation
from msacc.parallel.nn.grad_accumulation import MicroBatchInterleaved as MicroBatchInterleaved
from msacc.parallel.pipeline_api.cell import Pipeline as Pipeline
from msacc.parallel.pipeline_api.cell import PipelineCell as PipelineCell
from msacc.parallel.pipeline_api.reducer import PipelineGradReducer as PipelineGradReducer
