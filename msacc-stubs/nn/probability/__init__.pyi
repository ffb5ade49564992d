# Written by `python -m tests.stubs`.
from msacc.nn.probability import bijector as bijector
from msacc.nn.probability import distribution as distribution
