# Written by `python -m tests.stubs`.
from msacc.mint.optim import *
