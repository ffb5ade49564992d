# Written by `python -m tests.stubs`.
from msacc.ops.function.clip_func import *
