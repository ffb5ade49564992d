# Written by `python -m tests.stubs`.
from msacc.nn.probability.distribution._discrete import Bernoulli as Bernoulli
