"""mint.linalg: matrices, with torch's argument names, as the chapters of ops declare them.

Imports `ops` and `mint`.
"""

from msacc.mint.op_functions import FUNCTIONS as _FUNCTIONS
from msacc.module_aliases import refuse as _refuse

globals().update(_FUNCTIONS["linalg"])

__all__ = list(_FUNCTIONS["linalg"])
__getattr__ = _refuse("mindspore.mint.linalg")
