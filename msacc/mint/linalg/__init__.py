"""mint.linalg: matrices, with torch's argument names.

A table; imports `ops`.
"""

from msacc.mint._door import door as _door
from msacc.module_aliases import refuse as _refuse
from msacc.ops import inverse as _inverse
from msacc.ops import matrix_norm as _matrix_norm
from msacc.ops import norm as norm
from msacc.ops import qr as _qr
from msacc.ops import vector_norm as _vector_norm

inv = _door("inv", _inverse)
matrix_norm = _door("matrix_norm", _matrix_norm, dim="axis", keepdim="keepdims")
qr = _door("qr", _qr, A="input")
vector_norm = _door("vector_norm", _vector_norm, dim="axis", keepdim="keepdims")
__all__ = ["inv", "matrix_norm", "norm", "qr", "vector_norm"]
__getattr__ = _refuse("mindspore.mint.linalg")
