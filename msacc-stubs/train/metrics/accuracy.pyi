# Written by `python -m tests.stubs`.
from msacc.nn.metrics.accuracy import Accuracy as Accuracy
from msacc.nn.metrics.metric import EvaluationBase as EvaluationBase
from msacc.nn.metrics.metric import rearrange_inputs as rearrange_inputs
