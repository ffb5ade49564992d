# Written by `python -m tests.stubs`.
from msacc.hal import *
from msacc.hal import _target as _target
from msacc.hal import _of_device as _of_device
from msacc.hal import _check_target as _check_target
