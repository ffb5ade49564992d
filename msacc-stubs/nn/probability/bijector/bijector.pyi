# Written by `python -m tests.stubs`.
from msacc.nn.probability._transformed import Bijector as Bijector
