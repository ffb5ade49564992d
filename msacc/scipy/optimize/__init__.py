"""scipy.optimize: minimizers and linear assignment. The ops compute; this module binds names.

Imports: module_aliases, ops.linalg.
"""

from msacc.module_aliases import refuse as _refuse
from msacc.ops.linalg.line_search import line_search as line_search
from msacc.ops.linalg.minimize import minimize as minimize
from msacc.scipy.optimize.linear_sum_assignment import (
    linear_sum_assignment as linear_sum_assignment,
)

__all__ = ["line_search", "linear_sum_assignment", "minimize"]
__getattr__ = _refuse("mindspore.scipy.optimize")
