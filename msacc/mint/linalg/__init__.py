"""mint.linalg: matrices, with torch's argument names.

A table; imports `ops`.
"""

from msacc.homes import refuse as _refuse
from msacc.ops import inverse as inv
from msacc.ops import matrix_norm as _matrix_norm
from msacc.ops import norm as norm
from msacc.ops import qr as qr
from msacc.ops import vector_norm as _vector_norm
from msacc.ops.core.op import renamed as _renamed

matrix_norm = _renamed(_matrix_norm, dim="axis", keepdim="keepdims")
vector_norm = _renamed(_vector_norm, dim="axis", keepdim="keepdims")
__all__ = ["inv", "matrix_norm", "norm", "qr", "vector_norm"]
__getattr__ = _refuse("mindspore.mint.linalg")
