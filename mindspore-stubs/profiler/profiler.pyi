# Written by `python -m tests.stubs`.
from msacc.profiler.profiler import *
from msacc.profiler.profiler import _Recorder as _Recorder
