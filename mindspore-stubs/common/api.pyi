# Written by `python -m tests.stubs`.
from msacc.common.api import *
from msacc.common.api import _cell_graph_executor as _cell_graph_executor
from msacc.common.api import _function_forbid_reuse as _function_forbid_reuse
from msacc.common.api import _no_grad as _no_grad
from msacc.common.api import _pynative_executor as _pynative_executor
