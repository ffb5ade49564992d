"""Binary arithmetic. Either operand may be a Tensor or a number; dtypes promote as in MindSpore."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common.autocast import under_autocast
from msacc.common.keyword_hints import hints_keywords
from msacc.common.tensor import Tensor, wrap
from msacc.ops.core.argument_conversion import result_dtype
from msacc.ops.core.declaration import (
    InPlaceMethod,
    MintFunction,
    NumpyFunction,
    PrimitiveClass,
    TensorMethod,
    bindings,
    with_bindings,
)
from msacc.ops.core.errors import refusal
from msacc.ops.core.op import (
    binary,
    exported_names,
    op,
    operator_form,
    scalars_follow,
    with_argument_names,
    with_name,
)
from msacc.ops.core.tensor_conversion import operands, promote

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

    from msacc.common.argument_types import Operand, TensorLike

# -- same name ---------------------------------------------------------------------------------


@bindings(
    PrimitiveClass("Add", inputs=("input", "other")),
    PrimitiveClass("TensorAdd"),
    NumpyFunction("add"),
)
@binary
def add(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """The sum `input + other`, element by element; of two Bool operands, the logical or.

    The result has the broadcast shape and the promoted dtype.

    Differs from MindSpore: its CPU
    refuses two Bool operands.
    """
    return torch.add(input, other)


@bindings(
    PrimitiveClass("Mul", inputs=("input", "other")),
    TensorMethod("mul"),
    TensorMethod("multiply", value="other"),
    InPlaceMethod("mul_"),
    MintFunction("mul"),
    NumpyFunction("multiply"),
)
@binary
@scalars_follow
def mul(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """The product `input * other`, element by element; of two Bool operands, the logical and.

    The result has the broadcast shape and the promoted dtype, as in MindSpore.
    """
    return torch.mul(input, other)


@bindings(
    PrimitiveClass("Maximum", inputs=("input", "other")),
    TensorMethod("maximum"),
    MintFunction("maximum"),
)
@binary
def maximum(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """The larger of each pair of elements of `input` and `other`; NaN wins.

    The result has the broadcast shape and the promoted dtype.

    Differs from MindSpore:
    `maximum(nan, 0)` is NaN here, as MindSpore documents; its CPU kernel gives 0.
    """
    return torch.maximum(*_pair(input, other))


@bindings(
    PrimitiveClass("Minimum", inputs=("input", "other")),
    TensorMethod("minimum"),
    MintFunction("minimum"),
)
@binary
def minimum(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """The smaller of each pair of elements of `input` and `other`; NaN wins.

    The result has the broadcast shape and the promoted dtype.

    Differs from MindSpore: Bool operands
    are taken here and refused by its CPU.
    """
    return torch.minimum(*_pair(input, other))


@bindings(PrimitiveClass("Fmax"), TensorMethod("fmax"))
@binary
def fmax(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """The larger of each pair; a number wins over NaN, and `input` has the gradient of equal ones."""
    a, b = _pair(input, other)
    return torch.where((a >= b) | b.isnan(), a, b)


@bindings(PrimitiveClass("Fmin"), TensorMethod("fmin"))
@binary
def fmin(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """The smaller of each pair; a number wins over NaN, and `input` has the gradient of equal ones."""
    a, b = _pair(input, other)
    return torch.where((a <= b) | b.isnan(), a, b)


@bindings(
    PrimitiveClass("Mod"),
    PrimitiveClass("TruncateMod"),
    TensorMethod("fmod"),
    MintFunction("fmod"),
    NumpyFunction("fmod"),
)
@binary
@scalars_follow
def fmod(input: torch.Tensor, other: Any) -> torch.Tensor:
    """The remainder with the sign of `input`."""
    if _is_bool(input) and _is_bool(other):
        return torch.fmod(*(v.to(torch.uint8) for v in _pair(input, other))).to(torch.bool)
    return torch.fmod(*((input, other) if isinstance(input, torch.Tensor) else _pair(input, other)))


@bindings(
    PrimitiveClass("Atan2", inputs=("input", "other")),
    TensorMethod("atan2", "arctan2"),
    MintFunction("arctan2", "atan2"),
)
@binary
def atan2(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """The angle of the point (other, input), in radians."""
    return torch.atan2(*_pair(input, other))


@bindings(PrimitiveClass("Hypot"), TensorMethod("hypot"))
@binary
def hypot(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """The hypotenuse sqrt(input² + other²)."""
    return torch.hypot(*_pair(input, other))


@bindings(TensorMethod("logaddexp"), MintFunction("logaddexp"), NumpyFunction("logaddexp"))
@binary
def logaddexp(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """log(exp(input) + exp(other)), without overflow."""
    return torch.logaddexp(*_pair(input, other))


@bindings(TensorMethod("logaddexp2"), MintFunction("logaddexp2"), NumpyFunction("logaddexp2"))
@binary
def logaddexp2(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """log2(2**input + 2**other), without overflow."""
    return torch.logaddexp2(*_pair(input, other))


@bindings(
    PrimitiveClass("Xlogy", inputs=("input", "other")), TensorMethod("xlogy"), MintFunction("xlogy")
)
@binary
def xlogy(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """input * log(other), and 0 where `input` is 0."""
    return torch.xlogy(input, other)


@bindings(TensorMethod("copysign"))
@op
def copysign(x: torch.Tensor, other: Operand) -> torch.Tensor:
    """`x` with the signs of `other`, in the dtype of `x`; integers give Float32.

    `x` is a Tensor of any shape, `other` a Tensor that broadcasts with it or a number. Raises TypeError for
    Bool in `x` or what is no Tensor.
    """
    if check.tensor("copysign", "x", x).dtype is torch.bool:
        raise TypeError("For 'copysign', 'x' must be numbers, but got Bool; cast it first.")
    return torch.copysign(x, other).to(x.dtype if x.dtype.is_floating_point else torch.float32)


@bindings(PrimitiveClass("NextAfter", inputs=("input", "other")), TensorMethod("nextafter"))
@binary
def nextafter(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """The next float from `input` towards `other`."""
    return torch.nextafter(*_pair(input, other))


@bindings(
    PrimitiveClass("Gcd", inputs=("input", "other")), TensorMethod("gcd"), MintFunction("gcd")
)
@binary
def gcd(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """The greatest common divisor.

    Both are Tensors of integers.
    """
    return torch.gcd(*_pair(input, other))


@bindings(PrimitiveClass("Lcm"), TensorMethod("lcm"))
@binary
def lcm(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """The least common multiple.

    Both are Tensors of integers.
    """
    return torch.lcm(*_pair(input, other))


@bindings(PrimitiveClass("Heaviside"), TensorMethod("heaviside"), NumpyFunction("heaviside"))
@binary
def heaviside(input: torch.Tensor, values: torch.Tensor | float | np.number) -> torch.Tensor:
    """0 below zero, 1 above, `values` at zero, which alone have a gradient."""
    input, values = _pair(input, values)
    if input.requires_grad or values.requires_grad:  # torch's op has none
        return torch.where(input == 0, values, torch.heaviside(input.detach(), values.detach()))
    return torch.heaviside(input, values)


@bindings(
    PrimitiveClass("BitwiseAnd"),
    TensorMethod("bitwise_and"),
    MintFunction("bitwise_and"),
    NumpyFunction("bitwise_and"),
)
@binary
def bitwise_and(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """input & other, integers or bool."""
    return torch.bitwise_and(input, other)


@bindings(
    PrimitiveClass("BitwiseOr"),
    TensorMethod("bitwise_or"),
    MintFunction("bitwise_or"),
    NumpyFunction("bitwise_or"),
)
@binary
def bitwise_or(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """input | other, integers or bool."""
    return torch.bitwise_or(input, other)


@bindings(
    PrimitiveClass("BitwiseXor"),
    TensorMethod("bitwise_xor"),
    MintFunction("bitwise_xor"),
    NumpyFunction("bitwise_xor"),
)
@binary
def bitwise_xor(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """input ^ other, integers or bool."""
    return torch.bitwise_xor(input, other)


@bindings(PrimitiveClass("LeftShift", inputs=("x1", "x2")), TensorMethod("bitwise_left_shift"))
@binary
def bitwise_left_shift(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """The bits of integers moved to the left: input << other."""
    return torch.bitwise_left_shift(input, other)


@bindings(
    PrimitiveClass("RightShift", inputs=("input_x", "input_y")), TensorMethod("bitwise_right_shift")
)
@binary
def bitwise_right_shift(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """The bits of integers moved to the right: input >> other."""
    return torch.bitwise_right_shift(input, other)


# -- a body with a reason ----------------------------------------------------------------------


def _pair(a: Any, b: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Both as tensors of one dtype, for torch functions that take no number."""
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        return a, b
    dtype = result_dtype(a, b)
    like = a if isinstance(a, torch.Tensor) else b
    return tuple(  # type: ignore[return-value]
        v.to(dtype)
        if isinstance(v, torch.Tensor)
        else torch.full((), v, dtype=dtype, device=like.device)
        for v in (a, b)
    )


