# Written by `python -m tests.stubs`.
from msacc.ops.function.spectral_func import *
