# Written by `python -m tests.stubs`.
from msacc.device_context.ascend import device_count as device_count
from msacc.device_context.ascend import is_available as is_available
