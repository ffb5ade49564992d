"""What `mindspore.boost` held: gradient accumulation is here, its other algorithms are Ascend's.

Doors alone; imports `common`, `ops` and `nn`.
"""

from msacc.boost import grad_accumulation as grad_accumulation
from msacc.boost.grad_accumulation import GradientAccumulation as GradientAccumulation
from msacc.homes import refuse

__getattr__ = refuse("mindspore.boost")
