"""The CPU: always there, one of it.

Imports: module_aliases.
"""

from __future__ import annotations

from msacc.device_context.cpu import op_tuning as op_tuning
from msacc.device_context.cpu.op_tuning import threads_num as threads_num
from msacc.module_aliases import refuse


def is_available() -> bool:
    """Always True."""
    return True


def device_count() -> int:
    """Always 1."""
    return 1


__getattr__ = refuse("mindspore.device_context.cpu")
