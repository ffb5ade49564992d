# Written by `python -m tests.stubs`.
from msacc.ops.function.debug_func import *
