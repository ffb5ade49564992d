# Written by `python -m tests.stubs`.
from msacc.ops.composite.base import *
from msacc.ops.composite.base import _primexpr as _primexpr
from msacc.ops.composite.base import _refuse as _refuse
