# Written by `python -m tests.stubs`.
from msacc.nn.optim.adam import *
from msacc.nn.optim.adam import _PlainAdam as _PlainAdam
