# Written by `python -m tests.stubs`.
from msacc.runtime.limits import get_device_limit as get_device_limit
from msacc.runtime.limits import set_device_limit as set_device_limit
