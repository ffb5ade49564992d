# Written by `python -m tests.stubs`.
from msacc.parallel.pipeline_api.cell import PipelineCell as PipelineCell
