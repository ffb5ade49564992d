"""NumPy types that MindSpore adds to NumPy's own.

NumPy lacks bfloat16, and msacc registers no type of its own with it: arrays of bfloat16 Tensors are float32, which
holds every such value, so that is what `bfloat16` is here.
"""

from __future__ import annotations

import numpy as np

from msacc.common import checks as check

bfloat16 = np.float32


def np_dtype_valid(enable_error: bool) -> bool:
    """Whether `bfloat16` can be used with the NumPy that is installed: always, so `enable_error` raises nothing."""
    check.boolean("np_dtype_valid", "enable_error", enable_error)
    return True


__all__ = ["bfloat16"]
