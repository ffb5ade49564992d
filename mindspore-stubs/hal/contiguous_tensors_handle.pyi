# Written by `python -m tests.stubs`.
from msacc.hal.contiguous_tensors_handle import *
