# Written by `python -m tests.stubs`.
from msacc.ops.function.math_func import *
