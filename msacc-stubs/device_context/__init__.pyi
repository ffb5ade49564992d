# Written by `python -m tests.stubs`.
from msacc.device_context import ascend as ascend
from msacc.device_context import cpu as cpu
from msacc.device_context import gpu as gpu
