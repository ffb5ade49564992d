# Written by `python -m tests.stubs`.
from msacc.ops._shared import *
from msacc.graph.transforms import grad as grad
from msacc.module_aliases import refuse as _refuse
from msacc.ops.core.primitive import constexpr as _constexpr
from msacc.ops.parameter_assign import identity as identity
_primexpr = _constexpr
_refuse = _refuse
