# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def abs(input: Tensor) -> Tensor: ...
def acos(input: Tensor) -> Tensor:
    """The inverse cosine of each element, in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.acos(Tensor([1.0, 0.5])))
        [0.        1.0471976]
    """
def acosh(input: Tensor) -> Tensor:
    """The inverse hyperbolic cosine of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.acosh(Tensor([1.0, 2.0])))
        [0.       1.316958]
    """
def addcdiv(input: Tensor, tensor1: Any, tensor2: Any, value: Any = 1) -> Tensor: ...
def addcmul(input: Tensor, tensor1: Any, tensor2: Any, value: Any = 1) -> Tensor: ...
def angle(input: Tensor) -> Tensor:
    """The angle of each complex number, in radians; of real ones 0 or pi.

    `input` is a Tensor of any shape and dtype; the result has its shape, and floats.

    Examples:
        >>> print(ops.angle(Tensor([1j, 1 + 0j])))
        [1.57079633 0.        ]
    """
def asin(input: Tensor) -> Tensor:
    """The inverse sine of each element, in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.asin(Tensor([0.0, 1.0])))
        [0.        1.5707964]
    """
def asinh(input: Tensor) -> Tensor:
    """The inverse hyperbolic sine of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.asinh(Tensor([0.0, 1.0])))
        [0.        0.8813736]
    """
def atan(input: Tensor) -> Tensor:
    """The inverse tangent of each element, in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.atan(Tensor([0.0, 1.0])))
        [0.        0.7853982]
    """
def atanh(input: Tensor) -> Tensor:
    """The inverse hyperbolic tangent of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.atanh(Tensor([0.0, 0.5])))
        [0.         0.54930615]
    """
def bitwise_not(input: Tensor) -> Tensor:
    """Every bit of each element flipped; logical not for Bool.

    `input` is a Tensor of integers or Bool; the result has its shape and dtype.
    """
def ceil(input: Tensor) -> Tensor:
    """Each element rounded up to an integer.

    `input` is a Tensor of any shape and of integers or floats; the result has both.
    Raises TypeError for Bool and for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers, which stay as they are.

    Examples:
        >>> print(ops.ceil(Tensor([0.2, 1.0, -1.5])))
        [ 1.  1. -1.]
    """
def complex(real: Tensor, imag: Tensor) -> Tensor: ...
def complex_abs(x: Tensor) -> Tensor: ...
def conj(input: Tensor) -> Tensor:
    """The complex conjugate of each element, a copy.

    `input` is a Tensor of any shape and dtype, both of which the result has.

    Examples:
        >>> print(ops.conj(Tensor([1 + 2j])))
        [1.-2.j]
    """
def cos(input: Tensor) -> Tensor:
    """The cosine of each element, an angle in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.cos(Tensor([0.0, 2.0])))
        [ 1.         -0.41614684]
    """
def cosh(input: Tensor) -> Tensor:
    """The hyperbolic cosine of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.cosh(Tensor([0.0, 3.0])))
        [ 1.       10.067662]
    """
def deg2rad(x: Tensor) -> Tensor:
    """Each element, an angle in degrees, in radians.

    `x` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
    float dtype, Float32 for integers and Bool.

    Examples:
        >>> print(ops.deg2rad(Tensor([0.0, 180.0])))
        [0.        3.1415927]
    """
def digamma(input: Tensor) -> Tensor:
    """The derivative of lgamma at each element.

    `input` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
    float dtype, Float32 for integers and Bool.

    Examples:
        >>> print(ops.digamma(Tensor([1.0])))
        [-0.5772159]
    """
def eps(x: Tensor) -> Tensor: ...
def erf(input: Tensor) -> Tensor:
    """The error function of each element.

    `input` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
    float dtype, Float32 for integers and Bool.

    Examples:
        >>> print(ops.erf(Tensor([0.0, 1.0])))
        [0.        0.8427008]
    """
def erfc(input: Tensor) -> Tensor:
    """`1 - erf(input)`, element by element.

    `input` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
    float dtype, Float32 for integers and Bool.

    Examples:
        >>> print(ops.erfc(Tensor([0.0, 1.0])))
        [1.        0.1572992]
    """
def erfinv(input: Tensor) -> Tensor:
    """The inverse error function of each element.

    `input` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
    float dtype, Float32 for integers and Bool.

    Examples:
        >>> print(ops.erfinv(Tensor([0.0, 0.5])))
        [0.         0.47693628]
    """
def exp(input: Tensor) -> Tensor:
    """e to the power of each element of `input`.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.exp(Tensor([0.0, 1.0])).asnumpy().round(3))
        [1.    2.718]
    """
def exp2(input: Tensor) -> Tensor:
    """2 to the power of each element of `input`.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor. As in MindSpore.

    Examples:
        >>> print(mint.exp2(Tensor([0.0, 1.0, 3.0])))
        [1. 2. 8.]
    """
def expm1(input: Tensor) -> Tensor:
    """`exp(input) - 1`, exact near 0, element by element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.expm1(Tensor([0.0, 2.0])))
        [0.       6.389056]
    """
def floor(input: Tensor) -> Tensor:
    """Each element rounded down to an integer.

    `input` is a Tensor of any shape and of integers or floats; the result has both.
    Raises TypeError for Bool and for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers, which stay as they are.

    Examples:
        >>> print(ops.floor(Tensor([0.2, 1.0, -1.5])))
        [ 0.  1. -2.]
    """
