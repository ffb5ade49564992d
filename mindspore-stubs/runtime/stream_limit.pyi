# Written by `python -m tests.stubs`.
from msacc.runtime.stream_limit import *
