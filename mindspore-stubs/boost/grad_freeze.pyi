# Written by `python -m tests.stubs`.
from msacc.boost.grad_freeze import *
