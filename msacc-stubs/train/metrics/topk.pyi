# Written by `python -m tests.stubs`.
from msacc.nn.metrics.metric import Metric as Metric
from msacc.nn.metrics.metric import is_onehot as is_onehot
from msacc.nn.metrics.metric import rearrange_inputs as rearrange_inputs
from msacc.nn.metrics.topk import Top1CategoricalAccuracy as Top1CategoricalAccuracy
from msacc.nn.metrics.topk import Top5CategoricalAccuracy as Top5CategoricalAccuracy
from msacc.nn.metrics.topk import TopKCategoricalAccuracy as TopKCategoricalAccuracy
