"""The interface of pipelines to scripts: PipelineCell and the gradient reducer, a script's own training step, inference
over stages, and a timeline plot of the schedule.

Scripts, AutoParallel and `parallel.runtime` call this package. The mechanism, which captures a network, splits it by
stage and runs the schedule, is `step.pipeline_runtime`; it does not know these Cells.

Imports: common, graph, nn.cell, nn.optim, ops.core, profiler, sharding, step.
"""

from msacc.parallel.pipeline_api.cell import Pipeline as Pipeline
from msacc.parallel.pipeline_api.cell import PipelineCell as PipelineCell
from msacc.parallel.pipeline_api.reducer import PipelineGradReducer as PipelineGradReducer
from msacc.profiler.step_timeline import expected_bubble as expected_bubble
from msacc.profiler.step_timeline import timeline
from msacc.step.pipeline_runtime.shared_parameters import (
    sync_pipeline_shared_parameters as sync_pipeline_shared_parameters,
)

record = timeline
