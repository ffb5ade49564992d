"""Ascend: never there.

Answers that say so.

Imports: device_context, module_aliases.
"""

from __future__ import annotations

from msacc.device_context.ascend import op_debug as op_debug
from msacc.device_context.ascend import op_precision as op_precision
from msacc.device_context.ascend import op_tuning as op_tuning
from msacc.module_aliases import refuse


def is_available() -> bool:
    """Always False."""
    return False


def device_count() -> int:
    """Always 0."""
    return 0


__getattr__ = refuse("mindspore.device_context.ascend")
