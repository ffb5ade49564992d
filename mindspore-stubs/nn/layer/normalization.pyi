# Written by `python -m tests.stubs`.
from msacc.nn.layer.normalization import *
from msacc.nn.layer.normalization import _BatchNorm as _BatchNorm
from msacc.nn.layer.normalization import _InstanceNorm as _InstanceNorm
