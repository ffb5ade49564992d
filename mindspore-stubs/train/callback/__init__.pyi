# Written by `python -m tests.stubs`.
from msacc.train.callback import *
