# Written by `python -m tests.stubs`.
from msacc.mindrecord.common import *
from typing import Any
_ORIGIN: int
_TABLE: Any
