# Written by `python -m tests.stubs`.
from msacc.mint.distributed import *
