# Written by `python -m tests.stubs`.
from msacc.ops.function.image_func import *
