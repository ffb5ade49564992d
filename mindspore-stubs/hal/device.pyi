# Written by `python -m tests.stubs`.
from msacc.hal.device import *
from msacc.hal.device import _TARGETS as _TARGETS
from msacc.hal.device import _check_target as _check_target
from msacc.hal.device import _of_device as _of_device
from msacc.hal.device import _target as _target
