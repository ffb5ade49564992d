# Written by `python -m tests.stubs`.
from msacc.train.parallel_utils import *
