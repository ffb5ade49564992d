# Written by `python -m tests.stubs`.
from msacc.ops.composite import *
from msacc.module_aliases import refuse as _refuse
from msacc.ops.core.primitive import constexpr as _constexpr
_primexpr = _constexpr
_refuse = _refuse
