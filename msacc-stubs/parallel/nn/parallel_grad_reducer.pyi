# Written by `python -m tests.stubs`.
from msacc.parallel.pipeline_api.reducer import PipelineGradReducer as PipelineGradReducer
