# Written by `python -m tests.stubs`.
from msacc.device_context import *