def frac(x: Tensor) -> Tensor: ...
def igamma(input: Tensor, other: Tensor) -> Tensor: ...
def igammac(input: Tensor, other: Tensor) -> Tensor: ...
def imag(input: Tensor) -> Tensor: ...
def inv(x: Tensor) -> Tensor: ...
def lerp(input: Tensor, end: Tensor, weight: Any) -> Tensor: ...
def lgamma(input: Tensor) -> Tensor:
    """The logarithm of |gamma(`input`)|, element by element.

    `input` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
    float dtype, Float32 for integers and Bool.

    Examples:
        >>> print(ops.lgamma(Tensor([1.0, 4.0])))
        [0.        1.7917595]
    """
def log(input: Tensor) -> Tensor:
    """The natural logarithm of each element: -inf for 0, NaN below.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.log(Tensor([1.0, 2.0])))
        [0.        0.6931472]
    """
def log10(input: Tensor) -> Tensor:
    """The logarithm to base 10 of each element: -inf for 0, NaN below.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.log10(Tensor([1.0, 100.0])))
        [0. 2.]
    """
def log1p(input: Tensor) -> Tensor:
    """`log(1 + input)`, exact near 0, element by element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.log1p(Tensor([0.0, 1.0])))
        [0.        0.6931472]
    """
def log2(input: Tensor) -> Tensor:
    """The logarithm to base 2 of each element: -inf for 0, NaN below.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.log2(Tensor([1.0, 2.0, 8.0])))
        [0. 1. 3.]
    """
def logit(input: Tensor, eps: float | None = None) -> Tensor: ...
def logit_of(input: Tensor, eps: float = -1.0) -> Tensor: ...
def mvlgamma(input: Tensor, p: int) -> Tensor: ...
def nan_to_num(input: Tensor, nan: float | None = None, posinf: float | None = None, neginf: float | None = None) -> Tensor: ...
def neg(input: Tensor) -> Tensor:
    """Each element with the other sign; unsigned numbers wrap around, as in MindSpore.

    `input` is a Tensor of any shape and of integers or floats; the result has both.
    Raises TypeError for Bool and for anything but a Tensor.

    Examples:
        >>> print(ops.neg(Tensor([1, -2])))
        [-1  2]
    """
def polar(abs: Tensor, angle: Tensor) -> Tensor: ...
def polygamma(n: Any, input: Tensor) -> Tensor: ...
def population_count(input_x: Tensor) -> Tensor: ...
def positive(input: Tensor) -> Tensor:
    """`input` as it is.

    `input` is a Tensor of any shape and dtype, both of which the result has.
    """
def rad2deg(x: Tensor) -> Tensor:
    """Each element, an angle in radians, in degrees.

    `x` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
    float dtype, Float32 for integers and Bool.

    Examples:
        >>> print(ops.rad2deg(Tensor([0.0, 3.0])).asnumpy().round(3))
        [  0.    171.887]
    """
def real(input: Tensor) -> Tensor:
    """The real part of each element, a copy.

    `input` is a Tensor of any shape and dtype; the result has its shape, and floats for complex numbers.

    Examples:
        >>> print(ops.real(Tensor([1 + 2j])))
        [1.]
    """
def reciprocal(input: Tensor) -> Tensor: ...
def round(input: Tensor, *, decimals: int = 0) -> Tensor: ...
def rsqrt(input: Tensor) -> Tensor:
    """1 / sqrt(`input`), element by element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.

    Examples:
        >>> print(ops.rsqrt(Tensor([1.0, 4.0, 16.0])))
        [1.   0.5  0.25]
    """
def sgn(input: Tensor) -> Tensor:
    """The sign of each element; `input` / |`input`| for complex numbers.

    `input` is a Tensor of any shape and dtype, both of which the result has.
    """
def sign(input: Tensor) -> Tensor:
    """-1, 0 or 1; of complex numbers, the one of length 1 in their direction.

    `input` is a Tensor of any shape and dtype, both of which the result has.

    Examples:
        >>> print(ops.sign(Tensor([-3.0, 0.0, 5.0])))
        [-1.  0.  1.]
    """
def sin(input: Tensor) -> Tensor:
    """The sine of each element, an angle in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.sin(Tensor([0.0, 1.0])))
        [0.         0.84147096]
    """
def sinc(input: Tensor) -> Tensor:
    """sin(pi * `input`) / (pi * `input`), 1 at 0.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    """
def sinh(input: Tensor) -> Tensor:
    """The hyperbolic sine of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.sinh(Tensor([0.0, 1.0])))
        [0.        1.1752012]
    """
def sqrt(x: Tensor) -> Tensor:
    """The square root of each element, NaN for negative ones.

    `x` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor. As in MindSpore.

    Examples:
        >>> print(ops.sqrt(Tensor([1.0, 4.0, 9.0])))
        [1. 2. 3.]
    """
def square(input: Tensor) -> Tensor: ...
def tan(input: Tensor) -> Tensor:
    """The tangent of each element, an angle in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.tan(Tensor([0.0, 1.0])))
        [0.        1.5574077]
    """
def trunc(input: Tensor) -> Tensor: ...
def view_as_complex(input: Tensor) -> Tensor:
    """A last dimension of two as complex."""
def view_as_real(input: Tensor) -> Tensor:
    """The complex Tensor `input` with a last dimension of two, real and imaginary part, floats of half its size."""
def zeta(input: Tensor, other: Tensor) -> Tensor: ...
