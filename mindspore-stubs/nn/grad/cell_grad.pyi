# Written by `python -m tests.stubs`.
from msacc.nn.grad.cell_grad import *
