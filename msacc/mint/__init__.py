"""msacc.mint: ops under torch's argument names.

Doors: tables that open the chapters of `ops` and the layers of `nn`. Where mint means something else than `ops`, the
variant stands in the chapter beside the op it varies. Imports `common`, `communication`, `ops`, `nn`, `experimental`.
"""

from msacc.homes import refuse as _refuse
from msacc.mint import distributed as distributed
from msacc.mint import linalg as linalg
from msacc.mint import special as special
from msacc.mint._doors import *  # noqa: F403
from msacc.mint._functions import *  # noqa: F403
from msacc.ops.core.op import renamed as _renamed
from msacc.ops.nn.activation import sigmoid as sigmoid
from msacc.ops.nn.activation import softmax as _softmax
from msacc.ops.nn.activation import tanh as tanh

softmax = _renamed(_softmax, dim="axis")
__getattr__ = _refuse("mindspore.mint")
