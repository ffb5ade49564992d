"""Elementwise functions whose dtypes or values in mindspore.numpy differ from those of ops.

numpy promotes a Python number as an array of Int32 or Float32; ops gives it the dtype of the Tensor beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import dtype as mstype
from msacc.ops.core.array_likes import array_like, promote_all
from msacc.ops.core.declaration import NumpyFunction, bindings
from msacc.ops.core.docstrings import summary
from msacc.ops.math import arithmetic

if TYPE_CHECKING:
    from msacc.common.argument_types import Operand


@bindings(NumpyFunction("divide", "true_divide"))
def divide(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    """The quotient x1 / x2 of array-likes that broadcast.

    Integers give Float32, also beside Float64 (ops: Float64); other dtypes promote.
    """
    floats = x1.dtype.is_floating_point and x2.dtype.is_floating_point
    out = torch.true_divide(*promote_all([x1, x2]))
    return out.float() if out.dtype is torch.float64 and not floats else out


@bindings(NumpyFunction("float_power"))
def float_power(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    """x1 to the power of x2, always worked on in Float32 (ops: Float64)."""
    return torch.pow(x1.float(), x2.float())


@bindings(NumpyFunction("copysign"))
def copysign(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    """The magnitude of x1 with the sign of x2, in the dtype of x1 (ops: a float). A zero has no sign."""
    magnitude = x1.to(torch.int32) if x1.dtype is torch.bool else torch.abs(x1)
    out = torch.where(x2 < 0, -magnitude, magnitude)
    return out.to(x1.dtype)


@bindings(NumpyFunction("hypot"))
def hypot(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    """The length of the hypotenuse over x1 and x2; integers give Float32 (ops refuses them)."""
    a, b = promote_all([x1, x2])
    return arithmetic.hypot.raw(*((a, b) if a.dtype.is_floating_point else (a.float(), b.float())))


@bindings(NumpyFunction("arctan2"))
def arctan2(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    """The angle of the point (x2, x1), in (-pi, pi]; integers of 8 bits count as Float16, others as Float32."""
    return arithmetic.atan2.raw(*promote_all([_angle(x1), _angle(x2)]))


def _angle(x: torch.Tensor) -> torch.Tensor:
    """MindSpore's numpy works on Bool and integers of 8 bits in Float16, on wider ones in Float32."""
    if x.dtype.is_floating_point:
        return x
    return x.half() if x.dtype in (torch.bool, torch.int8, torch.uint8) else x.float()


def trigonometric(fn: Any) -> Any:
    """The op `fn`, with numpy's dtypes: integers of 8 bits and Bool give Float16, other integers Float32."""

    def call(x: torch.Tensor) -> torch.Tensor:
        return fn.raw(_angle(x))

    call.__name__ = fn.__name__
    call.__doc__ = f"{summary(fn)} Bool, Int8 and UInt8 give Float16, wider integers Float32."
    return call


