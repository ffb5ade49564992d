# Written by `python -m tests.stubs`.
from msacc.nn.layer.padding import *
from msacc.nn.layer.padding import _ConstantPadNd as _ConstantPadNd
from msacc.nn.layer.padding import _PadNd as _PadNd
