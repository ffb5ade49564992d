# Written by `python -m tests.stubs`.
from msacc.nn.optim.adamax import *
