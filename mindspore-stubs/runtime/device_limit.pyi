# Written by `python -m tests.stubs`.
from msacc.runtime.device_limit import *