@bindings(NumpyFunction("gcd"))
def gcd(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    """The greatest common divisor of x1 and x2, which broadcast and promote; also of floats (ops refuses them)."""
    a, b = promote_all([x1, x2])
    if not a.dtype.is_floating_point:
        return arithmetic.gcd.raw(a, b)  # type: ignore[no-any-return]
    a, b = torch.broadcast_tensors(a.abs(), b.abs())
    while bool((b > 0).any()):
        a, b = torch.where(b > 0, b, a), torch.where(b > 0, torch.remainder(a, b), b)
    return a


@bindings(NumpyFunction("lcm"))
def lcm(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    """The least common multiple of x1 and x2, which broadcast and promote; also of floats (ops refuses them)."""
    a, b = promote_all([x1, x2])
    if not a.dtype.is_floating_point:
        return arithmetic.lcm.raw(a, b)  # type: ignore[no-any-return]
    divisor = gcd(a, b)
    return torch.where(divisor > 0, (a * b).abs() / divisor, 0)


def maximum(x1: Operand, x2: Operand) -> torch.Tensor:
    """The larger of x1 and x2, NaN where one is; a bare number takes the dtype of the array beside it."""
    return arithmetic.maximum.raw(*promote_all(list(as_beside(x1, x2))))


def minimum(x1: Operand, x2: Operand) -> torch.Tensor:
    """The smaller of x1 and x2, NaN where one is; a bare number takes the dtype of the array beside it."""
    return arithmetic.minimum.raw(*promote_all(list(as_beside(x1, x2))))


def as_beside(x1: Operand, x2: Operand) -> tuple[torch.Tensor, torch.Tensor]:
    """Both as tensors; of a number and an array the number is cast, so that 2.5 beside Int32 is 2."""
    a, b = array_like(x1), array_like(x2)
    first, second = isinstance(x1, (int, float)), isinstance(x2, (int, float))
    if second and not first:
        return a, b.to(a.dtype)
    return (a.to(b.dtype), b) if first and not second else (a, b)


def clip(
    x: Operand, xmin: Operand | None, xmax: Operand | None, dtype: torch.dtype | None = None
) -> torch.Tensor:
    """The array-like `x`, of any shape, limited to [xmin, xmax], either of which may be None, in `dtype` if given.

    The limits are array-likes that broadcast and promote; a bare number takes the dtype of `x`. Raises
    ValueError if both are None. MindSpore drops `dtype`, against its documentation.
    """
    if xmin is None and xmax is None:
        raise ValueError("For 'clip', one of 'xmin' and 'xmax' must be given.")
    out = x if xmin is None else maximum(x, xmin)
    out = array_like(out) if xmax is None else minimum(out, xmax)
    return out if dtype is None else out.to(dtype)


def isclose(
    a: torch.Tensor,
    b: torch.Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> torch.Tensor:
    """Whether |a - b| <= atol + rtol * |b|, element by element: Bool.

    `a` and `b` are array-likes of one dtype whose shapes broadcast; NaN is close to NaN for `equal_nan`. Raises
    TypeError for two dtypes (also of Python numbers: 1 is Int32, 1.0 Float32) and for limits that are no
    numbers.
    """
    if a.dtype is not b.dtype:
        raise TypeError(
            f"For 'isclose', 'a' and 'b' must have one dtype, but got {a.dtype} and {b.dtype}: cast one of them."
        )
    for name, value in (("rtol", rtol), ("atol", atol)):
        if not isinstance(value, (int, float)):
            raise TypeError(f"For 'isclose', '{name}' should be a number, but got {value!r}.")
    if a.dtype is torch.bool:
        a, b = a.to(torch.uint8), b.to(torch.uint8)
    return torch.isclose(a, b, rtol, atol, bool(equal_nan))


@bindings(NumpyFunction("ceil"))
def ceil(x: torch.Tensor) -> torch.Tensor:
    """The smallest whole number not below `x`, always Float32 (ops: the dtype of `x`)."""
    return torch.ceil(x.float())


@bindings(NumpyFunction("trunc"), NumpyFunction("fix", dtype=False))
def trunc(x: torch.Tensor) -> torch.Tensor:
    """`x` truncated toward zero: Float16 of Float16, else Float32 (ops: the dtype of `x`)."""
    return torch.trunc(x if x.dtype is torch.float16 else x.float())


@bindings(NumpyFunction("reciprocal"))
def reciprocal(x: torch.Tensor) -> torch.Tensor:
    """1 / x in the dtype of `x`: integers are divided as such, so that all above 1 give 0 (ops: Float32).

    Bool gives Int64; of an integer 0 the result has no meaning, there neither.
    """
    if x.dtype.is_floating_point:
        return torch.reciprocal(x)
    dtype = torch.int64 if x.dtype is torch.bool else x.dtype
    return torch.trunc(torch.reciprocal(x.double())).to(dtype)


@bindings(NumpyFunction("exp2"))
def exp2(x: torch.Tensor) -> torch.Tensor:
    """2 to the power of `x` in the dtype of `x`, Int64 for Bool (ops: a float). Negative integers give 0."""
    if x.dtype.is_floating_point:
        return torch.exp2(x)
    dtype = torch.int64 if x.dtype is torch.bool else x.dtype
    return torch.trunc(torch.exp2(x.double())).to(dtype)


@bindings(NumpyFunction("cbrt"))
def cbrt(x: torch.Tensor) -> torch.Tensor:
    """The cube root: Float64 of Float64, else Float32; 0 of 0, where MindSpore gives NaN."""
    x = x if x.dtype is torch.float64 else x.float()
    return torch.sign(x) * torch.pow(torch.abs(x), 1 / 3)


def signbit(x: torch.Tensor, dtype: torch.dtype | None = None) -> torch.Tensor:
    """Whether the sign bit of each number of the array-like `x` is set: Bool, in its shape.

    Raises TypeError for another `dtype`.
    """
    if dtype not in (None, torch.bool):
        raise TypeError(
            f"For 'signbit', 'dtype' can only be Bool, the dtype of the result, but got "
            f"{mstype.from_torch(dtype)}; cast the result with astype."
        )
    return torch.signbit(x)


@bindings(NumpyFunction("sign"))
def sign(x: torch.Tensor) -> torch.Tensor:
    """-1, 0 or 1 by the sign of `x`; integers give Float32 (ops: the dtype of `x`)."""
    return torch.sign(x if x.dtype.is_floating_point else x.float())


def around(a: torch.Tensor, decimals: int = 0) -> torch.Tensor:
    """`a` rounded to `decimals` decimal places, halves to even, in its dtype; integers stay as they are.

    Raises TypeError if `decimals` is no int, ValueError if it is negative.
    """
    if not isinstance(decimals, int):
        raise TypeError(f"For 'around', 'decimals' should be an int, but got {decimals!r}.")
    if decimals < 0:
        raise ValueError(f"For 'around', 'decimals' must not be negative, but got {decimals}.")
    if not a.dtype.is_floating_point:
        return a.clone()
    return torch.round(a, decimals=decimals) if decimals else torch.round(a)
