# Written by `python -m tests.stubs`.
from msacc.internals.numpy_helpers import _to_tensor as _to_tensor
