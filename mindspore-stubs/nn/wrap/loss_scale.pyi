# Written by `python -m tests.stubs`.
from msacc.nn.wrap.loss_scale import *
