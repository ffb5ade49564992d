# Written by `python -m tests.stubs`.
from msacc.train.loss_scale_manager import *
