# Written by `python -m tests.stubs`.
from msacc.parallel.checkpoint_convert import *
