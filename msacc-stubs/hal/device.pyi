# Written by `python -m tests.stubs`.
from msacc.hal import *
from msacc.common.checks import is_int as is_int
from msacc.common.settings import Settings
from msacc.hal import _check_target as _check_target
from msacc.hal import _of_device as _of_device
from msacc.hal import _target as _target
from msacc.module_aliases import refuse as refuse
from typing import Any
_TARGETS: Any
settings: Settings
