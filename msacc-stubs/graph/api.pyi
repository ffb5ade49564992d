# Written by `python -m tests.stubs`.
from msacc.graph.jit import jit as jit
from msacc.graph.saved_tensor_hooks import _no_grad as _no_grad
from msacc.graph.saved_tensor_hooks import register_saved_tensors_hooks as register_saved_tensors_hooks
from msacc.graph.saved_tensor_hooks import saved_tensors_hooks as saved_tensors_hooks
