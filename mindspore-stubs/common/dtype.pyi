# Written by `python -m tests.stubs`.
from msacc.common.dtype import *
