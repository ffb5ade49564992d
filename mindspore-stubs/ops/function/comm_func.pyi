# Written by `python -m tests.stubs`.
from msacc.ops.function.comm_func import *
from msacc.ops.function.comm_func import _NAMES as _NAMES
from msacc.ops.function.comm_func import _OUT as _OUT
from msacc.ops.function.comm_func import _all_gather as _all_gather
from msacc.ops.function.comm_func import _all_reduce as _all_reduce
from msacc.ops.function.comm_func import _all_to_all_single as _all_to_all_single
from msacc.ops.function.comm_func import _comm_function as _comm_function
from msacc.ops.function.comm_func import _in_place as _in_place
from msacc.ops.function.comm_func import _irecv as _irecv
from msacc.ops.function.comm_func import _recv as _recv
from msacc.ops.function.comm_func import _reduce_scatter as _reduce_scatter
from msacc.ops.function.comm_func import _world as _world
