# Written by `python -m tests.stubs`.
from msacc.ops import *
from msacc.ops import _primexpr as _primexpr
