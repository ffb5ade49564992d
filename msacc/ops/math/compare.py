"""Comparisons and logic; results are Bool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common.tensor import Tensor
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import (
    MintFunction,
    NumpyFunction,
    PrimitiveClass,
    Setting,
    TensorMethod,
    bindings,
)
from msacc.ops.core.op import binary, exported_names, op, with_name

if TYPE_CHECKING:
    from msacc.common.argument_types import Operand


def _wide(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """`input`, as int64 beside an int that its dtype cannot hold, which torch's kernels would wrap."""
    if type(other) is int and not input.dtype.is_floating_point and not input.dtype.is_complex:
        dtype = input.dtype
        if (
            dtype is not torch.bool
            and not torch.iinfo(dtype).min <= other <= torch.iinfo(dtype).max
        ):
            return input.long()
    return input


# -- same name ---------------------------------------------------------------------------------


@bindings(
    PrimitiveClass("Equal", inputs=("input", "other")),
    TensorMethod("equal", "eq"),
    MintFunction("eq"),
    NumpyFunction("equal"),
)
@binary
def equal(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """Whether `input == other`, element by element.

    The result is Bool and has the broadcast shape. NaN equals nothing. As in MindSpore.
    """
    if isinstance(input, torch.Tensor):
        return torch.eq(_wide(input, other), other)
    return torch.eq(_wide(other, input), input)


@bindings(
    PrimitiveClass("NotEqual", inputs=("input", "other")),
    TensorMethod("not_equal", "ne"),
    MintFunction("ne", "not_equal"),
    NumpyFunction("not_equal"),
)
@binary
def not_equal(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """Whether `input != other`, element by element.

    The result is Bool and has the broadcast shape. NaN differs from everything. As in MindSpore.
    """
    if isinstance(input, torch.Tensor):
        return torch.ne(_wide(input, other), other)
    return torch.ne(_wide(other, input), input)


@bindings(
    PrimitiveClass("Less", inputs=("input", "other")),
    TensorMethod("less", "lt"),
    MintFunction("less", "lt"),
    NumpyFunction("less"),
)
@binary
def less(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """Whether `input < other`, element by element.

    The result is Bool and has the broadcast shape; False where one is NaN. As in MindSpore.
    """
    if isinstance(input, torch.Tensor):
        return torch.lt(_wide(input, other), other)
    return torch.gt(_wide(other, input), input)


@bindings(
    PrimitiveClass("LessEqual", inputs=("input", "other")),
    TensorMethod("less_equal", "le"),
    MintFunction("le", "less_equal"),
    NumpyFunction("less_equal"),
)
@binary
def less_equal(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """Whether `input <= other`, element by element.

    The result is Bool and has the broadcast shape; False where one is NaN. As in MindSpore.
    """
    if isinstance(input, torch.Tensor):
        return torch.le(_wide(input, other), other)
    return torch.ge(_wide(other, input), input)


@bindings(
    PrimitiveClass("Greater", inputs=("input", "other")),
    TensorMethod("greater", "gt"),
    MintFunction("greater", "gt"),
    NumpyFunction("greater"),
)
@binary
def greater(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """Whether `input > other`, element by element.

    The result is Bool and has the broadcast shape; False where one is NaN. As in MindSpore.
    """
    if isinstance(input, torch.Tensor):
        return torch.gt(_wide(input, other), other)
    return torch.lt(_wide(other, input), input)


@bindings(
    PrimitiveClass("GreaterEqual", inputs=("input", "other")),
    TensorMethod("greater_equal", "ge"),
    MintFunction("ge", "greater_equal"),
    NumpyFunction("greater_equal"),
)
@binary
def greater_equal(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """Whether `input >= other`, element by element.

    The result is Bool and has the broadcast shape; False where one is NaN. As in MindSpore.
    """
    if isinstance(input, torch.Tensor):
        return torch.ge(_wide(input, other), other)
    return torch.le(_wide(other, input), input)


def _as_tensor(value: Any, like: Any) -> torch.Tensor:
    return value if isinstance(value, torch.Tensor) else torch.full((), value, device=like.device)


@bindings(
    PrimitiveClass("LogicalAnd", inputs=("x", "y")),
    TensorMethod("logical_and", y="other"),
    MintFunction("logical_and"),
    NumpyFunction("logical_and"),
)
@binary
def logical_and(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """Whether `input` and `other` both are non-zero, element by element.

    The result is Bool and has the broadcast shape, whatever the dtypes. As in MindSpore.
    """
    return torch.logical_and(_as_tensor(input, other), _as_tensor(other, input))


@bindings(
    PrimitiveClass("LogicalOr", inputs=("x", "y")),
    TensorMethod("logical_or", y="other"),
    MintFunction("logical_or"),
    NumpyFunction("logical_or"),
)
@binary
def logical_or(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """Whether at least one of `input` and `other` is non-zero, element by element.

    The result is Bool and has the broadcast shape, whatever the dtypes. As in MindSpore.
    """
    return torch.logical_or(_as_tensor(input, other), _as_tensor(other, input))


@bindings(
    PrimitiveClass("LogicalXor", inputs=("input", "other")),
    TensorMethod("logical_xor"),
    MintFunction("logical_xor"),
    NumpyFunction("logical_xor"),
)
@binary
def logical_xor(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """Whether just one is non-zero."""
    return torch.logical_xor(_as_tensor(input, other), _as_tensor(other, input))


@bindings(
    PrimitiveClass("LogicalNot", inputs=("input",)),
    TensorMethod("logical_not"),
    MintFunction("logical_not"),
    NumpyFunction("logical_not", argument="a"),
)
@op
def logical_not(input: torch.Tensor) -> torch.Tensor:
    """Whether each element of `input` is zero.

    `input` is a Tensor of any shape and dtype; the result is Bool and has its shape. Raises
    TypeError for anything but a Tensor. As in MindSpore.
    """
    return torch.logical_not(input)


@bindings(
    PrimitiveClass("IsNan"),
    TensorMethod("isnan"),
    MintFunction("isnan", tensor="input"),
    NumpyFunction("isnan"),
)
@op
def isnan(input: torch.Tensor) -> torch.Tensor:
    """Whether each element is NaN.

    `input` is a Tensor of any shape and dtype; the result is Bool of that shape.
    """
    return torch.isnan(input)


@bindings(
    PrimitiveClass("IsInf", inputs=("input",)),
    TensorMethod("isinf"),
    MintFunction("isinf"),
    NumpyFunction("isinf"),
)
@op
def isinf(input: torch.Tensor) -> torch.Tensor:
    """Whether each element is infinite.

    `input` is a Tensor of any shape and dtype; the result is Bool of that shape.
    """
    return torch.isinf(input)


@bindings(
    PrimitiveClass("IsFinite", inputs=("input",)),
    TensorMethod("isfinite"),
    MintFunction("isfinite"),
    NumpyFunction("isfinite"),
)
@op
def isfinite(input: torch.Tensor) -> torch.Tensor:
    """Whether each element is neither infinite nor NaN.

    `input` is a Tensor of any shape and dtype; the result is Bool of that shape.
    """
    return torch.isfinite(input)


@bindings(TensorMethod("isposinf"), NumpyFunction("isposinf", dtype=False))
@op
def isposinf(input: torch.Tensor) -> torch.Tensor:
    """Whether each element is +inf.

    `input` is a Tensor of any shape and dtype; the result is Bool of that shape.
    """
    return torch.isposinf(input)


@bindings(
    TensorMethod("isneginf"), MintFunction("isneginf"), NumpyFunction("isneginf", dtype=False)
)
@op
def isneginf(input: torch.Tensor) -> torch.Tensor:
    """Whether each element is -inf.

    `input` is a Tensor of any shape and dtype; the result is Bool of that shape.
    """
    return torch.isneginf(input)


@bindings(TensorMethod("isreal"))
@op
def isreal(input: torch.Tensor) -> torch.Tensor:
    """Whether each element has no imaginary part.

    `input` is a Tensor of any shape and dtype; the result is Bool of that shape.
    """
    return torch.isreal(input)


@bindings(TensorMethod("signbit"))
@op
def signbit(input: torch.Tensor) -> torch.Tensor:
    """Whether the sign bit is set.

    `input` is a Tensor of any shape and dtype; the result is Bool of that shape.
    """
    return torch.signbit(input)


def _one_dtype(name: str, input: torch.Tensor, other: torch.Tensor) -> None:
    if input.dtype is not other.dtype:
        raise TypeError(
            f"For '{name}', both Tensors should have one dtype, but got {input.dtype} and {other.dtype}."
        )


@bindings(
    PrimitiveClass(
        "IsClose",
        inputs=("input", "other"),
        settings={
            "rtol": Setting(1e-5, checks.none_or(int, float, bool)),
            "atol": Setting(1e-08, checks.none_or(int, float, bool)),
            "equal_nan": Setting(False),
        },
    ),
    TensorMethod("isclose", x2="other"),
    MintFunction("isclose"),
)
@op
def isclose(
    input: torch.Tensor,
    other: torch.Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> torch.Tensor:
    """|input - other| <= atol + rtol * |other|, element by element.

    `input` and `other` are Tensors of one dtype whose shapes broadcast; `rtol`, `atol`: numbers;
    `equal_nan`: two NaN are close. The result is Bool of the common shape.
    """
    _one_dtype("isclose", input, other)
    return torch.isclose(input, other, rtol, atol, equal_nan)


@bindings(TensorMethod("allclose"))
@op
def allclose(
    input: torch.Tensor,
    other: torch.Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> torch.Tensor:
    """Whether `isclose` holds everywhere: a Bool Tensor of no dimension.

    `input`, `other`: Tensors whose shapes broadcast; `rtol`, `atol`: numbers, a difference up to atol + rtol *
    |other| is none; `equal_nan`: NaN is close to NaN.
    """
    _one_dtype("allclose", input, other)
    return torch.isclose(input, other, rtol, atol, equal_nan).all()


@bindings(MintFunction("allclose"))
@with_name("allclose")
def allclose_bool(
    input: Tensor,
    other: Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> bool:
    """Whether |input - other| <= atol + rtol * |other| everywhere: a Python bool, mint's, as in torch.

    input, other: Tensors of one dtype that broadcast.
    equal_nan: NaN is close to NaN.

    Raises TypeError for two dtypes, ValueError for shapes that do not broadcast.
    """
    return bool(allclose(input, other, rtol, atol, equal_nan).item())


@bindings(MintFunction("equal"))
@with_name("equal")
def equal_bool(input: Tensor, other: Tensor) -> bool:
    """Whether shapes and all elements agree: a Python bool, mint's, as in torch.

    Raises TypeError for anything but Tensors.
    """
    for name, value in (("input", input), ("other", other)):
        if not isinstance(value, Tensor):
            raise TypeError(f"For 'equal', '{name}' should be a Tensor, but got {value!r}.")
    return torch.equal(input._t, other._t)


@bindings(
    PrimitiveClass("ApproximateEqual", settings={"tolerance": Setting(1e-5, checks.floating)}),
    TensorMethod("approximate_equal", other="y"),
)
@op
def approximate_equal(x: torch.Tensor, y: torch.Tensor, tolerance: float = 1e-05) -> torch.Tensor:
    """x - y| < tolerance, of fewer than 8 dimensions: a Bool Tensor of their shape.

    `x`, `y`: Tensors of numbers of one shape.
    `tolerance`: a number.

    Raises RuntimeError for more dimensions and for two shapes.
    """
    if x.shape != y.shape:
        raise RuntimeError(
            f"For 'ApproximateEqual', arg 'x1' must have the same shape as 'x2', but got {tuple(x.shape)} and "
            f"{tuple(y.shape)}."
        )
    if x.ndim > 7:
        raise RuntimeError(
            f"For 'ApproximateEqual', the x's rank should be less than 8, but got {x.ndim}."
        )
    return torch.lt(torch.abs(x - y), tolerance)


# -- Python's facts about a tensor -------------------------------------------------------------


@bindings(TensorMethod("is_floating_point"))
def is_floating_point(input: Tensor) -> bool:
    """Whether the elements of `input`, a Tensor of any shape, are real floats."""
    return input._t.dtype.is_floating_point


@bindings(TensorMethod("is_complex"))
def is_complex(input: Tensor) -> bool:
    """Whether the elements of `input`, a Tensor of any shape, are complex."""
    return input._t.dtype.is_complex


def is_nonzero(input: Tensor) -> bool:
    """Whether the one element of `input`, a Tensor of any dtype with the shape () or (1,) and so on, is not zero."""
    return bool(input.item())


def is_tensor(obj: object) -> bool:
    """Whether `obj`, anything at all, is a Tensor, of whatever shape and dtype."""
    return isinstance(obj, Tensor)


# -- other names -------------------------------------------------------------------------------
eq, ne, lt, le, gt, ge = equal, not_equal, less, less_equal, greater, greater_equal
tensor_lt, tensor_le, tensor_gt, tensor_ge = less, less_equal, greater, greater_equal

__all__ = exported_names(globals(), "allclose_bool", "equal_bool")
