# Written by `python -m tests.stubs`.
from msacc.parallel.strategy import *
