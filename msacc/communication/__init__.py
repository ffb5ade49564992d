"""Joining a job, ranks and groups. The collectives are ops: `msacc.ops.AllReduce` and the like.

Holds groups and the rendezvous of a job, over torch.distributed. `comm_func`, whose functions
are differentiable, is above `ops`.

Imports: common, module_aliases.
"""

from msacc.communication._groups import HCCL_WORLD_COMM_GROUP as HCCL_WORLD_COMM_GROUP
from msacc.communication._groups import MCCL_WORLD_COMM_GROUP as MCCL_WORLD_COMM_GROUP
from msacc.communication._groups import NCCL_WORLD_COMM_GROUP as NCCL_WORLD_COMM_GROUP
from msacc.communication._groups import GlobalComm as GlobalComm
from msacc.communication.management import create_group as create_group
from msacc.communication.management import destroy_group as destroy_group
from msacc.communication.management import get_comm_name as get_comm_name
from msacc.communication.management import (
    get_group_rank_from_world_rank as get_group_rank_from_world_rank,
)
from msacc.communication.management import get_group_size as get_group_size
from msacc.communication.management import get_local_rank as get_local_rank
from msacc.communication.management import get_local_rank_size as get_local_rank_size
from msacc.communication.management import get_process_group_ranks as get_process_group_ranks
from msacc.communication.management import get_rank as get_rank
from msacc.communication.management import (
    get_world_rank_from_group_rank as get_world_rank_from_group_rank,
)
from msacc.communication.management import init as init
from msacc.communication.management import release as release
from msacc.module_aliases import refuse as _refuse

__getattr__ = _refuse("mindspore.communication")
