# Written by `python -m tests.stubs`.
from msacc.train.metrics.recall import *
