"""The `mindspore.context` API: set_context, get_context and the parallel context."""

from msacc.auto_parallel_context import get_auto_parallel_context as get_auto_parallel_context
from msacc.auto_parallel_context import reset_auto_parallel_context as reset_auto_parallel_context
from msacc.auto_parallel_context import set_auto_parallel_context as set_auto_parallel_context
from msacc.common.parallel_modes import ParallelMode as ParallelMode
from msacc.common.settings import GRAPH_MODE as GRAPH_MODE
from msacc.common.settings import PYNATIVE_MODE as PYNATIVE_MODE
from msacc.execution_context import COMPATIBLE as COMPATIBLE
from msacc.execution_context import DEBUG as DEBUG
from msacc.execution_context import LAX as LAX
from msacc.execution_context import RELEASE as RELEASE
from msacc.execution_context import STRICT as STRICT
from msacc.execution_context import get_context as get_context
from msacc.execution_context import get_jit_config as get_jit_config
from msacc.execution_context import get_ps_context as get_ps_context
from msacc.execution_context import reset_ps_context as reset_ps_context
from msacc.execution_context import set_context as set_context
from msacc.execution_context import set_ps_context as set_ps_context
from msacc.module_aliases import refuse

__getattr__ = refuse("mindspore.context")
