# Written by `python -m tests.stubs`.
from msacc.ops.function.parameter_func import *
