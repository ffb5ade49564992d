# Written by `python -m tests.stubs`.
from msacc.nn.optim.momentum import *
