# Written by `python -m tests.stubs`.
from msacc.nn.dynamic_lr import *
