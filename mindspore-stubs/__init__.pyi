# Written by `python -m tests.stubs`.
from msacc import *
from msacc import _Function as _Function
from msacc import __version__ as __version__
from msacc import _no_grad as _no_grad
