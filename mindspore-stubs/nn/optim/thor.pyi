# Written by `python -m tests.stubs`.
from msacc.nn.optim.thor import *
from msacc.nn.optim.thor import _AdaSum as _AdaSum
