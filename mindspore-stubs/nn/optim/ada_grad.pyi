# Written by `python -m tests.stubs`.
from msacc.nn.optim.ada_grad import *
