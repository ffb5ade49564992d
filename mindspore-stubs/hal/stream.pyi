# Written by `python -m tests.stubs`.
from msacc.hal.stream import *
from msacc.hal.stream import _TARGETS as _TARGETS
from msacc.hal.stream import _check_target as _check_target
from msacc.hal.stream import _of_device as _of_device
from msacc.hal.stream import _target as _target