def _is_bool(value: Any) -> bool:
    return value.dtype is torch.bool if isinstance(value, torch.Tensor) else type(value) is bool


@bindings(PrimitiveClass("Sub"), NumpyFunction("subtract"))
@binary
def sub(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """The difference `input - other`, element by element; of two Bool operands, whether they
    differ.

    The result has the broadcast shape and the promoted dtype; Bool beside a number gives Int64.

    Differs from MindSpore: its CPU refuses two Bool operands.
    """
    # torch refuses to subtract bool tensors, and scripts write `1 - mask`.
    if _is_bool(input) or _is_bool(other):
        if _is_bool(input) and _is_bool(other):
            return torch.logical_xor(*_pair(input, other))
        input, other = (
            v.to(torch.int64) if isinstance(v, torch.Tensor) and _is_bool(v) else v
            for v in _pair(input, other)
        )
    return torch.sub(input, other)


@bindings(PrimitiveClass("Div", inputs=("input", "other")))
@binary
@scalars_follow
def quotient(input: torch.Tensor, other: torch.Tensor | float) -> torch.Tensor:
    """The quotient `input / other`, element by element, in floats: integers and Bool give Float32.

    The result has the broadcast shape. A division by zero gives inf or NaN. As in MindSpore.
    """
    return torch.true_divide(input, other)


true_divide = with_bindings(
    with_argument_names(quotient, dividend="input", divisor="other"), TensorMethod("true_divide")
)
true_divide.__name__ = "true_divide"


@bindings(TensorMethod("div", "divide"), InPlaceMethod("div_"), MintFunction("div", "divide"))
@hints_keywords
def div(input: Any, other: TensorLike, *, rounding_mode: str | None = None) -> Any:
    """input / other in floats; `rounding_mode` 'floor' or 'trunc' rounds and keeps the promoted dtype.

    `input` and `other` are Tensors, or one of them a number; the shape of the result is that to
    which theirs broadcast.
    """
    if rounding_mode is None:
        return quotient(input, other)
    if rounding_mode not in ("floor", "trunc"):
        raise ValueError(
            f"For ops.div, rounding_mode value should be None, 'floor' or 'trunc', but got {rounding_mode!r}."
        )
    return floor_divide(input, other) if rounding_mode == "floor" else _trunc_div(input, other)


divide = div


@binary
def _trunc_div(input: torch.Tensor, other: torch.Tensor | float) -> torch.Tensor:
    return torch.div(input, other, rounding_mode="trunc")


@bindings(
    PrimitiveClass("FloorDiv", inputs=("input", "other")),
    TensorMethod("floor_divide"),
    InPlaceMethod("floor_divide_"),
    MintFunction("floor_divide"),
)
@binary
def floor_divide(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """input / other rounded down, in the promoted dtype."""
    if _is_bool(input) and _is_bool(other):
        return torch.floor_divide(*(v.to(torch.uint8) for v in _pair(input, other))).to(torch.bool)
    # Constant between steps; torch has no derivative for it.
    return torch.floor_divide(_truncate(input), _truncate(other))


def _truncate(value: Any) -> Any:
    return value.detach() if isinstance(value, torch.Tensor) and value.requires_grad else value


@bindings(
    PrimitiveClass("FloorMod", inputs=("x", "y")),
    TensorMethod("remainder", divisor="other"),
    InPlaceMethod("remainder_"),
    MintFunction("remainder"),
    NumpyFunction("mod", "remainder"),
)
@binary
def remainder(input: torch.Tensor, other: Operand) -> torch.Tensor:
    """The remainder with the sign of `other`."""
    if not isinstance(input, torch.Tensor):
        # torch has no derivative for a number modulo a tensor.
        input, other = _pair(input, other)
    if _is_bool(input) and _is_bool(other):
        return torch.remainder(*(v.to(torch.uint8) for v in _pair(input, other))).to(torch.bool)
    return torch.remainder(input, other)


@bindings(
    PrimitiveClass("Pow", inputs=("input", "exponent")),
    TensorMethod("pow"),
    NumpyFunction("power"),
)
@binary
def pow(input: torch.Tensor, exponent: torch.Tensor | complex) -> torch.Tensor:
    """Each element of `input` to the power of `exponent`; integers stay integers.

    The result has the broadcast shape and the promoted dtype; a negative exponent of an integer
    gives what is left after rounding towards zero, 0 or ±1 (of 0, a number without meaning). As in
    MindSpore.
    """
    # torch refuses negative integer exponents of integers, which MindSpore truncates to zero.
    if isinstance(input, torch.Tensor) and not input.dtype.is_floating_point:
        if type(exponent) is bool:
            exponent = int(exponent)
        if type(exponent) is int and exponent < 0 and not input.dtype.is_complex:
            return torch.pow(input.double(), exponent).to(input.dtype)
    return torch.pow(input, exponent)


@bindings(MintFunction("pow"))
@binary
@with_name("pow")
def pow_of_integers_at_least_0(
    input: torch.Tensor, exponent: torch.Tensor | complex | np.number
) -> torch.Tensor:
    """Each element of `input` to the power of `exponent`; integers stay integers.

    The result has the broadcast shape and the promoted dtype. Raises RuntimeError for integers and a
    negative integer number as the exponent.
    """
    negative = type(exponent) is int and exponent < 0
    if negative and not (input.dtype.is_floating_point or input.dtype.is_complex):
        raise RuntimeError(
            f"For 'pow', integers have no negative integer powers, but got the exponent {exponent}. "
            "Use a float exponent, or ops.pow, which rounds towards zero."
        )
    return pow.raw(input, exponent)  # type: ignore[attr-defined]


@bindings(TensorMethod("float_power", other="exponent"), MintFunction("float_power"))
@binary
def float_power(input: torch.Tensor, exponent: torch.Tensor | complex) -> torch.Tensor:
    """input to the power of exponent in float64."""
    return torch.float_power(input, exponent)


@bindings(TensorMethod("ldexp"))
@op
def ldexp(x: Any, other: torch.Tensor | complex | np.number) -> torch.Tensor:
    """x * 2**other, of Tensors whose shapes broadcast or a Tensor and a number: a float.

    Powers of whole numbers are Float32, so that Float16 gives Float32 with a Tensor of them. Raises TypeError
    for other things.
    """
    return torch.mul(x, _power_of_two(other))


def _power_of_two(exponent: torch.Tensor | complex | np.number) -> Any:
    if isinstance(exponent, torch.Tensor):
        return torch.pow(2.0, exponent if exponent.is_floating_point() else exponent.float())
    return 2.0 ** check.instance("ldexp", "other", exponent, (int, float, bool))


@bindings(PrimitiveClass("DivNoNan"))
@binary
def div_no_nan(x1: torch.Tensor, x2: torch.Tensor | float | np.number) -> torch.Tensor:
    """x1 / x2, and 0 where `x2` is 0."""
    x1, x2 = _pair(x1, x2)
    zero = x2 == 0
    safe = torch.where(zero, torch.ones_like(x2), x2)
    return torch.where(zero, torch.zeros_like(x1), _real_div(x1, safe))


@bindings(PrimitiveClass("MulNoNan"))
@binary
def mul_no_nan(x: torch.Tensor, y: torch.Tensor | float | np.number) -> torch.Tensor:
    """x * y, and 0 where `y` is 0, whatever `x` holds."""
    x, y = _pair(x, y)
    return torch.where(y == 0, torch.zeros_like(y), x * y)


@bindings(PrimitiveClass("SquaredDifference"))
@binary
def squared_difference(x: torch.Tensor, y: torch.Tensor | float | np.number) -> torch.Tensor:
    """(x - y)²."""
    return torch.square(torch.sub(*_pair(x, y)))


@bindings(PrimitiveClass("Xdivy"), TensorMethod("xdivy"))
@binary
def xdivy(x: torch.Tensor, y: torch.Tensor | float | np.number) -> torch.Tensor:
    """x / y, and 0 where `x` is 0."""
    x, y = _pair(x, y)
    zero = x == 0
    return torch.where(zero, torch.zeros_like(x), x / torch.where(zero, torch.ones_like(y), y))


def _real_div(x: Any, y: Any) -> torch.Tensor:
    both_int = all(not v.dtype.is_floating_point for v in (x, y)) and not x.dtype.is_complex
    return torch.div(x, y, rounding_mode="trunc") if both_int else torch.true_divide(x, y)


@bindings(PrimitiveClass("RealDiv", inputs=("x", "y")))
@binary
def real_div(x: torch.Tensor, y: torch.Tensor | float | np.number) -> torch.Tensor:
    """The quotient `x / y` in the promoted dtype: integers give an integer, rounded towards zero,
    unlike `div`.

    The result has the broadcast shape.

    Differs from MindSpore: dividing an integer by zero raises
    RuntimeError here and gives a number without meaning on its CPU.
    """
    return _real_div(*_pair(x, y))


@bindings(PrimitiveClass("TruncateDiv"))
def truncate_div(x: Tensor | float | np.number, y: Tensor | float | np.number) -> Any:
    """`x / y` rounded towards zero, in the promoted dtype: Tensors whose shapes broadcast, or a Tensor and a
    number.
    """
    return _trunc_div(x, y)


@bindings(PrimitiveClass("AddN"), PrimitiveClass("AccumulateNV2"))
@op
def addn(x: Sequence[torch.Tensor] | torch.Tensor) -> torch.Tensor:
    """The sum of a tuple or list of tensors of one dtype and shape, which the result has.

    `x`: that tuple or list; a Tensor is returned as it is. Raises TypeError for different dtypes, ValueError
    for none or different shapes.
    """
    if isinstance(x, torch.Tensor):
        return x
    if not x:
        raise ValueError("For 'AddN', the input num must be greater than or equal to 1, but got 0.")
    if any(t.dtype != x[0].dtype for t in x) and not under_autocast(x[0]):
        raise TypeError("For 'AddN', the tensors should all have one dtype.")
    if any(t.shape != x[0].shape for t in x):
        raise ValueError("For 'AddN', the tensors should all have one shape.")
    total = x[0]
    for t in x[1:]:
        total = total + t
    return total


accumulate_n = addn


# -- other names -------------------------------------------------------------------------------


def subtract(input: Any, other: TensorLike, *, alpha: Any = 1) -> Any:
    """input - alpha * other; the product promotes first, so that Bool gives Int64.

    `input` and `other` are Tensors, or one of them a number; the shape of the result is that to which theirs
      broadcast.
    `alpha` is a number.
    """
    of_bool = (
        other._t.dtype is torch.bool
        if isinstance(other, Tensor)
        else other is True or other is False
    )
    if _is_one(alpha) and not of_bool:
        return sub(input, other)
    numbers = not isinstance(other, Tensor) and not isinstance(alpha, Tensor)
    return sub(input, other * alpha if numbers else mul(other, alpha))


# Those of mint and Tensor: the factor does not promote, as in torch; Int32 + 3 * 2 stays Int32.


def _is_one(alpha: object) -> bool:
    return isinstance(alpha, (int, float)) and alpha == 1


def _with_factor(
    plain: Callable[..., Any],
    fn: Callable[..., Any],
    input: TensorLike,
    other: TensorLike,
    alpha: float | Tensor | np.number,
) -> Tensor:
    """`fn` with a factor; `plain` is the op without, whose name and arguments errors speak of."""
    name = plain.__name__
    a, b = operands(plain, input, other)
    if not isinstance(a, torch.Tensor) and not isinstance(b, torch.Tensor):
        raise TypeError(
            f"For '{name}', 'input' or 'other' should be a Tensor, but got {a!r}, {b!r}."
        )
    a, b = promote(*_pair(a, b))
    factor = alpha.item() if isinstance(alpha, Tensor) else alpha
    if not isinstance(factor, (int, float, complex)):
        raise TypeError(f"For '{name}', 'alpha' should be a number, but got {alpha!r}.")
    if isinstance(factor, float) and not (a.dtype.is_floating_point or a.dtype.is_complex):
        raise TypeError(f"For '{name}', a float 'alpha' needs float operands, but got {a.dtype}.")
    try:
        return wrap(fn(a, b, alpha=factor))
    except (RuntimeError, IndexError) as error:
        raise refusal(plain, error, (a, b), {}) from error


def _minus(a: torch.Tensor, b: torch.Tensor, alpha: float) -> torch.Tensor:
    if a.dtype is torch.bool:
        return torch.logical_xor(a, torch.logical_and(b, torch.full_like(b, bool(alpha))))
    return torch.sub(a, b, alpha=alpha)


@bindings(MintFunction("add"))
@with_name("add")
def add_scaled(
    input: TensorLike, other: TensorLike, *, alpha: float | Tensor | np.number = 1
) -> Any:
    """input + alpha * other, in the dtype the two operands promote to.

    input, other: Tensors that broadcast, or one of them a number.
    alpha: a number.

    Raises TypeError for a float `alpha` with integers, ValueError for shapes that do not broadcast.
    """
    if _is_one(alpha):
        return add(input, other)
    return _with_factor(add.raw, torch.add, input, other, alpha)


@bindings(
    MintFunction("sub"),
    TensorMethod("subtract"),
    InPlaceMethod("sub_", y="other"),
)
@with_name("sub")
def sub_scaled(
    input: TensorLike, other: TensorLike, *, alpha: float | Tensor | np.number = 1
) -> Any:
    """input - alpha * other, in the dtype the two operands promote to; for Bool, whether they differ.

    input, other: Tensors that broadcast, or one of them a number.
    alpha: a number.

    Raises TypeError for a float `alpha` with integers, ValueError for shapes that do not broadcast.
    """
    return (
        sub(input, other) if _is_one(alpha) else _with_factor(sub.raw, _minus, input, other, alpha)
    )


added, subtracted = operator_form(add, 0, 1), operator_form(sub, 0, 1)


@bindings(TensorMethod("add"))
@with_name("add")
@hints_keywords
def add_method(input: Tensor, other: TensorLike, *, alpha: float | Tensor | np.number = 1) -> Any:
    """input + alpha * other, in the dtype the two operands promote to.

    input: this Tensor.
    other: one whose shape broadcasts with its, a number, or without `alpha` a list or tuple of them, as for
      the operator.
    alpha: a number. Errors are those of `mint.add`.
    """
    return added(input, other) if _is_one(alpha) else add_scaled(input, other, alpha=alpha)


@bindings(TensorMethod("sub", y="other"))
@with_name("sub")
def sub_method(input: Tensor, other: TensorLike, *, alpha: float | Tensor | np.number = 1) -> Any:
    """input - alpha * other, in the dtype the two operands promote to.

    input: this Tensor.
    other: one whose shape broadcasts with its, a number, or without `alpha` a list or tuple of them, as for
      the operator.
    alpha: a number. Errors are those of `mint.sub`.
    """
    return subtracted(input, other) if _is_one(alpha) else sub_scaled(input, other, alpha=alpha)


floor_div = with_bindings(
    with_argument_names(floor_divide, x="input", y="other"), NumpyFunction("floor_divide")
)
floor_mod = with_argument_names(remainder, x="input", y="other")
truncate_mod = with_argument_names(fmod, x="input", y="other")
multiply = tensor_mul = tensor_muls = mul
tensor_add, tensor_sub = add, sub
tensor_div, tensor_floordiv, tensor_mod = real_div, floor_divide, floor_mod
tensor_pow = pows = pow
arctan2 = atan2

_INNER = "add_scaled", "sub_scaled", "added", "subtracted", "add_method", "sub_method"
__all__ = exported_names(globals(), *_INNER)
