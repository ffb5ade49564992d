# Written by `python -m tests.stubs`.
from msacc.common.checks import boolean as boolean
from msacc.common.copy_code import copy_code as copy_code
from msacc.common.tensor import Tensor as Tensor
from msacc.common.tensor import wrap as wrap
from msacc.communication._groups import GlobalComm as GlobalComm
from msacc.communication.store import TCPStore as TCPStore
from msacc.mint.distributed._handles import Handle
from msacc.mint.distributed._handles import bare as bare
from msacc.mint.distributed._point_to_point import P2POp as P2POp
from msacc.mint.distributed._process_groups import destroy_process_group as destroy_process_group
from msacc.mint.distributed._process_groups import get_backend as get_backend
from msacc.mint.distributed._process_groups import get_global_rank as get_global_rank
from msacc.mint.distributed._process_groups import get_group_rank as get_group_rank
from msacc.mint.distributed._process_groups import get_process_group_ranks as get_process_group_ranks
from msacc.mint.distributed._process_groups import get_rank as get_rank
from msacc.mint.distributed._process_groups import get_world_size as get_world_size
from msacc.mint.distributed._process_groups import init_process_group as init_process_group
from msacc.mint.distributed._process_groups import is_available as is_available
from msacc.mint.distributed._process_groups import is_initialized as is_initialized
from msacc.mint.distributed._process_groups import new_group as new_group
from msacc.mint.distributed.in_place import _all_gather as _all_gather
from msacc.mint.distributed.in_place import _all_reduce as _all_reduce
from msacc.mint.distributed.in_place import _all_to_all_single as _all_to_all_single
from msacc.mint.distributed.in_place import _comm_function as _comm_function
from msacc.mint.distributed.in_place import _irecv as _irecv
from msacc.mint.distributed.in_place import _recv as _recv
from msacc.mint.distributed.in_place import _reduce_scatter as _reduce_scatter
from msacc.mint.distributed.in_place import _world as _world
from msacc.mint.distributed.in_place import set_comm_ops_inplace as set_comm_ops_inplace
from msacc.ops import all_gather as all_gather
from msacc.ops import all_gather_into_tensor as all_gather_into_tensor
from msacc.ops import all_gather_into_tensor_uneven as all_gather_into_tensor_uneven
from msacc.ops import all_gather_object as all_gather_object
from msacc.ops import all_reduce as all_reduce
from msacc.ops import all_to_all as all_to_all
from msacc.ops import all_to_all_single as all_to_all_single
from msacc.ops import all_to_all_v_c as all_to_all_v_c
from msacc.ops import barrier as barrier
from msacc.ops import batch_isend_irecv as batch_isend_irecv
from msacc.ops import broadcast as broadcast
from msacc.ops import broadcast_object_list as broadcast_object_list
from msacc.ops import gather_into_tensor as gather_into_tensor
from msacc.ops import gather_object as gather_object
from msacc.ops import irecv as irecv
from msacc.ops import isend as isend
from msacc.ops import recv as recv
from msacc.ops import recv_object_list as recv_object_list
from msacc.ops import reduce as reduce
from msacc.ops import reduce_scatter as reduce_scatter
from msacc.ops import reduce_scatter_tensor as reduce_scatter_tensor
from msacc.ops import reduce_scatter_tensor_uneven as reduce_scatter_tensor_uneven
from msacc.ops import scatter_object_list as scatter_object_list
from msacc.ops import scatter_tensor as scatter_tensor
from msacc.ops import send as send
from msacc.ops import send_object_list as send_object_list
from msacc.ops.comm.collectives import ReduceOp as ReduceOp
from typing import Any
_NAMES: Any
_OUT: Any
_in_place: Any
def gather(tensor: Any, gather_list: Any, dst: int = 0, group: str | None = None, async_op: bool = False) -> Handle | None:
    """The tensors of all processes into `gather_list` of process `dst`; the lists of others stay.

    `tensor`: a Tensor of one shape and dtype in all processes; `gather_list`: on `dst`, a world rank, a list of
    as many Tensors like it as there are processes; elsewhere None will do. `group`: a group's name, all
    processes for None. `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.
    Raises TypeError for Tensors that differ and lists of another length, RuntimeError for a rank outside the
    group.
    """
def scatter(tensor: Any, scatter_list: Any, src: int = 0, group: str | None = None, async_op: bool = False) -> Handle | None:
    """One item of `scatter_list` of process `src` into the tensor of each process.

    `tensor`: a Tensor; `scatter_list`: on `src`, a world rank, a list of as many Tensors of its shape and dtype
    as there are processes; elsewhere None will do. `group`: a group's name, all processes for None. `async_op`:
    return a handle, whose `wait()` makes the result readable, instead of None. Raises TypeError for Tensors
    that differ and lists of another length, RuntimeError for a rank outside the group.
    """
