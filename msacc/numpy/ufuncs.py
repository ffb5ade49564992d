"""Elementwise functions: those that ops declares, and those with other argument conversions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc.common.tensor import Tensor
from msacc.numpy._wrappers import (
    array_function,
    binary_ufunc,
    exported_names,
    limit,
    operand,
    unary_ufunc,
)
from msacc.numpy.op_functions import FUNCTIONS
from msacc.ops.math import elementwise as el
from msacc.ops.math import numpy_arithmetic as own
from msacc.ops.nn import activation

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike, TensorLike

globals().update(FUNCTIONS)

# -- with conversions of their own ---------------------------------------------------------------
maximum = binary_ufunc("maximum", own.maximum, operand)
minimum = binary_ufunc("minimum", own.minimum, operand)


def divmod(x1: TensorLike, x2: TensorLike, dtype: DTypeLike | None = None) -> tuple[Tensor, Tensor]:
    """(`floor_divide(x1, x2, dtype)`, `remainder(x1, x2, dtype)`) of two array-likes that broadcast.

    `x1`, `x2`: numbers; both results have the common shape.
    `dtype`: that of the results, by default the one to which `x1` and `x2` promote.
    """
    return FUNCTIONS["floor_divide"](x1, x2, dtype), FUNCTIONS["remainder"](x1, x2, dtype)


signbit = array_function(own.signbit, "x")
sin = unary_ufunc("sin", own.trigonometric(el.sin))
cos = unary_ufunc("cos", own.trigonometric(el.cos))
tan = unary_ufunc("tan", own.trigonometric(el.tan))
arcsin = unary_ufunc("arcsin", own.trigonometric(el.asin))
arccos = unary_ufunc("arccos", own.trigonometric(el.acos), "input")
arctan = unary_ufunc("arctan", own.trigonometric(el.atan))
sinh = unary_ufunc("sinh", own.trigonometric(el.sinh))
cosh = unary_ufunc("cosh", own.trigonometric(el.cosh))
arcsinh = unary_ufunc("arcsinh", own.trigonometric(el.asinh))
arccosh = unary_ufunc("arccosh", own.trigonometric(el.acosh))
arctanh = unary_ufunc("arctanh", own.trigonometric(el.atanh))
tanh = unary_ufunc("tanh", own.trigonometric(activation.tanh))
around = array_function(own.around, "a")
round = around
clip = array_function(own.clip, x=operand, xmin=limit, xmax=limit)
isclose = array_function(own.isclose, "a b")

__all__ = exported_names(globals())
