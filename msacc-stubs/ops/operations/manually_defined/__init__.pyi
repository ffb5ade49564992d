# Written by `python -m tests.stubs`.
from msacc.ops.composite import *
