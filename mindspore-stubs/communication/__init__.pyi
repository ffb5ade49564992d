# Written by `python -m tests.stubs`.
from msacc.communication import *
