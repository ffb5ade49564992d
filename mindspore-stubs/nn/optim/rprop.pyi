# Written by `python -m tests.stubs`.
from msacc.nn.optim.rprop import *
