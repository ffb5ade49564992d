# Written by `python -m tests.stubs`.
from msacc.profiler.config import ProfilerLevel as ProfilerLevel
