# Written by `python -m tests.stubs`.
from msacc.mindrecord.common.exceptions import *
from msacc.mindrecord.common.exceptions import _ORIGIN as _ORIGIN
from msacc.mindrecord.common.exceptions import _TABLE as _TABLE
