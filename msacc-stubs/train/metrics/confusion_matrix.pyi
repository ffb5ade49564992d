# Written by `python -m tests.stubs`.
from msacc.nn.metrics.confusion_matrix import ConfusionMatrix as ConfusionMatrix
from msacc.nn.metrics.confusion_matrix import ConfusionMatrixMetric as ConfusionMatrixMetric
from msacc.nn.metrics.confusion_matrix import _matthews as _matthews
from msacc.nn.metrics.confusion_matrix import _mean as _mean
from msacc.nn.metrics.confusion_matrix import _npv as _npv
from msacc.nn.metrics.confusion_matrix import _over as _over
from msacc.nn.metrics.confusion_matrix import _ppv as _ppv
from msacc.nn.metrics.confusion_matrix import _prevalence as _prevalence
from msacc.nn.metrics.confusion_matrix import _rate as _rate
from msacc.nn.metrics.confusion_matrix import _reduced as _reduced
from msacc.nn.metrics.confusion_matrix import _tnr as _tnr
from msacc.nn.metrics.confusion_matrix import _tpr as _tpr
from msacc.nn.metrics.metric import Metric as Metric
from msacc.nn.metrics.metric import rearrange_inputs as rearrange_inputs
from typing import Any
_BY_NAME: Any
_DECREASE: Any
_NORMALIZE: Any
_RATES: Any
