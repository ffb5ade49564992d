# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def abs(input: Tensor) -> Tensor: ...
def acos(input: Tensor) -> Tensor:
    """The inverse cosine of each element, in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def acosh(input: Tensor) -> Tensor:
    """The inverse hyperbolic cosine of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def addcdiv(input: Tensor, tensor1: Any, tensor2: Any, value: Any = 1) -> Tensor: ...
def addcmul(input: Tensor, tensor1: Any, tensor2: Any, value: Any = 1) -> Tensor: ...
def angle(input: Tensor) -> Tensor:
    """The angle of a complex number, in radians."""
def asin(input: Tensor) -> Tensor:
    """The inverse sine of each element, in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def asinh(input: Tensor) -> Tensor:
    """The inverse hyperbolic sine of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def atan(input: Tensor) -> Tensor:
    """The inverse tangent of each element, in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def atanh(input: Tensor) -> Tensor:
    """The inverse hyperbolic tangent of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def bitwise_not(input: Tensor) -> Tensor:
    """Every bit flipped; logical not for Bool."""
def ceil(input: Tensor) -> Tensor:
    """Each element rounded up to an integer.

    `input` is a Tensor of any shape and of integers or floats; the result has both.
    Raises TypeError for Bool and for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers, which stay as they are.
    """
def complex(real: Tensor, imag: Tensor) -> Tensor: ...
def complex_abs(x: Tensor) -> Tensor: ...
def conj(input: Tensor) -> Tensor:
    """The complex conjugate, a copy."""
def cos(input: Tensor) -> Tensor:
    """The cosine of each element, an angle in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def cosh(input: Tensor) -> Tensor:
    """The hyperbolic cosine of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def deg2rad(x: Tensor) -> Tensor:
    """Degrees to radians."""
def digamma(input: Tensor) -> Tensor:
    """The derivative of lgamma."""
def eps(x: Tensor) -> Tensor: ...
def erf(input: Tensor) -> Tensor:
    """The error function."""
def erfc(input: Tensor) -> Tensor:
    """1 - erf(x)."""
def erfinv(input: Tensor) -> Tensor:
    """The inverse error function."""
def exp(input: Tensor) -> Tensor:
    """e to the power of each element of `input`.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def exp2(input: Tensor) -> Tensor:
    """2 to the power of each element of `input`.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor. As in MindSpore.
    """
def expm1(input: Tensor) -> Tensor:
    """`exp(input) - 1`, exact near 0, element by element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def floor(input: Tensor) -> Tensor:
    """Each element rounded down to an integer.

    `input` is a Tensor of any shape and of integers or floats; the result has both.
    Raises TypeError for Bool and for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers, which stay as they are.
    """
def frac(x: Tensor) -> Tensor: ...
def igamma(input: Tensor, other: Tensor) -> Tensor: ...
def igammac(input: Tensor, other: Tensor) -> Tensor: ...
def imag(input: Tensor) -> Tensor: ...
def inv(x: Tensor) -> Tensor: ...
def lerp(input: Tensor, end: Tensor, weight: Any) -> Tensor: ...
def lgamma(input: Tensor) -> Tensor:
    """The logarithm of |gamma(x)|."""
def log(input: Tensor) -> Tensor:
    """The natural logarithm of each element: -inf for 0, NaN below.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def log10(input: Tensor) -> Tensor:
    """The logarithm to base 10 of each element: -inf for 0, NaN below.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def log1p(input: Tensor) -> Tensor:
    """`log(1 + input)`, exact near 0, element by element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def log2(input: Tensor) -> Tensor:
    """The logarithm to base 2 of each element: -inf for 0, NaN below.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def logit(input: Tensor, eps: float | None = None) -> Tensor: ...
def logit_of(input: Tensor, eps: float = -1.0) -> Tensor: ...
def mvlgamma(input: Tensor, p: int) -> Tensor: ...
def nan_to_num(input: Tensor, nan: float | None = None, posinf: float | None = None, neginf: float | None = None) -> Tensor: ...
def neg(input: Tensor) -> Tensor:
    """Each element with the other sign; unsigned numbers wrap around, as in MindSpore.

    `input` is a Tensor of any shape and of integers or floats; the result has both.
    Raises TypeError for Bool and for anything but a Tensor.
    """
def polar(abs: Tensor, angle: Tensor) -> Tensor: ...
def polygamma(n: Any, input: Tensor) -> Tensor: ...
def population_count(input_x: Tensor) -> Tensor: ...
def positive(input: Tensor) -> Tensor:
    """The input as it is."""
def rad2deg(x: Tensor) -> Tensor:
    """Radians to degrees."""
def real(input: Tensor) -> Tensor:
    """The real part, a copy."""
def reciprocal(input: Tensor) -> Tensor: ...
def round(input: Tensor, *, decimals: int = 0) -> Tensor: ...
def rsqrt(input: Tensor) -> Tensor:
    """1 / sqrt(x)."""
def sgn(input: Tensor) -> Tensor:
    """The sign; x / |x| for complex numbers."""
def sign(input: Tensor) -> Tensor:
    """-1, 0 or 1; of complex numbers, the one of length 1 in their direction."""
def sin(input: Tensor) -> Tensor:
    """The sine of each element, an angle in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def sinc(input: Tensor) -> Tensor:
    """sin(pi x) / (pi x)."""
def sinh(input: Tensor) -> Tensor:
    """The hyperbolic sine of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def sqrt(x: Tensor) -> Tensor:
    """The square root of each element, NaN for negative ones.

    `x` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor. As in MindSpore.
    """
def square(input: Tensor) -> Tensor: ...
def tan(input: Tensor) -> Tensor:
    """The tangent of each element, an angle in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
def trunc(input: Tensor) -> Tensor: ...
def view_as_complex(input: Tensor) -> Tensor:
    """A last dimension of two as complex."""
def view_as_real(input: Tensor) -> Tensor:
    """Complex as a last dimension of two."""
def zeta(input: Tensor, other: Tensor) -> Tensor: ...
