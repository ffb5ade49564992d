"""Functions applied element by element. Nothing is computed here."""

from __future__ import annotations

from typing import Any

from msacc.common.tensor import Tensor
from msacc.numpy._wrappers import (
    array_function,
    binary_ufunc,
    exported,
    limit,
    operand,
    unary_ufunc,
)
from msacc.ops.math import arithmetic as ar
from msacc.ops.math import compare as cmp
from msacc.ops.math import elementwise as el
from msacc.ops.math import numpy_arithmetic as own
from msacc.ops.nn import activation

# -- two arrays --------------------------------------------------------------------------------
add = binary_ufunc("add", ar.add)
subtract = binary_ufunc("subtract", ar.sub)
multiply = binary_ufunc("multiply", ar.mul)
divide = binary_ufunc("divide", own.divide)
true_divide = binary_ufunc("true_divide", own.divide)
floor_divide = binary_ufunc("floor_divide", ar.floor_div)
power = binary_ufunc("power", ar.pow)
mod = binary_ufunc("mod", ar.remainder)
remainder = binary_ufunc("remainder", ar.remainder)
fmod = binary_ufunc("fmod", ar.fmod)
maximum = binary_ufunc("maximum", own.maximum, operand)
minimum = binary_ufunc("minimum", own.minimum, operand)
arctan2 = binary_ufunc("arctan2", own.arctan2)
hypot = binary_ufunc("hypot", own.hypot)
logaddexp = binary_ufunc("logaddexp", ar.logaddexp)
logaddexp2 = binary_ufunc("logaddexp2", ar.logaddexp2)
copysign = binary_ufunc("copysign", own.copysign)
heaviside = binary_ufunc("heaviside", ar.heaviside)
gcd = binary_ufunc("gcd", own.gcd)
lcm = binary_ufunc("lcm", own.lcm)
bitwise_and = binary_ufunc("bitwise_and", ar.bitwise_and)
bitwise_or = binary_ufunc("bitwise_or", ar.bitwise_or)
bitwise_xor = binary_ufunc("bitwise_xor", ar.bitwise_xor)
equal = binary_ufunc("equal", cmp.equal)
not_equal = binary_ufunc("not_equal", cmp.not_equal)
less = binary_ufunc("less", cmp.less)
less_equal = binary_ufunc("less_equal", cmp.less_equal)
greater = binary_ufunc("greater", cmp.greater)
greater_equal = binary_ufunc("greater_equal", cmp.greater_equal)
logical_and = binary_ufunc("logical_and", cmp.logical_and)
logical_or = binary_ufunc("logical_or", cmp.logical_or)
logical_xor = binary_ufunc("logical_xor", cmp.logical_xor)
float_power = binary_ufunc("float_power", own.float_power)


def divmod(x1: Any, x2: Any, dtype: Any = None) -> tuple[Tensor, Tensor]:
    """(`floor_divide(x1, x2, dtype)`, `remainder(x1, x2, dtype)`) of two array-likes that broadcast."""
    return floor_divide(x1, x2, dtype), remainder(x1, x2, dtype)


# -- one array ---------------------------------------------------------------------------------
exp = unary_ufunc("exp", el.exp)
exp2 = unary_ufunc("exp2", own.exp2)
expm1 = unary_ufunc("expm1", el.expm1)
log = unary_ufunc("log", el.log)
log2 = unary_ufunc("log2", el.log2)
log10 = unary_ufunc("log10", el.log10)
log1p = unary_ufunc("log1p", el.log1p)
sqrt = unary_ufunc("sqrt", el.sqrt)
square = unary_ufunc("square", el.square)
abs = unary_ufunc("abs", el.abs)
absolute = unary_ufunc("absolute", el.abs)
fabs = unary_ufunc("fabs", el.abs)
negative = unary_ufunc("negative", el.neg, "a")
positive = unary_ufunc("positive", el.positive, "a")
signbit = array_function(own.signbit, "x")
floor = unary_ufunc("floor", el.floor)
ceil = unary_ufunc("ceil", own.ceil)
rint = unary_ufunc("rint", el.round)
trunc = unary_ufunc("trunc", own.trunc)
reciprocal = unary_ufunc("reciprocal", own.reciprocal)
sin = unary_ufunc("sin", own.trigonometric(el.sin.raw))
cos = unary_ufunc("cos", own.trigonometric(el.cos.raw))
tan = unary_ufunc("tan", own.trigonometric(el.tan.raw))
arcsin = unary_ufunc("arcsin", own.trigonometric(el.asin.raw))
arccos = unary_ufunc("arccos", own.trigonometric(el.acos.raw), "input")
arctan = unary_ufunc("arctan", own.trigonometric(el.atan.raw))
sinh = unary_ufunc("sinh", own.trigonometric(el.sinh.raw))
cosh = unary_ufunc("cosh", own.trigonometric(el.cosh.raw))
arcsinh = unary_ufunc("arcsinh", own.trigonometric(el.asinh.raw))
arccosh = unary_ufunc("arccosh", own.trigonometric(el.acosh.raw))
arctanh = unary_ufunc("arctanh", own.trigonometric(el.atanh.raw))
deg2rad = unary_ufunc("deg2rad", el.deg2rad)
radians = unary_ufunc("radians", el.deg2rad)
rad2deg = unary_ufunc("rad2deg", el.rad2deg)
invert = unary_ufunc("invert", el.bitwise_not)
bitwise_not = unary_ufunc("bitwise_not", el.bitwise_not)
logical_not = unary_ufunc("logical_not", cmp.logical_not, "a")
isnan = unary_ufunc("isnan", cmp.isnan)
isinf = unary_ufunc("isinf", cmp.isinf)
isfinite = unary_ufunc("isfinite", cmp.isfinite)
isposinf = unary_ufunc("isposinf", cmp.isposinf, dtype=False)
isneginf = unary_ufunc("isneginf", cmp.isneginf, dtype=False)
tanh = unary_ufunc("tanh", own.trigonometric(activation.tanh.raw))
cbrt = unary_ufunc("cbrt", own.cbrt)
sign = unary_ufunc("sign", own.sign)
fix = unary_ufunc("fix", own.trunc, dtype=False)
around = array_function(own.around, "a")
round = around
clip = array_function(own.clip, x=operand, xmin=limit, xmax=limit)
isclose = array_function(own.isclose, "a b")

__all__ = exported(globals())
