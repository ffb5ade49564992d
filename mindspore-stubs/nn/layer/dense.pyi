# Written by `python -m tests.stubs`.
from msacc.nn.layer.dense import *
