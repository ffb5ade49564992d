# Written by `python -m tests.stubs`.
from msacc.auto_parallel_context import *
from msacc.auto_parallel_context import _AutoParallelContext as _AutoParallelContext
