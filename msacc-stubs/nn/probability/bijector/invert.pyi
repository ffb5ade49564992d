# Written by `python -m tests.stubs`.
from msacc.nn.probability.bijector._rules import Invert as Invert
