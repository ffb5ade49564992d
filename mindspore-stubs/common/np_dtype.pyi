# Written by `python -m tests.stubs`.
from msacc.common.np_dtype import *
