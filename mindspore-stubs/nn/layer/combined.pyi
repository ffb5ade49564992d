# Written by `python -m tests.stubs`.
from msacc.nn.layer.combined import *
from msacc.nn.layer.combined import _BnAct as _BnAct
