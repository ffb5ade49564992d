# Written by `python -m tests.stubs`.
from msacc.nn.learning_rate_schedule import *
from msacc.nn.learning_rate_schedule import _Decay as _Decay
