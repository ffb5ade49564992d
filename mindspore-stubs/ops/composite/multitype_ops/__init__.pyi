# Written by `python -m tests.stubs`.
from msacc.ops.composite.multitype_ops import *
