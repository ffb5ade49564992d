# Written by `python -m tests.stubs`.
from msacc.train.metrics.roc import *
from msacc.train.metrics.roc import _curve as _curve
