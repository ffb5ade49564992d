# Written by `python -m tests.stubs`.
from msacc.nn.layer.activation import *
