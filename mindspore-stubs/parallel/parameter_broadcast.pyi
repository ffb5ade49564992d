# Written by `python -m tests.stubs`.
from msacc.parallel.parameter_broadcast import *
