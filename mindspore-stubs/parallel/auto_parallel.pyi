# Written by `python -m tests.stubs`.
from msacc.parallel.auto_parallel import *
