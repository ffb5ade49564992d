# Written by `python -m tests.stubs`.
from msacc.nn.optim.proximal_ada_grad import *
