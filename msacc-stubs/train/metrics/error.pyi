# Written by `python -m tests.stubs`.
from msacc.nn.metrics.error import MAE as MAE
from msacc.nn.metrics.error import MSE as MSE
from msacc.nn.metrics.error import _Error as _Error
from msacc.nn.metrics.metric import Metric as Metric
from msacc.nn.metrics.metric import rearrange_inputs as rearrange_inputs
