# Written by `python -m tests.stubs`.
from msacc.common.short_repr import ReprByAttributes as ReprByAttributes
from msacc.common.tensor import Tensor as Tensor
from msacc.nn.metrics.metric import EvaluationBase as EvaluationBase
from msacc.nn.metrics.metric import Metric as Metric
from msacc.nn.metrics.metric import is_onehot as is_onehot
from msacc.nn.metrics.metric import rearrange_inputs as rearrange_inputs
