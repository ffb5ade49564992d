# Written by `python -m tests.stubs`.
from msacc.internals.contiguous_tensors import ContiguousTensorsHandle as ContiguousTensorsHandle
from msacc.internals.contiguous_tensors import combine_tensor_list_contiguous as combine_tensor_list_contiguous
