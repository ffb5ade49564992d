# Written by `python -m tests.stubs`.
from msacc.nn.probability.bijector.invert import *
