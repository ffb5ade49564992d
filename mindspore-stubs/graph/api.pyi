# Written by `python -m tests.stubs`.
from msacc.graph.api import *
from msacc.graph.api import _no_grad as _no_grad
