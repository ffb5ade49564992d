# Written by `python -m tests.stubs`.
from msacc.graph.jit import JitConfig as JitConfig
