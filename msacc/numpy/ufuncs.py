"""Functions applied element by element: those that ops declares, and those whose arguments are converted otherwise."""

from __future__ import annotations

from typing import Any

from msacc.common.tensor import Tensor
from msacc.numpy._wrappers import array_function, binary, exported, limit, operand, unary
from msacc.numpy.op_functions import FUNCTIONS
from msacc.ops.math import elementwise as el
from msacc.ops.math import numpy_arithmetic as own
from msacc.ops.nn import activation

globals().update(FUNCTIONS)

# -- with conversions of their own ---------------------------------------------------------------
maximum = binary("maximum", own.maximum, operand)
minimum = binary("minimum", own.minimum, operand)


def divmod(x1: Any, x2: Any, dtype: Any = None) -> tuple[Tensor, Tensor]:
    """(`floor_divide(x1, x2, dtype)`, `remainder(x1, x2, dtype)`) of two array-likes that broadcast."""
    return FUNCTIONS["floor_divide"](x1, x2, dtype), FUNCTIONS["remainder"](x1, x2, dtype)


signbit = array_function(own.signbit, "x")
sin = unary("sin", own.trigonometric(el.sin.raw))
cos = unary("cos", own.trigonometric(el.cos.raw))
tan = unary("tan", own.trigonometric(el.tan.raw))
arcsin = unary("arcsin", own.trigonometric(el.asin.raw))
arccos = unary("arccos", own.trigonometric(el.acos.raw), "input")
arctan = unary("arctan", own.trigonometric(el.atan.raw))
sinh = unary("sinh", own.trigonometric(el.sinh.raw))
cosh = unary("cosh", own.trigonometric(el.cosh.raw))
arcsinh = unary("arcsinh", own.trigonometric(el.asinh.raw))
arccosh = unary("arccosh", own.trigonometric(el.acosh.raw))
arctanh = unary("arctanh", own.trigonometric(el.atanh.raw))
tanh = unary("tanh", own.trigonometric(activation.tanh.raw))
around = array_function(own.around, "a")
round = around
clip = array_function(own.clip, x=operand, xmin=limit, xmax=limit)
isclose = array_function(own.isclose, "a b")

__all__ = exported(globals())
