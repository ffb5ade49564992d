# Written by `python -m tests.stubs`.
from msacc.train.amp import *
