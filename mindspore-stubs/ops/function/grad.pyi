# Written by `python -m tests.stubs`.
from msacc.ops.function.grad import *
from msacc.ops.function.grad import _primexpr as _primexpr
from msacc.ops.function.grad import _refuse as _refuse
