# Written by `python -m tests.stubs`.
from msacc.nn.probability.distribution.logistic import *
