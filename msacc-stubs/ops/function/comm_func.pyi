# Written by `python -m tests.stubs`.
from msacc.ops.communication import *
