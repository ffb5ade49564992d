# Written by `python -m tests.stubs`.
from msacc.internals.distributed_helpers import enable_save_strategy_online as enable_save_strategy_online
from msacc.internals.distributed_helpers import get_current_strategy_metadata as get_current_strategy_metadata
from msacc.internals.distributed_helpers import get_strategy_metadata as get_strategy_metadata
