# Written by `python -m tests.stubs`.
from msacc.internals.recompute import _RecomputeCell as _RecomputeCell
from msacc.internals.recompute import _check_input_args_validate as _check_input_args_validate
from msacc.internals.recompute import _padding_input_grads as _padding_input_grads
from msacc.nn.recompute import recompute as recompute
