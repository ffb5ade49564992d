# Written by `python -m tests.stubs`.
from msacc.boost.group_loss_scale_manager import *
