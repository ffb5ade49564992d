"""mint.special: erfc, exp2, expm1, log1p, log_softmax, round, sinc.

Imports `ops` and `mint`.
"""

from msacc.common.tensor import Tensor as _Tensor
from msacc.mint.op_functions import FUNCTIONS as _FUNCTIONS
from msacc.module_aliases import refuse as _refuse
from msacc.ops import round as _round

globals().update(_FUNCTIONS["special"])


def round(input: _Tensor) -> _Tensor:
    """The nearest whole number, the even one of two as near; `mint.round` also takes `decimals`.

    input: a Tensor of numbers of any shape, whose shape and dtype the result has.
    """
    return _round(input)


__all__ = [*_FUNCTIONS["special"], "round"]
__getattr__ = _refuse("mindspore.mint.special")
