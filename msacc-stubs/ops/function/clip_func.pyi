# Written by `python -m tests.stubs`.
from msacc.ops.composite.math_ops import *
