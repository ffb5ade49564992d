# Written by `python -m tests.stubs`.
from msacc.mint.distributed.distributed import *
from msacc.mint.distributed.distributed import _refuse as _refuse
