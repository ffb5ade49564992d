# Written by `python -m tests.stubs`.
from msacc.common.recompute import *
from msacc.common.recompute import _RecomputeCell as _RecomputeCell
from msacc.common.recompute import _check_input_args_validate as _check_input_args_validate
from msacc.common.recompute import _padding_input_grads as _padding_input_grads
