# Written by `python -m tests.stubs`.
from msacc.parallel.nn.parallel_grad_reducer import *
