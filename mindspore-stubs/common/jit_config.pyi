# Written by `python -m tests.stubs`.
from msacc.common.jit_config import *
