# Written by `python -m tests.stubs`.
from msacc.device_context.gpu import op_precision as op_precision
from msacc.device_context.gpu import op_tuning as op_tuning
from msacc.module_aliases import refuse as refuse
from typing import Any
def device_count() -> int: ...
def is_available() -> bool: ...
