# Written by `python -m tests.stubs`.
from msacc.ops.operations.custom_ops import *
