# Written by `python -m tests.stubs`.
from msacc.communication.comm_func import *
