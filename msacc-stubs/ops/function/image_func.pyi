# Written by `python -m tests.stubs`.
from msacc.ops.function.grad import *
