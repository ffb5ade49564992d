# Written by `python -m tests.stubs`.
from msacc.nn.layer.container import *
from msacc.nn.layer.container import _Numbered as _Numbered
