"""mint.special: erfc, exp2, expm1, log1p, log_softmax, round, sinc.

A table; imports `ops` and `mint`.
"""

from msacc.common.tensor import Tensor as _Tensor
from msacc.mint.nn.functional import log_softmax as log_softmax
from msacc.module_aliases import refuse as _refuse
from msacc.ops import erfc as erfc
from msacc.ops import exp2 as exp2
from msacc.ops import expm1 as expm1
from msacc.ops import log1p as log1p
from msacc.ops import round as _round
from msacc.ops import sinc as sinc


def round(input: _Tensor) -> _Tensor:
    """The nearest whole number, the even one of two as near; `mint.round` also takes `decimals`.

    input: a Tensor of numbers.
    """
    return _round(input)


__all__ = ["erfc", "exp2", "expm1", "log1p", "log_softmax", "round", "sinc"]
__getattr__ = _refuse("mindspore.mint.special")
