"""Functions applied element by element."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.numpy._skin import array_like, arrays, dtype_of, one, two
from msacc.ops.core.args import result_dtype
from msacc.ops.core.op import exported, op
from msacc.ops.math import arithmetic as ar
from msacc.ops.math import compare as cmp
from msacc.ops.math import elementwise as el

# -- two arrays --------------------------------------------------------------------------------
add = two("add", ar.add)
subtract = two("subtract", ar.sub)
multiply = two("multiply", ar.mul)
divide = two("divide", ar.true_divide)
true_divide = two("true_divide", ar.true_divide)
floor_divide = two("floor_divide", ar.floor_div)
power = two("power", ar.pow)
mod = two("mod", ar.remainder)
remainder = two("remainder", ar.remainder)
fmod = two("fmod", ar.fmod)
maximum = two("maximum", ar.maximum)
minimum = two("minimum", ar.minimum)
arctan2 = two("arctan2", ar.atan2)
hypot = two("hypot", ar.hypot)
logaddexp = two("logaddexp", ar.logaddexp)
logaddexp2 = two("logaddexp2", ar.logaddexp2)
copysign = two("copysign", ar.copysign)
heaviside = two("heaviside", ar.heaviside)
gcd = two("gcd", ar.gcd)
lcm = two("lcm", ar.lcm)
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


@arrays(2)
def float_power(x1: torch.Tensor, x2: torch.Tensor, dtype: Any = None) -> torch.Tensor:
    """x1 to the power of x2, in floats."""
    out = torch.pow(x1.float() if not x1.dtype.is_floating_point else x1, x2)
    return out.to(dtype_of(dtype, out.dtype))


def divmod(x1: Any, x2: Any, dtype: Any = None) -> tuple[Tensor, Tensor]:
    """(floor_divide, remainder)."""
    return floor_divide(x1, x2, dtype), remainder(x1, x2, dtype)


# -- one array ---------------------------------------------------------------------------------
exp = one("exp", el.exp)
exp2 = one("exp2", el.exp2)
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
negative = one("negative", el.neg)
positive = one("positive", el.positive)
signbit = one("signbit", cmp.signbit)
floor = one("floor", el.floor)
ceil = one("ceil", el.ceil)
rint = one("rint", el.round)
trunc = one("trunc", el.trunc)
reciprocal = one("reciprocal", el.reciprocal)
sin = one("sin", el.sin)
cos = one("cos", el.cos)
tan = one("tan", el.tan)
arcsin = one("arcsin", el.asin)
arccos = one("arccos", el.acos)
arctan = one("arctan", el.atan)
sinh = one("sinh", el.sinh)
cosh = one("cosh", el.cosh)
arcsinh = one("arcsinh", el.asinh)
arccosh = one("arccosh", el.acosh)
arctanh = one("arctanh", el.atanh)
deg2rad = one("deg2rad", el.deg2rad)
radians = one("radians", el.deg2rad)
rad2deg = one("rad2deg", el.rad2deg)
invert = one("invert", el.bitwise_not)
bitwise_not = one("bitwise_not", el.bitwise_not)
logical_not = one("logical_not", cmp.logical_not)
isnan = one("isnan", cmp.isnan)
isinf = one("isinf", cmp.isinf)
isfinite = one("isfinite", cmp.isfinite)
isposinf = one("isposinf", cmp.isposinf)
isneginf = one("isneginf", cmp.isneginf)


@op
def _tanh(x: torch.Tensor) -> torch.Tensor:
    """The hyperbolic tangent."""
    return torch.tanh(x)


@op
def _cbrt(x: torch.Tensor) -> torch.Tensor:
    """The cube root."""
    return torch.sign(x) * torch.pow(torch.abs(x), 1 / 3)


@op
def _sign(x: torch.Tensor) -> torch.Tensor:
    """-1, 0 or 1, as Float32 for integers."""
    return torch.sign(x if x.dtype.is_floating_point else x.float())


sign = one("sign", _sign)
tanh = one("tanh", _tanh)
cbrt = one("cbrt", _cbrt)
fix = one("fix", el.trunc)


@arrays()
def around(a: torch.Tensor, decimals: int = 0) -> torch.Tensor:
    """Rounded to `decimals` places, halves to even."""
    return torch.round(a, decimals=decimals) if decimals else torch.round(a)


round = around


@arrays()
def clip(x: torch.Tensor, xmin: Any, xmax: Any, dtype: Any = None) -> torch.Tensor:
    """Limited to [xmin, xmax], either of which may be None."""
    if xmin is None and xmax is None:
        raise ValueError("One of max or min must be given.")
    low, high = (None if v is None else array_like(v).to(x.dtype) for v in (xmin, xmax))
    out = x if low is None else torch.maximum(x, low)
    out = out if high is None else torch.minimum(out, high)
    return out.to(dtype_of(dtype, x.dtype))


@arrays(2)
def isclose(
    a: torch.Tensor,
    b: torch.Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> torch.Tensor:
    """|a - b| <= atol + rtol * |b|."""
    return torch.isclose(a, b.to(a.dtype), rtol, atol, equal_nan)


@arrays(2)
def array_equal(a1: torch.Tensor, a2: torch.Tensor, equal_nan: bool = False) -> torch.Tensor:
    """Whether shapes and all elements agree."""
    if a1.shape != a2.shape:
        return torch.tensor(False)
    same = a1 == a2
    if equal_nan:
        same = same | (torch.isnan(a1) & torch.isnan(a2))
    return same.all()


def isscalar(element: Any) -> bool:
    """Whether `element` is a number or str."""
    return isinstance(element, (int, float, bool, str, complex))


def where(condition: Any, x: Any = None, y: Any = None) -> Tensor:
    """`x` where `condition` holds, `y` elsewhere; both are needed."""
    if x is None or y is None:
        raise TypeError("Expect input to be array like: msacc.numpy.where needs 'x' and 'y'.")
    mask = array_like(condition).to(torch.bool)
    return wrap(torch.where(mask, *_common(array_like(x), array_like(y), x, y)))


def _common(a: torch.Tensor, b: torch.Tensor, x: Any, y: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Both in one dtype; a bare number takes that of the Tensor beside it if it can."""
    if isinstance(x, Tensor) and isinstance(y, (int, float)):
        dtype = result_dtype(a, y)
    elif isinstance(y, Tensor) and isinstance(x, (int, float)):
        dtype = result_dtype(b, x)
    else:
        dtype = torch.promote_types(a.dtype, b.dtype)
    return a.to(dtype), b.to(dtype)


__all__ = exported(globals())
