# Written by `python -m tests.stubs`.
from msacc.auto_parallel_context import get_auto_parallel_context as get_auto_parallel_context
from msacc.auto_parallel_context import reset_auto_parallel_context as reset_auto_parallel_context
from msacc.auto_parallel_context import set_auto_parallel_context as set_auto_parallel_context
from msacc.common.parallel_modes import ParallelMode as ParallelMode
from msacc.execution_context import get_context as get_context
from msacc.execution_context import get_jit_config as get_jit_config
from msacc.execution_context import get_ps_context as get_ps_context
from msacc.execution_context import reset_ps_context as reset_ps_context
from msacc.execution_context import set_context as set_context
from msacc.execution_context import set_ps_context as set_ps_context
from msacc.module_aliases import refuse as refuse
COMPATIBLE: int
DEBUG: int
GRAPH_MODE: int
LAX: int
PYNATIVE_MODE: int
RELEASE: int
STRICT: int
