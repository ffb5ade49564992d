# Written by `python -m tests.stubs`.
from msacc.ops.function.vmap_func import *
