# Written by `python -m tests.stubs`.
from msacc.graph.jit import lazy_inline as lazy_inline
