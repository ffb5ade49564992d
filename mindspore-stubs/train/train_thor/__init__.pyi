# Written by `python -m tests.stubs`.
from msacc.train.train_thor import *
