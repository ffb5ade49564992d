# Written by `python -m tests.stubs`.
from msacc.nn.probability.bnn_layers import *
