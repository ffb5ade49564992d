# Written by `python -m tests.stubs`.
from msacc.device_context.cpu import device_count as device_count
from msacc.device_context.cpu import is_available as is_available
