# Written by `python -m tests.stubs`.
from msacc.nn.metrics.dice import Dice as Dice
from msacc.nn.metrics.metric import Metric as Metric
from msacc.nn.metrics.metric import rearrange_inputs as rearrange_inputs
