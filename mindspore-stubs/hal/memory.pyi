# Written by `python -m tests.stubs`.
from msacc.hal.memory import *
from msacc.hal.memory import _TARGETS as _TARGETS
from msacc.hal.memory import _check_target as _check_target
from msacc.hal.memory import _of_device as _of_device
from msacc.hal.memory import _target as _target
