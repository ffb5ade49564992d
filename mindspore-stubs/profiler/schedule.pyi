# Written by `python -m tests.stubs`.
from msacc.profiler.schedule import *
