"""Doors: functions applied element by element. Nothing is computed here."""

from __future__ import annotations

from typing import Any

from msacc.common.tensor import Tensor
from msacc.numpy._skin import doors, limit, one, opened, operand, two
from msacc.ops.math import arithmetic as ar
from msacc.ops.math import compare as cmp
from msacc.ops.math import elementwise as el
from msacc.ops.math import numpy_arithmetic as own
from msacc.ops.nn import activation

# -- two arrays --------------------------------------------------------------------------------
add = two("add", ar.add)
subtract = two("subtract", ar.sub)
multiply = two("multiply", ar.mul)
divide = two("divide", own.divide)
true_divide = two("true_divide", own.divide)
floor_divide = two("floor_divide", ar.floor_div)
power = two("power", ar.pow)
mod = two("mod", ar.remainder)
remainder = two("remainder", ar.remainder)
fmod = two("fmod", ar.fmod)
maximum = two("maximum", own.maximum, operand)
minimum = two("minimum", own.minimum, operand)
arctan2 = two("arctan2", own.arctan2)
hypot = two("hypot", own.hypot)
logaddexp = two("logaddexp", ar.logaddexp)
logaddexp2 = two("logaddexp2", ar.logaddexp2)
copysign = two("copysign", own.copysign)
heaviside = two("heaviside", ar.heaviside)
gcd = two("gcd", own.gcd)
lcm = two("lcm", own.lcm)
bitwise_and = two("bitwise_and", ar.bitwise_and)
bitwise_or = two("bitwise_or", ar.bitwise_or)
bitwise_xor = two("bitwise_xor", ar.bitwise_xor)
equal = two("equal", cmp.equal)
not_equal = two("not_equal", cmp.not_equal)
less = two("less", cmp.less)
less_equal = two("less_equal", cmp.less_equal)
greater = two("greater", cmp.greater)
greater_equal = two("greater_equal", cmp.greater_equal)
logical_and = two("logical_and", cmp.logical_and)
logical_or = two("logical_or", cmp.logical_or)
logical_xor = two("logical_xor", cmp.logical_xor)
float_power = two("float_power", own.float_power)


def divmod(x1: Any, x2: Any, dtype: Any = None) -> tuple[Tensor, Tensor]:
    """(`floor_divide(x1, x2, dtype)`, `remainder(x1, x2, dtype)`) of two array-likes that broadcast."""
    return floor_divide(x1, x2, dtype), remainder(x1, x2, dtype)


# -- one array ---------------------------------------------------------------------------------
exp = one("exp", el.exp)
exp2 = one("exp2", own.exp2)
expm1 = one("expm1", el.expm1)
log = one("log", el.log)
log2 = one("log2", el.log2)
log10 = one("log10", el.log10)
log1p = one("log1p", el.log1p)
sqrt = one("sqrt", el.sqrt)
square = one("square", el.square)
abs = one("abs", el.abs)
absolute = one("absolute", el.abs)
fabs = one("fabs", el.abs)
negative = one("negative", el.neg, "a")
positive = one("positive", el.positive, "a")
signbit = opened(own.signbit, "x")
floor = one("floor", el.floor)
ceil = one("ceil", own.ceil)
rint = one("rint", el.round)
trunc = one("trunc", own.trunc)
reciprocal = one("reciprocal", own.reciprocal)
sin = one("sin", own.trigonometric(el.sin.raw))
cos = one("cos", own.trigonometric(el.cos.raw))
tan = one("tan", own.trigonometric(el.tan.raw))
arcsin = one("arcsin", own.trigonometric(el.asin.raw))
arccos = one("arccos", own.trigonometric(el.acos.raw), "input")
arctan = one("arctan", own.trigonometric(el.atan.raw))
sinh = one("sinh", own.trigonometric(el.sinh.raw))
cosh = one("cosh", own.trigonometric(el.cosh.raw))
arcsinh = one("arcsinh", own.trigonometric(el.asinh.raw))
arccosh = one("arccosh", own.trigonometric(el.acosh.raw))
arctanh = one("arctanh", own.trigonometric(el.atanh.raw))
deg2rad = one("deg2rad", el.deg2rad)
radians = one("radians", el.deg2rad)
rad2deg = one("rad2deg", el.rad2deg)
invert = one("invert", el.bitwise_not)
bitwise_not = one("bitwise_not", el.bitwise_not)
logical_not = one("logical_not", cmp.logical_not, "a")
isnan = one("isnan", cmp.isnan)
isinf = one("isinf", cmp.isinf)
isfinite = one("isfinite", cmp.isfinite)
isposinf = one("isposinf", cmp.isposinf, dtype=False)
isneginf = one("isneginf", cmp.isneginf, dtype=False)
tanh = one("tanh", own.trigonometric(activation.tanh.raw))
cbrt = one("cbrt", own.cbrt)
sign = one("sign", own.sign)
fix = one("fix", own.trunc, dtype=False)
around = opened(own.around, "a")
round = around
clip = opened(own.clip, x=operand, xmin=limit, xmax=limit)
isclose = opened(own.isclose, "a b")

__all__ = doors(globals())
