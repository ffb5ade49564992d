# Written by `python -m tests.stubs`.
from msacc.nn.optim.tft_wrapper import *
