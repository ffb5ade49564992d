# Written by `python -m tests.stubs`.
from msacc.device_context.cpu import op_tuning as op_tuning
from msacc.device_context.cpu.op_tuning import threads_num as threads_num
from msacc.module_aliases import refuse as refuse
from typing import Any
def device_count() -> int: ...
def is_available() -> bool: ...
