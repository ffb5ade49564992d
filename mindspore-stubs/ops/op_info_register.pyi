# Written by `python -m tests.stubs`.
from msacc.ops.op_info_register import *
