# Written by `python -m tests.stubs`.
from msacc.communication import comm_func as comm_func
from msacc.communication import management as management
from msacc.communication._groups import GlobalComm as GlobalComm
from msacc.communication.management import create_group as create_group
from msacc.communication.management import destroy_group as destroy_group
from msacc.communication.management import get_comm_name as get_comm_name
from msacc.communication.management import get_group_rank_from_world_rank as get_group_rank_from_world_rank
from msacc.communication.management import get_group_size as get_group_size
from msacc.communication.management import get_local_rank as get_local_rank
from msacc.communication.management import get_local_rank_size as get_local_rank_size
from msacc.communication.management import get_process_group_ranks as get_process_group_ranks
from msacc.communication.management import get_rank as get_rank
from msacc.communication.management import get_world_rank_from_group_rank as get_world_rank_from_group_rank
from msacc.communication.management import init as init
from msacc.communication.management import release as release
HCCL_WORLD_COMM_GROUP: str
MCCL_WORLD_COMM_GROUP: str
NCCL_WORLD_COMM_GROUP: str
