"""mint.distributed: torch's collectives on Tensors; results are written into the output tensors.

Ranks of sources and destinations are world ranks. Asynchronous calls return a handle whose `wait()` makes the
result readable. No call here carries a gradient: for that see `msacc.communication.comm_func`.

Imports: common, communication, communication.comm_func, module_aliases, ops.comm.
"""

from msacc.communication.store import TCPStore as TCPStore
from msacc.mint.distributed._collectives import all_gather as all_gather
from msacc.mint.distributed._collectives import all_gather_into_tensor as all_gather_into_tensor
from msacc.mint.distributed._collectives import (
    all_gather_into_tensor_uneven as all_gather_into_tensor_uneven,
)
from msacc.mint.distributed._collectives import all_reduce as all_reduce
from msacc.mint.distributed._collectives import all_to_all as all_to_all
from msacc.mint.distributed._collectives import all_to_all_single as all_to_all_single
from msacc.mint.distributed._collectives import all_to_all_v_c as all_to_all_v_c
from msacc.mint.distributed._collectives import barrier as barrier
from msacc.mint.distributed._collectives import broadcast as broadcast
from msacc.mint.distributed._collectives import gather as gather
from msacc.mint.distributed._collectives import gather_into_tensor as gather_into_tensor
from msacc.mint.distributed._collectives import reduce as reduce
from msacc.mint.distributed._collectives import reduce_scatter as reduce_scatter
from msacc.mint.distributed._collectives import reduce_scatter_tensor as reduce_scatter_tensor
from msacc.mint.distributed._collectives import (
    reduce_scatter_tensor_uneven as reduce_scatter_tensor_uneven,
)
from msacc.mint.distributed._collectives import scatter as scatter
from msacc.mint.distributed._collectives import scatter_tensor as scatter_tensor
from msacc.mint.distributed._point_to_point import P2POp as P2POp
from msacc.mint.distributed._point_to_point import all_gather_object as all_gather_object
from msacc.mint.distributed._point_to_point import batch_isend_irecv as batch_isend_irecv
from msacc.mint.distributed._point_to_point import broadcast_object_list as broadcast_object_list
from msacc.mint.distributed._point_to_point import gather_object as gather_object
from msacc.mint.distributed._point_to_point import irecv as irecv
from msacc.mint.distributed._point_to_point import isend as isend
from msacc.mint.distributed._point_to_point import recv as recv
from msacc.mint.distributed._point_to_point import recv_object_list as recv_object_list
from msacc.mint.distributed._point_to_point import scatter_object_list as scatter_object_list
from msacc.mint.distributed._point_to_point import send as send
from msacc.mint.distributed._point_to_point import send_object_list as send_object_list
from msacc.mint.distributed._process_groups import destroy_process_group as destroy_process_group
from msacc.mint.distributed._process_groups import get_backend as get_backend
from msacc.mint.distributed._process_groups import get_global_rank as get_global_rank
from msacc.mint.distributed._process_groups import get_group_rank as get_group_rank
from msacc.mint.distributed._process_groups import (
    get_process_group_ranks as get_process_group_ranks,
)
from msacc.mint.distributed._process_groups import get_rank as get_rank
from msacc.mint.distributed._process_groups import get_world_size as get_world_size
from msacc.mint.distributed._process_groups import init_process_group as init_process_group
from msacc.mint.distributed._process_groups import is_available as is_available
from msacc.mint.distributed._process_groups import is_initialized as is_initialized
from msacc.mint.distributed._process_groups import new_group as new_group
from msacc.module_aliases import refuse as _refuse

__getattr__ = _refuse("mindspore.mint.distributed")
