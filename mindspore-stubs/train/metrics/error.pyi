# Written by `python -m tests.stubs`.
from msacc.train.metrics.error import *
from msacc.train.metrics.error import _Error as _Error
