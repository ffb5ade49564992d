"""One-operand functions, element by element."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.ops.core.op import called, exported, op, renamed
from msacc.ops.math.incomplete_gamma import incomplete_gamma

# Of functions whose results are floats, and of those that keep integers.
_FLOATS = """

`{0}` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
Float32 for integers and Bool. Raises TypeError for anything but a Tensor."""
_KEPT = """

`{0}` is a Tensor of any shape and of integers or floats; the result has both.
Raises TypeError for Bool and for anything but a Tensor."""
_WIDER = "\nDiffers from MindSpore: its CPU refuses integers and Bool."
_SAME = " As in MindSpore."
_INTEGERS = "\nDiffers from MindSpore: its CPU refuses integers, which stay as they are."


def _plain(name: str, fn: Any, doc: str, argument: str = "input") -> Any:
    """An op whose body is torch's function of the same meaning and nothing else."""

    def declaration(input: torch.Tensor) -> None: ...

    declaration.__name__ = declaration.__qualname__ = name
    declaration.__doc__ = doc.format(argument)
    call = op(fn, declaration)
    return call if argument == "input" else renamed(call, **{argument: "input"})


def _negated(x: torch.Tensor) -> torch.Tensor:
    bits = mstype.SIGNED.get(x.dtype)
    return torch.neg(x) if bits is None else torch.neg(x.view(bits)).view(x.dtype)


# -- same name ---------------------------------------------------------------------------------
exp = _plain("exp", torch.exp, "e to the power of each element of `{0}`." + _FLOATS + _WIDER)
exp2 = _plain("exp2", torch.exp2, "2 to the power of each element of `{0}`." + _FLOATS + _SAME)
expm1 = _plain(
    "expm1", torch.expm1, "`exp({0}) - 1`, exact near 0, element by element." + _FLOATS + _WIDER
)
log = _plain(
    "log",
    torch.log,
    "The natural logarithm of each element: -inf for 0, NaN below." + _FLOATS + _WIDER,
)
log2 = _plain(
    "log2",
    torch.log2,
    "The logarithm to base 2 of each element: -inf for 0, NaN below." + _FLOATS + _WIDER,
)
log10 = _plain(
    "log10",
    torch.log10,
    "The logarithm to base 10 of each element: -inf for 0, NaN below." + _FLOATS + _WIDER,
)
log1p = _plain(
    "log1p", torch.log1p, "`log(1 + {0})`, exact near 0, element by element." + _FLOATS + _WIDER
)
sqrt = _plain(
    "sqrt",
    torch.sqrt,
    "The square root of each element, NaN for negative ones." + _FLOATS + _SAME,
    "x",
)
rsqrt = _plain("rsqrt", torch.rsqrt, "1 / sqrt(x).")
neg = _plain(
    "neg",
    _negated,
    "Each element with the other sign; unsigned numbers wrap around, as in MindSpore." + _KEPT,
)
ceil = _plain("ceil", torch.ceil, "Each element rounded up to an integer." + _KEPT + _INTEGERS)
floor = _plain("floor", torch.floor, "Each element rounded down to an integer." + _KEPT + _INTEGERS)
sign = _plain(
    "sign", torch.sgn, "-1, 0 or 1; of complex numbers, the one of length 1 in their direction."
)
# torch.sgn of real numbers has a gradient of ZeroTensors, which numpy cannot see.
sgn = _plain(
    "sgn",
    lambda x: torch.sgn(x) if x.is_complex() else torch.sign(x),
    "The sign; x / |x| for complex numbers.",
)
sin = _plain("sin", torch.sin, "The sine of each element, an angle in radians." + _FLOATS + _WIDER)
cos = _plain(
    "cos", torch.cos, "The cosine of each element, an angle in radians." + _FLOATS + _WIDER
)
tan = _plain(
    "tan", torch.tan, "The tangent of each element, an angle in radians." + _FLOATS + _WIDER
)
asin = _plain(
    "asin", torch.asin, "The inverse sine of each element, in radians." + _FLOATS + _WIDER
)
acos = _plain(
    "acos", torch.acos, "The inverse cosine of each element, in radians." + _FLOATS + _WIDER
)
atan = _plain(
    "atan", torch.atan, "The inverse tangent of each element, in radians." + _FLOATS + _WIDER
)
sinh = _plain("sinh", torch.sinh, "The hyperbolic sine of each element." + _FLOATS + _WIDER)
cosh = _plain("cosh", torch.cosh, "The hyperbolic cosine of each element." + _FLOATS + _WIDER)
asinh = _plain(
    "asinh", torch.asinh, "The inverse hyperbolic sine of each element." + _FLOATS + _WIDER
)
acosh = _plain(
    "acosh", torch.acosh, "The inverse hyperbolic cosine of each element." + _FLOATS + _WIDER
)
atanh = _plain(
    "atanh", torch.atanh, "The inverse hyperbolic tangent of each element." + _FLOATS + _WIDER
)
erf = _plain("erf", torch.erf, "The error function.")
erfc = _plain("erfc", torch.erfc, "1 - erf(x).")
erfinv = _plain("erfinv", torch.erfinv, "The inverse error function.")
digamma = _plain("digamma", torch.digamma, "The derivative of lgamma.")
lgamma = _plain("lgamma", torch.lgamma, "The logarithm of |gamma(x)|.")
sinc = _plain("sinc", torch.sinc, "sin(pi x) / (pi x).")
angle = _plain("angle", torch.angle, "The angle of a complex number, in radians.")
# Copies: torch gives a view, or real numbers themselves, and what is written into the result would change them.
conj = _plain(
    "conj",
    lambda x: torch.conj_physical(x) if x.is_complex() else x.clone(),
    "The complex conjugate, a copy.",
)
real = _plain("real", lambda x: x.real.clone(), "The real part, a copy.")
rad2deg = _plain("rad2deg", torch.rad2deg, "Radians to degrees.", "x")
deg2rad = _plain("deg2rad", torch.deg2rad, "Degrees to radians.", "x")
bitwise_not = _plain("bitwise_not", torch.bitwise_not, "Every bit flipped; logical not for Bool.")
positive = _plain("positive", lambda x: x, "The input as it is.")
view_as_real = _plain("view_as_real", torch.view_as_real, "Complex as a last dimension of two.")
view_as_complex = _plain(
    "view_as_complex", torch.view_as_complex, "A last dimension of two as complex."
)


