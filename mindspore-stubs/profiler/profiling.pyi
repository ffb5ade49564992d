# Written by `python -m tests.stubs`.
from msacc.profiler.profiling import *
from msacc.profiler.profiling import _ExperimentalConfig as _ExperimentalConfig
