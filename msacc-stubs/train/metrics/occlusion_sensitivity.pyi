# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor as Tensor
from msacc.nn.cell.cell import Cell as Cell
from msacc.nn.metrics.metric import Metric as Metric
from msacc.nn.metrics.metric import rearrange_inputs as rearrange_inputs
from msacc.nn.metrics.occlusion_sensitivity import OcclusionSensitivity as OcclusionSensitivity
