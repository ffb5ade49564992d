"""Functions applied element by element. Nothing is computed here."""

from __future__ import annotations

from typing import Any

from msacc.common.tensor import Tensor
from msacc.numpy._wrappers import array_function, binary, exported, limit, operand, unary
from msacc.ops.math import arithmetic as ar
from msacc.ops.math import compare as cmp
from msacc.ops.math import elementwise as el
from msacc.ops.math import numpy_arithmetic as own
from msacc.ops.nn import activation

# -- two arrays --------------------------------------------------------------------------------
add = binary("add", ar.add)
subtract = binary("subtract", ar.sub)
multiply = binary("multiply", ar.mul)
divide = binary("divide", own.divide)
true_divide = binary("true_divide", own.divide)
floor_divide = binary("floor_divide", ar.floor_div)
power = binary("power", ar.pow)
mod = binary("mod", ar.remainder)
remainder = binary("remainder", ar.remainder)
fmod = binary("fmod", ar.fmod)
maximum = binary("maximum", own.maximum, operand)
minimum = binary("minimum", own.minimum, operand)
arctan2 = binary("arctan2", own.arctan2)
hypot = binary("hypot", own.hypot)
logaddexp = binary("logaddexp", ar.logaddexp)
logaddexp2 = binary("logaddexp2", ar.logaddexp2)
copysign = binary("copysign", own.copysign)
heaviside = binary("heaviside", ar.heaviside)
gcd = binary("gcd", own.gcd)
lcm = binary("lcm", own.lcm)
bitwise_and = binary("bitwise_and", ar.bitwise_and)
bitwise_or = binary("bitwise_or", ar.bitwise_or)
bitwise_xor = binary("bitwise_xor", ar.bitwise_xor)
equal = binary("equal", cmp.equal)
not_equal = binary("not_equal", cmp.not_equal)
less = binary("less", cmp.less)
less_equal = binary("less_equal", cmp.less_equal)
greater = binary("greater", cmp.greater)
greater_equal = binary("greater_equal", cmp.greater_equal)
logical_and = binary("logical_and", cmp.logical_and)
logical_or = binary("logical_or", cmp.logical_or)
logical_xor = binary("logical_xor", cmp.logical_xor)
float_power = binary("float_power", own.float_power)


def divmod(x1: Any, x2: Any, dtype: Any = None) -> tuple[Tensor, Tensor]:
    """(`floor_divide(x1, x2, dtype)`, `remainder(x1, x2, dtype)`) of two array-likes that broadcast."""
    return floor_divide(x1, x2, dtype), remainder(x1, x2, dtype)


# -- one array ---------------------------------------------------------------------------------
exp = unary("exp", el.exp)
exp2 = unary("exp2", own.exp2)
expm1 = unary("expm1", el.expm1)
log = unary("log", el.log)
log2 = unary("log2", el.log2)
log10 = unary("log10", el.log10)
log1p = unary("log1p", el.log1p)
sqrt = unary("sqrt", el.sqrt)
square = unary("square", el.square)
abs = unary("abs", el.abs)
absolute = unary("absolute", el.abs)
fabs = unary("fabs", el.abs)
negative = unary("negative", el.neg, "a")
positive = unary("positive", el.positive, "a")
signbit = array_function(own.signbit, "x")
floor = unary("floor", el.floor)
ceil = unary("ceil", own.ceil)
rint = unary("rint", el.round)
trunc = unary("trunc", own.trunc)
reciprocal = unary("reciprocal", own.reciprocal)
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
deg2rad = unary("deg2rad", el.deg2rad)
radians = unary("radians", el.deg2rad)
rad2deg = unary("rad2deg", el.rad2deg)
invert = unary("invert", el.bitwise_not)
bitwise_not = unary("bitwise_not", el.bitwise_not)
logical_not = unary("logical_not", cmp.logical_not, "a")
isnan = unary("isnan", cmp.isnan)
isinf = unary("isinf", cmp.isinf)
isfinite = unary("isfinite", cmp.isfinite)
isposinf = unary("isposinf", cmp.isposinf, dtype=False)
isneginf = unary("isneginf", cmp.isneginf, dtype=False)
tanh = unary("tanh", own.trigonometric(activation.tanh.raw))
cbrt = unary("cbrt", own.cbrt)
sign = unary("sign", own.sign)
fix = unary("fix", own.trunc, dtype=False)
around = array_function(own.around, "a")
round = around
clip = array_function(own.clip, x=operand, xmin=limit, xmax=limit)
isclose = array_function(own.isclose, "a b")

__all__ = exported(globals())
