# Written by `python -m tests.stubs`.
from msacc.nn.wrap.grad_reducer import *
