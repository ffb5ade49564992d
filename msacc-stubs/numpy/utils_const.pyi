# Written by `python -m tests.stubs`.
from msacc.internals.numpy_helpers import _raise_value_error as _raise_value_error
