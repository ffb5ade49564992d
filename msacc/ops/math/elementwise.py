"""Unary elementwise functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import (
    REQUIRED,
    InPlaceMethod,
    Input,
    MintFunction,
    NumpyFunction,
    PrimitiveClass,
    Setting,
    TensorMethod,
    bindings,
    with_bindings,
)
from msacc.ops.core.op import exported_names, op, with_argument_names, with_name
from msacc.ops.math.incomplete_gamma import incomplete_gamma

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from msacc.common.argument_types import Operand

# Of functions whose results are floats, and of those that keep integers.
_FLOATS = """

`{0}` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
Float32 for integers and Bool. Raises TypeError for anything but a Tensor."""
_REALS = """

`{0}` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
float dtype, Float32 for integers and Bool."""
_ANY = """

`{0}` is a Tensor of any shape and dtype, both of which the result has."""
_SAME_SHAPE_AND_DTYPE = """

`{0}` is a Tensor of any shape and of integers or floats; the result has both.
Raises TypeError for Bool and for anything but a Tensor."""
_WIDER = "\nDiffers from MindSpore: its CPU refuses integers and Bool."
_SAME = " As in MindSpore."
_INTEGERS = "\nDiffers from MindSpore: its CPU refuses integers, which stay as they are."


def _plain(name: str, fn: Callable[..., Any], doc: str, argument: str = "input") -> Any:
    """An op whose body is a torch function."""

    def declaration(input: torch.Tensor) -> torch.Tensor:
        return input

    declaration.__name__ = declaration.__qualname__ = name
    declaration.__doc__ = doc.format(argument)
    call = op(fn, declaration)
    return call if argument == "input" else with_argument_names(call, **{argument: "input"})


def _negate(input: torch.Tensor) -> torch.Tensor:
    bits = mstype.SIGNED.get(input.dtype)
    return torch.neg(input) if bits is None else torch.neg(input.view(bits)).view(input.dtype)


# -- same name ---------------------------------------------------------------------------------
exp = with_bindings(
    _plain("exp", torch.exp, "e to the power of each element of `{0}`." + _FLOATS + _WIDER),
    PrimitiveClass("Exp", inputs=("input",)),
    TensorMethod("exp"),
    InPlaceMethod("exp_"),
    MintFunction("exp"),
    NumpyFunction("exp"),
)
exp2 = with_bindings(
    _plain("exp2", torch.exp2, "2 to the power of each element of `{0}`." + _FLOATS + _SAME),
    MintFunction("exp2", "special.exp2"),
)
expm1 = with_bindings(
    _plain(
        "expm1", torch.expm1, "`exp({0}) - 1`, exact near 0, element by element." + _FLOATS + _WIDER
    ),
    PrimitiveClass("Expm1", inputs=("input",)),
    TensorMethod("expm1"),
    MintFunction("expm1", "special.expm1"),
    NumpyFunction("expm1"),
)
log = with_bindings(
    _plain(
        "log",
        torch.log,
        "The natural logarithm of each element: -inf for 0, NaN below." + _FLOATS + _WIDER,
    ),
    PrimitiveClass("Log", inputs=("input",)),
    TensorMethod("log"),
    InPlaceMethod("log_"),
    MintFunction("log"),
    NumpyFunction("log"),
)
log2 = with_bindings(
    _plain(
        "log2",
        torch.log2,
        "The logarithm to base 2 of each element: -inf for 0, NaN below." + _FLOATS + _WIDER,
    ),
    TensorMethod("log2"),
    MintFunction("log2"),
    NumpyFunction("log2"),
)
log10 = with_bindings(
    _plain(
        "log10",
        torch.log10,
        "The logarithm to base 10 of each element: -inf for 0, NaN below." + _FLOATS + _WIDER,
    ),
    TensorMethod("log10"),
    MintFunction("log10"),
    NumpyFunction("log10"),
)
log1p = with_bindings(
    _plain(
        "log1p", torch.log1p, "`log(1 + {0})`, exact near 0, element by element." + _FLOATS + _WIDER
    ),
    PrimitiveClass("Log1p", inputs=("input",)),
    TensorMethod("log1p"),
    MintFunction("log1p", "special.log1p"),
    NumpyFunction("log1p"),
)
sqrt = with_bindings(
    _plain(
        "sqrt",
        torch.sqrt,
        "The square root of each element, NaN for negative ones." + _FLOATS + _SAME,
        "x",
    ),
    PrimitiveClass("Sqrt", inputs=("x",)),
    TensorMethod("sqrt"),
    MintFunction("sqrt", input="x"),
    NumpyFunction("sqrt"),
)
rsqrt = with_bindings(
    _plain("rsqrt", torch.rsqrt, "1 / sqrt(`{0}`), element by element." + _FLOATS),
    PrimitiveClass("Rsqrt", inputs=("input",)),
    TensorMethod("rsqrt"),
    MintFunction("rsqrt"),
)
neg = with_bindings(
    _plain(
        "neg",
        _negate,
        "Each element with the other sign; unsigned numbers wrap around, as in MindSpore."
        + _SAME_SHAPE_AND_DTYPE,
    ),
    PrimitiveClass("Neg", inputs=("input",)),
    TensorMethod("neg", "negative"),
    MintFunction("neg", "negative"),
    NumpyFunction("negative", argument="a"),
)
ceil = with_bindings(
    _plain(
        "ceil",
        torch.ceil,
        "Each element rounded up to an integer." + _SAME_SHAPE_AND_DTYPE + _INTEGERS,
    ),
    PrimitiveClass("Ceil", inputs=("input",)),
    TensorMethod("ceil"),
    MintFunction("ceil"),
)
floor = with_bindings(
    _plain(
        "floor",
        torch.floor,
        "Each element rounded down to an integer." + _SAME_SHAPE_AND_DTYPE + _INTEGERS,
    ),
    PrimitiveClass("Floor", inputs=("input",)),
    TensorMethod("floor"),
    InPlaceMethod("floor_"),
    MintFunction("floor"),
    NumpyFunction("floor"),
)


def _sign(input: torch.Tensor) -> torch.Tensor:
    """torch.sgn of real numbers has a gradient of ZeroTensors: NumPy cannot see them, some kernels crash."""
    return torch.sgn(input) if input.is_complex() else torch.sign(input)


sign = with_bindings(
    _plain(
        "sign",
        _sign,
        "-1, 0 or 1; of complex numbers, the one of length 1 in their direction." + _ANY,
    ),
    PrimitiveClass("Sign", inputs=("input",)),
    TensorMethod("sign"),
    InPlaceMethod("sign_"),
    MintFunction("sign"),
)
sgn = with_bindings(
    _plain("sgn", _sign, "The sign of each element; `{0}` / |`{0}`| for complex numbers." + _ANY),
    TensorMethod("sgn"),
)
sin = with_bindings(
    _plain("sin", torch.sin, "The sine of each element, an angle in radians." + _FLOATS + _WIDER),
    PrimitiveClass("Sin", inputs=("input",)),
    TensorMethod("sin"),
    MintFunction("sin"),
)
cos = with_bindings(
    _plain("cos", torch.cos, "The cosine of each element, an angle in radians." + _FLOATS + _WIDER),
    PrimitiveClass("Cos", inputs=("input",)),
    TensorMethod("cos"),
    MintFunction("cos"),
)
tan = with_bindings(
    _plain(
        "tan", torch.tan, "The tangent of each element, an angle in radians." + _FLOATS + _WIDER
    ),
    PrimitiveClass("Tan"),
    TensorMethod("tan"),
    MintFunction("tan"),
)
asin = with_bindings(
    _plain("asin", torch.asin, "The inverse sine of each element, in radians." + _FLOATS + _WIDER),
    PrimitiveClass("Asin", inputs=("input",)),
    TensorMethod("asin", "arcsin"),
    MintFunction("asin"),
)
acos = with_bindings(
    _plain(
        "acos", torch.acos, "The inverse cosine of each element, in radians." + _FLOATS + _WIDER
    ),
    PrimitiveClass("ACos", inputs=("input",)),
    TensorMethod("acos", "arccos"),
    MintFunction("acos", "arccos"),
)
atan = with_bindings(
    _plain(
        "atan", torch.atan, "The inverse tangent of each element, in radians." + _FLOATS + _WIDER
    ),
    PrimitiveClass("Atan", inputs=("input",)),
    TensorMethod("atan", "arctan"),
    MintFunction("arctan", "atan"),
)
sinh = with_bindings(
    _plain("sinh", torch.sinh, "The hyperbolic sine of each element." + _FLOATS + _WIDER),
    PrimitiveClass("Sinh", inputs=("input",)),
    TensorMethod("sinh"),
    MintFunction("sinh"),
)
cosh = with_bindings(
    _plain("cosh", torch.cosh, "The hyperbolic cosine of each element." + _FLOATS + _WIDER),
    PrimitiveClass("Cosh", inputs=("input",)),
    TensorMethod("cosh"),
    MintFunction("cosh"),
)
asinh = with_bindings(
    _plain("asinh", torch.asinh, "The inverse hyperbolic sine of each element." + _FLOATS + _WIDER),
    PrimitiveClass("Asinh", inputs=("input",)),
    TensorMethod("asinh", "arcsinh"),
    MintFunction("arcsinh", "asinh"),
)
acosh = with_bindings(
    _plain(
        "acosh", torch.acosh, "The inverse hyperbolic cosine of each element." + _FLOATS + _WIDER
    ),
    PrimitiveClass("Acosh", inputs=("input",)),
    TensorMethod("acosh", "arccosh"),
    MintFunction("acosh", "arccosh"),
)
atanh = with_bindings(
    _plain(
        "atanh", torch.atanh, "The inverse hyperbolic tangent of each element." + _FLOATS + _WIDER
    ),
    PrimitiveClass("Atanh", inputs=("input",)),
    TensorMethod("atanh", "arctanh"),
    MintFunction("arctanh", "atanh"),
)
erf = with_bindings(
    _plain("erf", torch.erf, "The error function of each element." + _REALS),
    PrimitiveClass("Erf", inputs=("input",)),
    TensorMethod("erf"),
    MintFunction("erf"),
)
erfc = with_bindings(
    _plain("erfc", torch.erfc, "`1 - erf({0})`, element by element." + _REALS),
    PrimitiveClass("Erfc", inputs=("input",)),
    TensorMethod("erfc"),
    MintFunction("erfc", "special.erfc"),
)
erfinv = with_bindings(
    _plain("erfinv", torch.erfinv, "The inverse error function of each element." + _REALS),
    PrimitiveClass("Erfinv", inputs=("input",)),
    TensorMethod("erfinv"),
    InPlaceMethod("erfinv_"),
    MintFunction("erfinv"),
)
digamma = with_bindings(
    _plain("digamma", torch.digamma, "The derivative of lgamma at each element." + _REALS),
    PrimitiveClass("Digamma"),
    TensorMethod("digamma"),
)
lgamma = with_bindings(
    _plain("lgamma", torch.lgamma, "The logarithm of |gamma(`{0}`)|, element by element." + _REALS),
    PrimitiveClass("Lgamma"),
    TensorMethod("lgamma"),
)
sinc = with_bindings(
    _plain("sinc", torch.sinc, "sin(pi * `{0}`) / (pi * `{0}`), 1 at 0." + _FLOATS),
    PrimitiveClass("Sinc", inputs=("input",)),
    TensorMethod("sinc"),
    MintFunction("sinc", "special.sinc"),
)
angle = with_bindings(
    _plain(
        "angle",
        torch.angle,
        "The angle of each complex number, in radians; of real ones 0 or pi."
        "\n\n`{0}` is a Tensor of any shape and dtype; the result has its shape, and floats.",
    ),
    PrimitiveClass("Angle", inputs=("input",)),
    TensorMethod("angle"),
)
# Copies: torch gives a view, or real numbers themselves, and what is written into the result would change them.
conj = with_bindings(
    _plain(
        "conj",
        lambda input: torch.conj_physical(input) if input.is_complex() else input.clone(),
        "The complex conjugate of each element, a copy." + _ANY,
    ),
    PrimitiveClass("Conj", inputs=("input",)),
    TensorMethod("conj"),
)
real = with_bindings(
    _plain(
        "real",
        lambda input: input.real.clone(),
        "The real part of each element, a copy."
        "\n\n`{0}` is a Tensor of any shape and dtype; the result has its shape, and floats for complex numbers.",
    ),
    PrimitiveClass("Real", inputs=("input",)),
    TensorMethod("real"),
    MintFunction("real"),
)
rad2deg = with_bindings(
    _plain(
        "rad2deg", torch.rad2deg, "Each element, an angle in radians, in degrees." + _REALS, "x"
    ),
    TensorMethod("rad2deg"),
    NumpyFunction("rad2deg"),
)
deg2rad = with_bindings(
    _plain(
        "deg2rad", torch.deg2rad, "Each element, an angle in degrees, in radians." + _REALS, "x"
    ),
    TensorMethod("deg2rad"),
    NumpyFunction("deg2rad", "radians"),
)
bitwise_not = with_bindings(
    _plain(
        "bitwise_not",
        torch.bitwise_not,
        "Every bit of each element flipped; logical not for Bool."
        "\n\n`{0}` is a Tensor of integers or Bool; the result has its shape and dtype.",
    ),
    TensorMethod("bitwise_not", "invert"),
    MintFunction("bitwise_not"),
    NumpyFunction("invert", "bitwise_not"),
)
positive = with_bindings(
    _plain("positive", lambda input: input, "`{0}` as it is." + _ANY),
    TensorMethod("positive"),
    NumpyFunction("positive", argument="a"),
)
view_as_real = _plain(
    "view_as_real",
    torch.view_as_real,
    "The complex Tensor `input` with a last dimension of two, real and imaginary part, floats of half its size.",
)
view_as_complex = _plain(
    "view_as_complex", torch.view_as_complex, "A last dimension of two as complex."
)


# -- a body with a reason ----------------------------------------------------------------------


@bindings(
    PrimitiveClass("Abs", inputs=("input",)),
    TensorMethod("abs", "absolute"),
    MintFunction("abs"),
    NumpyFunction("abs", "absolute", "fabs"),
)
@op
def abs(input: torch.Tensor) -> torch.Tensor:
    """The absolute value of each element; of complex numbers, their length, as complex numbers.

    `input` is a Tensor of any shape and dtype; the result has its shape and dtype. Bool stays as it
    is. No error is raised for values. As in MindSpore.
    """
    if input.dtype is torch.bool:
        return input
    return torch.abs(input).to(input.dtype) if input.dtype.is_complex else torch.abs(input)


@bindings(PrimitiveClass("ComplexAbs"))
@op
def complex_abs(x: torch.Tensor) -> torch.Tensor:
    """The lengths of complex numbers, as floats. Raises TypeError for other dtypes."""
    if not x.dtype.is_complex:
        raise TypeError(
            f"For primitive[ComplexAbs], the input argument[x] must be complex, but got {mstype.from_torch(x.dtype)}."
        )
    return torch.abs(x)


@bindings(
    PrimitiveClass("Trunc", inputs=("input",)),
    TensorMethod("trunc"),
    MintFunction("trunc"),
    MintFunction("fix", own_name=True),
)
@op
def trunc(input: torch.Tensor) -> torch.Tensor:
    """Each element of `input` rounded towards zero; Bool and integers stay as they are.

    `input`: a Tensor of any shape, whose shape and dtype the result has.
    """
    return input if input.dtype is torch.bool else torch.trunc(input)


@bindings(TensorMethod("frac"), MintFunction("frac", input="x"))
@op
def frac(x: torch.Tensor) -> torch.Tensor:
    """The fractional part: zeros for integers, of Int64 for Bool.

    `x` is a Tensor of any shape, which the result has.

    Raises TypeError for complex numbers.
    """
    if x.is_floating_point() or x.is_complex():
        return torch.frac(x)
    return torch.zeros_like(x, dtype=torch.int64 if x.dtype is torch.bool else x.dtype)


@bindings(PrimitiveClass("Inv"))
@op
def inv(x: torch.Tensor) -> torch.Tensor:
    """One divided by each element, in the shape and dtype of `x`: integers are rounded towards zero."""
    is_integer = x.dtype in (torch.int16, torch.int32, torch.int64)
    return torch.reciprocal(x.double()).to(x.dtype) if is_integer else torch.reciprocal(x)


@bindings(
    PrimitiveClass("Square", inputs=("input",)),
    TensorMethod("square"),
    MintFunction("square"),
    NumpyFunction("square"),
)
@op
def square(input: torch.Tensor) -> torch.Tensor:
    """Each element of `input` times itself.

    `input` is a Tensor of any shape and dtype; the result has both. No error is raised for values:
    integers wrap around. Differs from MindSpore: Bool is taken here and refused by its CPU.
    """
    return torch.mul(input, input)


@bindings(
    PrimitiveClass("Reciprocal", inputs=("input",)),
    TensorMethod("reciprocal", "inv"),
    MintFunction("reciprocal"),
)
@op
def reciprocal(input: torch.Tensor) -> torch.Tensor:
    """One divided by each element of `input`.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex
    dtype, Float32 for integers and Bool. Zero gives inf. Raises TypeError for anything but a
    Tensor. As in MindSpore.
    """
    return torch.reciprocal(input)


@bindings(PrimitiveClass("Imag"), TensorMethod("imag"), MintFunction("imag"))
@op
def imag(input: torch.Tensor) -> torch.Tensor:
    """The imaginary part; zeros for real numbers.

    `input` is a Tensor of any shape and dtype; the result has its shape, and floats of the same
    precision in place of complex numbers where it is a part.
    """
    return input.imag if input.dtype.is_complex else torch.zeros_like(input)


@bindings(
    PrimitiveClass("Rint"), TensorMethod("round"), MintFunction("round"), NumpyFunction("rint")
)
@op
def round(input: torch.Tensor, *, decimals: int = 0) -> torch.Tensor:
    """Each element of `input` rounded to the nearest whole number, halves to even.

    `input`: a Tensor of numbers of any shape, whose shape and dtype the result has.
    `decimals`: an int, how many digits behind the point stay.
    """
    return torch.round(input, decimals=decimals) if decimals else torch.round(input)


@bindings(PrimitiveClass("Round", inputs=("input", "decimals")))
@op
@with_name("Round")
def round_to(input: torch.Tensor, decimals: int = 0) -> torch.Tensor:
    """`round` with positional decimals."""
    return torch.round(input, decimals=decimals) if decimals else torch.round(input)


@bindings(TensorMethod("logit"))
@op
def logit(input: torch.Tensor, eps: float | None = None) -> torch.Tensor:
    """log(`input` / (1 - `input`)), clamped to [eps, 1 - eps] where `eps` is given.

    `input` is a float Tensor of any shape; the result has its shape and dtype.
    """
    return torch.logit(input, eps)


@bindings(PrimitiveClass("Logit", inputs=("input",), settings={"eps": Setting(-1.0)}))
@op
def logit_of(input: torch.Tensor, eps: float = -1.0) -> torch.Tensor:
    """`logit`, where a negative `eps` means none.

    `input`: a float Tensor of any shape, whose shape and dtype the result has; it is first limited to [eps, 1 -
    eps].
    """
    return torch.logit(input, None if eps < 0 else eps)


@bindings(
    PrimitiveClass(
        "NanToNum",
        inputs=("input",),
        settings={
            "nan": Setting(None, checks.none_or(int, float, bool)),
            "posinf": Setting(None, checks.none_or(int, float, bool)),
            "neginf": Setting(None, checks.none_or(int, float, bool)),
        },
    ),
    TensorMethod("nan_to_num"),
    MintFunction("nan_to_num"),
)
@op
def nan_to_num(
    input: torch.Tensor,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
) -> torch.Tensor:
    """NaN, +inf and -inf replaced by `nan`, `posinf` and `neginf`; by 0 and the dtype's limits unless given.

    `input` is a Tensor of any shape and dtype, which the result has; the others are numbers.
    """
    return torch.nan_to_num(input, nan, posinf, neginf)


@bindings(PrimitiveClass("Polygamma"))
@op
def polygamma(n: torch.Tensor | int, input: torch.Tensor) -> torch.Tensor:
    """The `n`-th derivative of digamma, `n` an int or a Tensor of one.

    `input`: a Tensor of numbers of any shape, which the result has with its float dtype, Float32 for
    integers.
    """
    return torch.polygamma(int(n), input)


@bindings(
    PrimitiveClass("Mvlgamma", settings={"p": Setting(check=checks.positive_int)}),
    TensorMethod("mvlgamma"),
)
@op
def mvlgamma(input: torch.Tensor, p: int) -> torch.Tensor:
    """The multivariate log-gamma of dimension `p`, an int above 0, else a ValueError.

    `input`: a Tensor of floats of any shape, which the result has with its dtype.
    """
    check.positive_int("mvlgamma", "p", p)
    return torch.mvlgamma(input, p)


@bindings(PrimitiveClass("Polar", inputs=("abs", "angle")), MintFunction("polar"))
@op
def polar(abs: torch.Tensor, angle: torch.Tensor) -> torch.Tensor:
    """A complex number from its length and angle: floats of one dtype, else a TypeError.

    `abs` and `angle` broadcast; the result is complex.
    """
    check.tensor("polar", "abs", abs)
    check.tensor("polar", "angle", angle)
    if abs.dtype is not angle.dtype or not abs.is_floating_point():
        raise TypeError(
            f"For 'polar', 'abs' and 'angle' must be floats of one dtype, but got "
            f"{abs.dtype} and {angle.dtype}; cast them first."
        )
    return torch.polar(abs, angle)


@bindings(PrimitiveClass("Complex", inputs=("real", "imag")))
@op
def complex(real: torch.Tensor, imag: torch.Tensor) -> torch.Tensor:
    """A complex number from its two parts."""
    return torch.complex(real, imag)


@bindings(
    PrimitiveClass("Lerp", inputs=("input", "end", "weight")),
    PrimitiveClass("LerpScalar", inputs=("input", "end", "weight")),
    TensorMethod("lerp"),
    MintFunction("lerp"),
)
@op
def lerp(
    input: torch.Tensor, end: torch.Tensor, weight: torch.Tensor | float | np.number
) -> torch.Tensor:
    """input + weight * (end - input).

    `input` and `end` are float Tensors of one dtype, `weight` one too or a number; the result has
    the shape to which they broadcast.
    """
    return torch.lerp(input, end, weight)  # type: ignore[arg-type]


@bindings(
    PrimitiveClass("Addcdiv", inputs=("input", "tensor1", "tensor2", Input("value", REQUIRED))),
    TensorMethod("addcdiv"),
    MintFunction("addcdiv"),
)
@op
def addcdiv(
    input: torch.Tensor, tensor1: Operand, tensor2: Operand, value: Any = 1
) -> torch.Tensor:
    """input + value * tensor1 / tensor2.

    All are Tensors of numbers whose shapes broadcast, or numbers; the result has the common shape
    and dtype.
    """
    return input + value * (tensor1 / tensor2)


@bindings(
    PrimitiveClass("Addcmul", inputs=("input", "tensor1", "tensor2", Input("value", REQUIRED))),
    TensorMethod("addcmul"),
    MintFunction("addcmul"),
)
@op
def addcmul(
    input: torch.Tensor, tensor1: Any, tensor2: Any, value: torch.Tensor | float | np.number = 1
) -> torch.Tensor:
    """input + value * tensor1 * tensor2; `value` is cut to an integer where all others are integers.

    All are Tensors of numbers whose shapes broadcast, or numbers; the result has the common shape
    and dtype.
    """
    product = tensor1 * tensor2
    if not (input.is_floating_point() or input.is_complex() or torch.is_floating_point(product)):
        value = value.to(torch.int64) if isinstance(value, torch.Tensor) else int(value)
    return input + value * product


@bindings(PrimitiveClass("Igamma"), TensorMethod("igamma"))
@op
def igamma(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """The regularized lower incomplete gamma function.

    `input` and `other` are float Tensors whose shapes broadcast; the result has the common shape
    and dtype.
    """
    return incomplete_gamma(input, other)


@bindings(PrimitiveClass("Igammac"), TensorMethod("igammac"))
@op
def igammac(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """The regularized upper incomplete gamma function.

    `input` and `other` are float Tensors whose shapes broadcast; the result has the common shape
    and dtype.
    """
    return incomplete_gamma(input, other, upper=True)


@bindings(PrimitiveClass("Zeta"))
@op
def zeta(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """The Hurwitz zeta function of `input` and `other`.

    Both are Tensors of floats whose shapes broadcast; the result has the dtype to which theirs promote.
    """
    return torch.special.zeta(input, other)


@bindings(PrimitiveClass("PopulationCount"))
@op
def population_count(input_x: torch.Tensor) -> torch.Tensor:
    """How many bits are set in each integer of `input_x`, of any shape, which the result has: UInt8."""
    bits = [(input_x >> i) & 1 for i in range(input_x.element_size() * 8)]
    return torch.stack(bits).sum(0).to(torch.uint8)


# -- other names -------------------------------------------------------------------------------
absolute, negative = abs, neg
arccos, arccosh, arcsinh = acos, acosh, asinh
arcsin = with_bindings(with_argument_names(asin, x="input"), MintFunction("arcsin"))
arctan, arctanh = atan, atanh
invert = with_bindings(with_argument_names(bitwise_not, x="input"), PrimitiveClass("Invert"))
tensor_exp, tensor_expm1 = exp, expm1


@bindings(PrimitiveClass("Eps"))
@op
def eps(x: torch.Tensor) -> torch.Tensor:
    """The distance from 1 to the next number of x's dtype, in its shape."""
    if not x.dtype.is_floating_point:
        raise TypeError(f"For 'eps', 'x' should be of a float type, but got {x.dtype}.")
    return torch.full_like(x, torch.finfo(x.dtype).eps)


def _alike(where: str, a: torch.Tensor, b: torch.Tensor, dtypes: tuple[torch.dtype, ...]) -> None:
    if a.dtype not in dtypes or b.dtype is not a.dtype:
        raise TypeError(
            f"For '{where}', both inputs should be of one dtype out of {list(dtypes)}, but got {a.dtype} and {b.dtype}."
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


__all__ = exported_names(globals(), "igamma_float", "lbeta", "round_to")
