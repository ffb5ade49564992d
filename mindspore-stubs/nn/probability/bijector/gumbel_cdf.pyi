# Written by `python -m tests.stubs`.
from msacc.nn.probability.bijector.gumbel_cdf import *
