"""Doors to pipelines: Cells around a network, what a script's own step needs, and a picture of the schedule.

The engine is `step.pipeline`; imports what `parallel` may.
"""

from msacc.parallel.pipeline_api.cell import Pipeline as Pipeline
from msacc.parallel.pipeline_api.cell import PipelineCell as PipelineCell
from msacc.parallel.pipeline_api.reducer import PipelineGradReducer as PipelineGradReducer
from msacc.parallel.pipeline_api.timeline_plot import expected_bubble as expected_bubble
from msacc.parallel.pipeline_api.timeline_plot import record as record
from msacc.step.pipeline_runtime.shared_parameters import (
    sync_pipeline_shared_parameters as sync_pipeline_shared_parameters,
)
