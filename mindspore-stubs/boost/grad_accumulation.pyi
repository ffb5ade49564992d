# Written by `python -m tests.stubs`.
from msacc.boost.grad_accumulation import *
