# Written by `python -m tests.stubs`.
from msacc.numpy.utils import *
from msacc.numpy.utils import _to_tensor as _to_tensor