# -- a body with a reason ----------------------------------------------------------------------


@op
def abs(input: torch.Tensor) -> torch.Tensor:
    """The absolute value of each element; of complex numbers, their length, as complex numbers.

    `input` is a Tensor of any shape and dtype; the result has its shape and dtype. Bool stays as it
    is. No error is raised for values. As in MindSpore.
    """
    if input.dtype is torch.bool:
        return input
    return torch.abs(input).to(input.dtype) if input.dtype.is_complex else torch.abs(input)


@op
def trunc(input: torch.Tensor) -> torch.Tensor:
    """Rounded towards zero; Bool and integers stay as they are."""
    return input if input.dtype is torch.bool else torch.trunc(input)


@op
def frac(x: torch.Tensor) -> torch.Tensor:
    """The part behind the point: zeros for integers, of Int64 for Bool. Raises TypeError for complex numbers."""
    if x.is_floating_point() or x.is_complex():
        return torch.frac(x)
    return torch.zeros_like(x, dtype=torch.int64 if x.dtype is torch.bool else x.dtype)


@op
def inv(x: torch.Tensor) -> torch.Tensor:
    """One divided by each element, in the dtype of `x`: integers are rounded towards zero."""
    whole = x.dtype in (torch.int16, torch.int32, torch.int64)
    return torch.reciprocal(x.double()).to(x.dtype) if whole else torch.reciprocal(x)


@op
def square(input: torch.Tensor) -> torch.Tensor:
    """Each element of `input` times itself.

    `input` is a Tensor of any shape and dtype; the result has both. No error is raised for values:
    integers wrap around. Differs from MindSpore: Bool is taken here and refused by its CPU.
    """
    return torch.mul(input, input)


@op
def reciprocal(input: torch.Tensor) -> torch.Tensor:
    """One divided by each element of `input`.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex
    dtype, Float32 for integers and Bool. Zero gives inf. Raises TypeError for anything but a
    Tensor. As in MindSpore.
    """
    return torch.reciprocal(input)


@op
def imag(input: torch.Tensor) -> torch.Tensor:
    """The imaginary part; zeros for real numbers."""
    return input.imag if input.dtype.is_complex else torch.zeros_like(input)


@op
def round(input: torch.Tensor, *, decimals: int = 0) -> torch.Tensor:
    """Rounded to the nearest, halves to even."""
    return torch.round(input, decimals=decimals) if decimals else torch.round(input)


@op
@called("Round")
def round_to(input: torch.Tensor, decimals: int = 0) -> torch.Tensor:
    """`round`, its decimals by place as well."""
    return torch.round(input, decimals=decimals) if decimals else torch.round(input)


@op
def logit(input: torch.Tensor, eps: float | None = None) -> torch.Tensor:
    """log(x / (1 - x)), `x` clamped to [eps, 1 - eps] where `eps` is given."""
    return torch.logit(input, eps)


