# Written by `python -m tests.stubs`.
from msacc.nn.optim.adafactor import *
