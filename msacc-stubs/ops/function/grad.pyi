# Written by `python -m tests.stubs`.
from msacc.ops.function import *
from msacc.module_aliases import refuse as _refuse
from msacc.ops import auto_generate as auto_generate
from msacc.ops import function as function
from msacc.ops import functional as functional
from msacc.ops import functional_overload as functional_overload
from msacc.ops import operations as P
from msacc.ops import operations as operations
from msacc.ops import primitive as primitive
from msacc.ops.core.primitive import constexpr as _constexpr
_primexpr = _constexpr
_refuse = _refuse
