# Written by `python -m tests.stubs`.
from msacc.device_context.gpu import device_count as device_count
from msacc.device_context.gpu import is_available as is_available
