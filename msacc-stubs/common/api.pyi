# Written by `python -m tests.stubs`.
from msacc.common.unsupported_services import _function_forbid_reuse as _function_forbid_reuse
from msacc.common.unsupported_services import flops_collection as flops_collection
from msacc.common.unsupported_services import ms_memory_recycle as ms_memory_recycle
from msacc.graph.jit import _CellGraphExecutor as __CellGraphExecutor
from msacc.graph.jit import jit as jit
from msacc.graph.jit import jit_class as jit_class
from msacc.graph.jit import ms_function as ms_function
from msacc.graph.saved_tensor_hooks import _no_grad as _no_grad
from msacc.graph.saved_tensor_hooks import saved_tensors_hooks as saved_tensors_hooks
from msacc.internals.pynative_executor import _PyNativeExecutor
from typing import Any
_cell_graph_executor = __CellGraphExecutor
_pynative_executor: _PyNativeExecutor
cells_compile_cache: Any
