# Written by `python -m tests.stubs`.
from msacc.numpy.utils_const import *
from msacc.numpy.utils_const import _raise_value_error as _raise_value_error
