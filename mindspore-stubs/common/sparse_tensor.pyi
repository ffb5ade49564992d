# Written by `python -m tests.stubs`.
from msacc.common.sparse_tensor import *
from msacc.common.sparse_tensor import _KINDS as _KINDS
from msacc.common.sparse_tensor import _text as _text
