# Written by `python -m tests.stubs`.
from msacc.train.metrics.confusion_matrix import *
from msacc.train.metrics.confusion_matrix import _BY_NAME as _BY_NAME
from msacc.train.metrics.confusion_matrix import _DECREASE as _DECREASE
from msacc.train.metrics.confusion_matrix import _NORMALIZE as _NORMALIZE
from msacc.train.metrics.confusion_matrix import _RATES as _RATES
from msacc.train.metrics.confusion_matrix import _matthews as _matthews
from msacc.train.metrics.confusion_matrix import _mean as _mean
from msacc.train.metrics.confusion_matrix import _npv as _npv
from msacc.train.metrics.confusion_matrix import _over as _over
from msacc.train.metrics.confusion_matrix import _ppv as _ppv
from msacc.train.metrics.confusion_matrix import _prevalence as _prevalence
from msacc.train.metrics.confusion_matrix import _rate as _rate
from msacc.train.metrics.confusion_matrix import _reduced as _reduced
from msacc.train.metrics.confusion_matrix import _tnr as _tnr
from msacc.train.metrics.confusion_matrix import _tpr as _tpr
