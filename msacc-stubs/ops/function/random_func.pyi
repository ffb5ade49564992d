# Written by `python -m tests.stubs`.
from msacc.ops.function.math_func import *
from msacc.internals.function_helpers import _get_seed as _get_seed
from msacc.internals.function_helpers import _set_prim_op_user_data as _set_prim_op_user_data
