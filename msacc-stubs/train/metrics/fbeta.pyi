# Written by `python -m tests.stubs`.
from msacc.nn.metrics._classification_rates import as_onehot as as_onehot
from msacc.nn.metrics.fbeta import F1 as F1
from msacc.nn.metrics.fbeta import Fbeta as Fbeta
from msacc.nn.metrics.metric import Metric as Metric
from msacc.nn.metrics.metric import is_onehot as is_onehot
from msacc.nn.metrics.metric import rearrange_inputs as rearrange_inputs
EPS: float
