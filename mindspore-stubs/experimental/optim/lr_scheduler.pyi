# Written by `python -m tests.stubs`.
from msacc.experimental.optim.lr_scheduler import *
from msacc.experimental.optim.lr_scheduler import _ByFunction as _ByFunction
