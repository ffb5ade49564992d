# Written by `python -m tests.stubs`.
from msacc.nn.probability.distribution._continuous import Uniform as Uniform
