# Written by `python -m tests.stubs`.
from msacc.graph.lazy_inline import *
