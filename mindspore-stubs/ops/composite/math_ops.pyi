# Written by `python -m tests.stubs`.
from msacc.ops.composite.math_ops import *
from msacc.ops.composite.math_ops import _primexpr as _primexpr
from msacc.ops.composite.math_ops import _refuse as _refuse
