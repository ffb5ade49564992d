# Written by `python -m tests.stubs`.
from msacc.profiler.common import constant as constant
from msacc.profiler.config import ProfilerLevel as ProfilerLevel
