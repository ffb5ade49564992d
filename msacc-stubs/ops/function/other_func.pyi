# Written by `python -m tests.stubs`.
from msacc.ops.function.linalg_func import *
