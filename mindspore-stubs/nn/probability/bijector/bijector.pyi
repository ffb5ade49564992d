# Written by `python -m tests.stubs`.
from msacc.nn.probability.bijector.bijector import *
