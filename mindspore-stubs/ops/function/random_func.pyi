# Written by `python -m tests.stubs`.
from msacc.ops.function.random_func import *
from msacc.ops.function.random_func import _get_seed as _get_seed
from msacc.ops.function.random_func import _set_prim_op_user_data as _set_prim_op_user_data
