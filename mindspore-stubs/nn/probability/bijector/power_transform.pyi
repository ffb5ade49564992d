# Written by `python -m tests.stubs`.
from msacc.nn.probability.bijector.power_transform import *
