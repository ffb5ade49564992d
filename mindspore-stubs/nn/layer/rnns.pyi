# Written by `python -m tests.stubs`.
from msacc.nn.layer.rnns import *
from msacc.nn.layer.rnns import _RNNBase as _RNNBase