@op
def logit_of(input: torch.Tensor, eps: float = -1.0) -> torch.Tensor:
    """`logit`, where a negative `eps` means none."""
    return torch.logit(input, None if eps < 0 else eps)


@op
def nan_to_num(
    input: torch.Tensor,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
) -> torch.Tensor:
    """NaN, +inf and -inf replaced; by 0 and the dtype's limits unless given."""
    return torch.nan_to_num(input, nan, posinf, neginf)


@op
def polygamma(n: Any, input: torch.Tensor) -> torch.Tensor:
    """The n-th derivative of digamma."""
    return torch.polygamma(int(n), input)


@op
def mvlgamma(input: torch.Tensor, p: int) -> torch.Tensor:
    """The multivariate log-gamma of dimension `p`, an int above 0, else a ValueError."""
    check.positive_int("mvlgamma", "p", p)
    return torch.mvlgamma(input, p)


@op
def polar(abs: torch.Tensor, angle: torch.Tensor) -> torch.Tensor:
    """A complex number from its length and angle: floats of one dtype, else a TypeError."""
    check.tensor("polar", "abs", abs)
    check.tensor("polar", "angle", angle)
    if abs.dtype is not angle.dtype or not abs.is_floating_point():
        raise TypeError(
            f"For 'polar', 'abs' and 'angle' must be floats of one dtype, but got "
            f"{abs.dtype} and {angle.dtype}; cast them first."
        )
    return torch.polar(abs, angle)


@op
def complex(real: torch.Tensor, imag: torch.Tensor) -> torch.Tensor:
    """A complex number from its two parts."""
    return torch.complex(real, imag)


@op
def lerp(input: torch.Tensor, end: torch.Tensor, weight: Any) -> torch.Tensor:
    """input + weight * (end - input)."""
    return torch.lerp(input, end, weight)


@op
def addcdiv(input: torch.Tensor, tensor1: Any, tensor2: Any, value: Any = 1) -> torch.Tensor:
    """input + value * tensor1 / tensor2."""
    return input + value * (tensor1 / tensor2)


@op
def addcmul(input: torch.Tensor, tensor1: Any, tensor2: Any, value: Any = 1) -> torch.Tensor:
    """input + value * tensor1 * tensor2."""
    return input + value * (tensor1 * tensor2)


@op
def igamma(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """The regularized lower incomplete gamma function."""
    return incomplete_gamma(input, other)


@op
def igammac(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """The regularized upper incomplete gamma function."""
    return incomplete_gamma(input, other, upper=True)


@op
def zeta(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """The Hurwitz zeta function."""
    return torch.special.zeta(input, other)


@op
def population_count(input_x: torch.Tensor) -> torch.Tensor:
    """How many bits are set in each integer: UInt8."""
    bits = [(input_x >> i) & 1 for i in range(input_x.element_size() * 8)]
    return torch.stack(bits).sum(0).to(torch.uint8)


# -- other names -------------------------------------------------------------------------------
absolute, negative = abs, neg
arccos, arccosh, arcsinh = acos, acosh, asinh
arcsin = renamed(asin, x="input")
arctan, arctanh = atan, atanh
invert = renamed(bitwise_not, x="input")
tensor_exp, tensor_expm1 = exp, expm1


@op
def eps(x: torch.Tensor) -> torch.Tensor:
    """The distance from 1 to the next number of x's dtype, in its shape."""
    if not x.dtype.is_floating_point:
        raise TypeError(f"For 'eps', 'x' should be of a float type, but got {x.dtype}.")
    return torch.full_like(x, torch.finfo(x.dtype).eps)


def _alike(where: str, a: torch.Tensor, b: torch.Tensor, known: tuple[torch.dtype, ...]) -> None:
    if a.dtype not in known or b.dtype is not a.dtype:
        raise TypeError(
            f"For '{where}', both inputs should be of one dtype out of {list(known)}, but got {a.dtype} and {b.dtype}."
        )


@op
def igamma_float(a: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """`igamma` of two Float32; TypeError for other dtypes."""
    _alike("IGamma", a, x, (torch.float32,))
    return igamma.raw(a, x)


@op
def lbeta(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """The logarithm of the beta function of `x` and `y`, both Float16 or both Float32."""
    _alike("LBeta", x, y, (torch.float16, torch.float32))
    # The terms nearly cancel for large arguments: Float64 has the digits to spare.
    a, b = x.double(), y.double()
    return (torch.lgamma(a) + torch.lgamma(b) - torch.lgamma(a + b)).to(x.dtype)


__all__ = exported(globals(), "igamma_float", "lbeta", "round_to")
