# Written by `python -m tests.stubs`.
from msacc.device_context.gpu.device import *
