# Written by `python -m tests.stubs`.
from msacc.numpy import *
