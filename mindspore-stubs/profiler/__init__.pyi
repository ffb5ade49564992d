# Written by `python -m tests.stubs`.
from msacc.profiler import *
from msacc.profiler import _ExperimentalConfig as _ExperimentalConfig
