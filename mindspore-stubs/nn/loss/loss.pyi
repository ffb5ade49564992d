# Written by `python -m tests.stubs`.
from msacc.nn.loss.loss import *
