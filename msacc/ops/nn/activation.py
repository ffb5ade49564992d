"""Activation functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import (
    InPlaceMethod,
    MintFunction,
    PrimitiveClass,
    Setting,
    TensorMethod,
    bindings,
)
from msacc.ops.core.op import exported_ops, op, with_name
from msacc.ops.math.clip import clamp_to

if TYPE_CHECKING:
    from collections.abc import Callable

    from msacc.common.argument_types import Axis, DTypeLike, Ints

# -- the same function under torch's name ----------------------------------------------------------


@bindings(
    PrimitiveClass("ReLU", inputs=("input",)),
    TensorMethod("relu"),
    MintFunction("nn.functional.relu"),
)
@op
def relu(input: torch.Tensor, inplace: bool = False) -> torch.Tensor:
    """The larger of each element and 0.

    `input` is a Tensor of any shape and real dtype; the result has both. `inplace` writes it into
    `input` as well. Bool stays as it is. Raises TypeError for anything but a Tensor. As in MindSpore.
    """
    if input.dtype is torch.bool:
        return input
    return torch.relu_(input) if inplace else torch.relu(input)


@bindings(PrimitiveClass("ReLU6", inputs=("x",)))
@op
def relu6(x: torch.Tensor) -> torch.Tensor:
    """The activation min(max(x, 0), 6).

    `x` is a Tensor of any shape; the result has its shape and dtype.
    """
    return F.relu6(x)


@bindings(
    PrimitiveClass("Sigmoid", inputs=("input",)),
    TensorMethod("sigmoid"),
    InPlaceMethod("sigmoid_"),
    MintFunction("sigmoid", "nn.functional.sigmoid"),
)
@op
def sigmoid(input: torch.Tensor) -> torch.Tensor:
    """The logistic function `1 / (1 + exp(-input))` of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex
    dtype, Float32 for integers and Bool. Raises TypeError for anything but a Tensor. Differs from
    MindSpore: integers are refused by its CPU.
    """
    return torch.sigmoid(input)


@bindings(
    PrimitiveClass("Tanh", inputs=("input",)),
    TensorMethod("tanh"),
    InPlaceMethod("tanh_"),
    MintFunction("tanh", "nn.functional.tanh"),
)
@op
def tanh(input: torch.Tensor) -> torch.Tensor:
    """The hyperbolic tangent of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex
    dtype, Float32 for integers and Bool. Raises TypeError for anything but a Tensor. Differs from
    MindSpore: integers are refused by its CPU.
    """
    return torch.tanh(input)


@op
def silu(input: torch.Tensor) -> torch.Tensor:
    """Each element times its sigmoid: `input * sigmoid(input)`.

    Swish by another name: `input` is a float Tensor of any shape; the result has its shape and
    dtype.
    """
    return F.silu(input)


@bindings(PrimitiveClass("Mish"), MintFunction("nn.functional.mish", input="x"))
@op
def mish(x: torch.Tensor) -> torch.Tensor:
    """The activation x * tanh(softplus(x)).

    `x` is a Tensor of any shape; the result has its shape and dtype.
    """
    return F.mish(x)


@bindings(PrimitiveClass("SeLU"), MintFunction("nn.functional.selu", input="input_x"))
@op
def selu(input_x: torch.Tensor) -> torch.Tensor:
    """The self-normalising ELU; of Int8 and Int32, whose factors are integers, the larger of `input_x` and 0.

    `input_x` is a Tensor of any shape; the result has its shape and dtype.
    """
    if input_x.dtype in (torch.int8, torch.int32):
        return torch.relu(input_x)
    return F.selu(input_x)


@bindings(PrimitiveClass("HSigmoid", inputs=("input",)), MintFunction("nn.functional.hardsigmoid"))
@op
def hardsigmoid(input: torch.Tensor) -> torch.Tensor:
    """relu6(`input` + 3) / 6; rounded towards zero for integers with a sign.

    `input` is a Tensor of any shape; the result has its shape and dtype.
    """
    return _rounded(F.hardsigmoid, input)


@bindings(PrimitiveClass("HSwish", inputs=("input",)), MintFunction("nn.functional.hardswish"))
@op
def hardswish(input: torch.Tensor) -> torch.Tensor:
    """`input` * relu6(`input` + 3) / 6; rounded towards zero for integers with a sign.

    `input` is a Tensor of any shape; the result has its shape and dtype.
    """
    return _rounded(F.hardswish, input)


def _rounded(fn: Callable[..., Any], input: torch.Tensor) -> torch.Tensor:
    is_integer = input.dtype in (torch.int8, torch.int16, torch.int32, torch.int64)
    return fn(input.double()).to(input.dtype) if is_integer else fn(input)


@bindings(PrimitiveClass("Softsign"))
@op
def softsign(x: torch.Tensor) -> torch.Tensor:
    """x / (1 + |x|) of each element of `x`, a float Tensor of any shape, whose shape and dtype the result has."""
    return F.softsign(x)


@op
def tanhshrink(input: torch.Tensor) -> torch.Tensor:
    """The activation `input` - tanh(`input`).

    `input` is a Tensor of any shape; the result has its shape and dtype.
    """
    return F.tanhshrink(input)


@bindings(PrimitiveClass("Softplus"), MintFunction("nn.functional.softplus"))
@op
def softplus(input: torch.Tensor, beta: float = 1, threshold: float = 20) -> torch.Tensor:
    """log(1 + exp(beta * `input`)) / beta; `input` itself where beta * `input` exceeds `threshold`.

    `input`: a float Tensor of any shape, whose shape and dtype the result has.
    `beta` and `threshold`: numbers.
    """
    return F.softplus(input, beta, threshold)


@bindings(PrimitiveClass("CeLU", inputs=("x",), settings={"alpha": Setting(1.0)}))
@op
def celu(x: torch.Tensor, alpha: float = 1.0) -> torch.Tensor:
    """max(0, x) + min(0, alpha * (exp(x / alpha) - 1)).

    `x` is a Tensor of any shape; the result has its shape and dtype.
    """
    return F.celu(x, alpha)


@bindings(PrimitiveClass("Elu", inputs=("input_x",), settings={"alpha": Setting(1.0)}))
@op
def elu(input_x: torch.Tensor, alpha: float = 1.0) -> torch.Tensor:
    """`input_x` above zero, alpha * (exp(`input_x`) - 1) below.

    `input_x` is a Tensor of any shape; the result has its shape and dtype.
    """
    return F.elu(input_x, alpha)


@bindings(
    PrimitiveClass(
        "HShrink",
        inputs=("input",),
        settings={"lambd": Setting(0.5, checks.none_or(int, float, bool))},
    ),
    TensorMethod("hardshrink"),
    MintFunction("nn.functional.hardshrink"),
)
@op
def hardshrink(input: torch.Tensor, lambd: float = 0.5) -> torch.Tensor:
    """Zero within +-lambd, `input` outside.

    `input` is a float Tensor of any shape; the result has its shape and dtype.
    """
    return F.hardshrink(input, lambd)


@bindings(
    PrimitiveClass(
        "SoftShrink",
        inputs=("input",),
        settings={"lambd": Setting(0.5, checks.none_or(int, float, bool))},
    ),
    TensorMethod("soft_shrink"),
    MintFunction("nn.functional.softshrink"),
)
@op
def softshrink(input: torch.Tensor, lambd: float = 0.5) -> torch.Tensor:
    """Zero within +-lambd, `input` moved towards zero by lambd outside.

    `input` is a float Tensor of any shape; the result has its shape and dtype.
    """
    return F.softshrink(input, lambd)


soft_shrink = softshrink


@op
def threshold(input: torch.Tensor, thr: float, value: float) -> torch.Tensor:
    """`input` where it exceeds `thr`, else `value`.

    `input` is a Tensor of any shape; the result has its shape and dtype.
    """
    if input.dtype is torch.bool:
        return torch.where(input.int() > thr, input, bool(value))
    return F.threshold(input, thr, value)


@bindings(PrimitiveClass("GLU", inputs=("x",), settings={"axis": Setting(-1)}))
@op
def glu(x: torch.Tensor, axis: int = -1) -> torch.Tensor:
    """The first half along `axis` times the sigmoid of the second.

    `x` is a float Tensor of even length along the dimension; the result has its dtype, and half the
    length there.
    """
    return F.glu(x, axis)


@bindings(MintFunction("nn.functional.glu"))
@op
@with_name("glu")
def glu_by_torch(input: torch.Tensor, dim: int = -1) -> torch.Tensor:
    """The first half along `dim` times the sigmoid of the second: mint's, whose errors differ from those of `ops.glu`.

    input: floats. Raises RuntimeError for an odd size, IndexError for a dimension out of range.
    """
    rank = max(input.ndim, 1)
    if not -rank <= dim < rank:
        raise IndexError(f"For 'glu', 'dim' should be in [{-rank}, {rank}), but got {dim}.")
    if input.ndim and input.shape[dim] % 2:
        raise RuntimeError(
            f"For 'glu', the size of 'dim' must be even, but got {input.shape[dim]}."
        )
    return F.glu(input, dim)


# -- bodies of their own ---------------------------------------------------------------------------


@op
def hardtanh(input: torch.Tensor, min_val: float = -1.0, max_val: float = 1.0) -> torch.Tensor:
    """`input` cut off at `min_val` and `max_val`, in the dtype of `input`.

    `input` is a Tensor of any shape; the result has its shape and dtype. The bounds are numbers (TypeError
    otherwise).
    """
    check.instance("hardtanh", "min_val", min_val, (int, float))
    check.instance("hardtanh", "max_val", max_val, (int, float))
    if not (input.is_floating_point() or input.is_complex()):
        return input.double().clamp(min_val, max_val).to(input.dtype)
    return clamp_to(input, min_val, max_val)


@op
def leaky_relu(input: torch.Tensor, alpha: float = 0.2) -> torch.Tensor:
    """The larger of `input` and alpha * `input` (the smaller if alpha > 1, so that slopes stay in order).

    `input` is a Tensor of any shape; the result has its shape and dtype.
    """
    check.instance("leaky_relu", "alpha", alpha, (int, float))
    if input.is_floating_point():
        return F.leaky_relu(input, alpha)
    # MindSpore casts alpha to the integer type.
    scaled = (input * int(alpha)).to(input.dtype)
    return torch.minimum(scaled, input) if alpha > 1 else torch.maximum(scaled, input)


@bindings(MintFunction("nn.functional.leaky_relu"))
@op
@with_name("leaky_relu")
def leaky_relu_of_floats(input: torch.Tensor, negative_slope: float = 0.01) -> torch.Tensor:
    """`input` above zero, negative_slope * `input` below: mint's, for floats alone; `ops.leaky_relu` has 0.2.

    input: floats of any shape. Raises TypeError for integers and for a slope that is no number.
    """
    if not input.is_floating_point():
        raise TypeError(f"For 'leaky_relu', 'input' should hold floats, but got {input.dtype}.")
    return leaky_relu.raw(input, negative_slope)


@bindings(MintFunction("nn.functional.logsigmoid", input="x"))
@op
def logsigmoid(x: torch.Tensor) -> torch.Tensor:
    """log(sigmoid(x)); finite where MindSpore's CPU kernel overflows to -inf (x < -88).

    `x` is a Tensor of any shape; the result has its shape and dtype.
    """
    return F.logsigmoid(x)


@bindings(TensorMethod("gelu"))
@op
def gelu(input: torch.Tensor, approximate: str = "none") -> torch.Tensor:
    """`input` times the normal distribution's Phi(`input`), exact or by tanh.

    `input` is a float Tensor of any shape; the result has its shape and dtype.
    `approximate`: 'none' or 'tanh'.
    """
    if approximate not in ("none", "tanh"):
        raise ValueError(
            f"For 'gelu', 'approximate' should be 'none' or 'tanh', but got {approximate!r}."
        )
    if not input.is_floating_point():
        raise TypeError(f"For 'gelu', the input must be of a float type, but got {input.dtype}.")
    return F.gelu(input, approximate=approximate)


@bindings(PrimitiveClass("FastGeLU", inputs=("x",)))
@op
def fast_gelu(x: torch.Tensor) -> torch.Tensor:
    """x * sigmoid(1.702 x).

    `x` is a Tensor of any shape; the result has its shape and dtype.
    """
    return x * torch.sigmoid(1.702 * x)


@bindings(PrimitiveClass("PReLU", inputs=("input", "weight")), MintFunction("nn.functional.prelu"))
@op
def prelu(input: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """`input` above zero, weight * `input` below; one weight, or one per channel (dimension 1).

    `input` is a float Tensor of any shape, which the result has with its dtype.
    `weight` is (1,) or (C,).
    """
    channels = input.shape[1] if input.ndim > 1 else 1
    if weight.ndim != 1 or weight.shape[0] not in (1, channels):
        raise ValueError(
            f"For 'prelu', 'weight' should have shape (1,) or ({channels},), but got {tuple(weight.shape)} "
            f"for an input of {tuple(input.shape)}."
        )
    return F.prelu(input, weight)


@op
def rrelu(input: torch.Tensor, lower: float = 1.0 / 8, upper: float = 1.0 / 3) -> torch.Tensor:
    """`input` above zero, `input` times a random slope in [lower, upper) below; always random.

    `input` is a Tensor of any shape; the result has its shape and dtype.
    """
    check.instance("rrelu", "lower", lower, (int, float))
    check.instance("rrelu", "upper", upper, (int, float))
    if lower > upper:
        raise ValueError(f"For 'rrelu', 'upper' must be >= 'lower', but got {upper} and {lower}.")
    return F.rrelu(input, lower, upper, training=True)


@bindings(PrimitiveClass("Swiglu", inputs=("input", "dim")))
@op
def swiglu(input: torch.Tensor, dim: int = -1) -> torch.Tensor:
    """silu of the first half along `dim` times the second; an odd length is a ValueError.

    `input` is a float Tensor of even length along the dimension; the result has its dtype, and half
    the length there.
    """
    if input.shape[dim] % 2:
        raise ValueError(
            f"For 'swiglu', the length along 'dim' {dim} must be even, but got {input.shape[dim]}."
        )
    first, second = input.chunk(2, dim)
    return F.silu(first) * second


def _axis(where: str, input: torch.Tensor, axis: Any) -> int:
    check.instance(where, "axis", axis, int)
    if not -input.ndim <= axis < max(input.ndim, 1):
        raise ValueError(
            f"For '{where}', the axis must be in [{-input.ndim},{input.ndim}), but got {axis}."
        )
    return axis


@op
def softmax(input: torch.Tensor, axis: int = -1, *, dtype: DTypeLike | None = None) -> torch.Tensor:
    """exp(`input`) over its sum along `axis`.

    `input` is a float Tensor of any shape; the result has its shape and its dtype, or `dtype`.
    """
    if dtype is not None:
        input = input.to(mstype.to_torch(dtype))
    if type(axis) is int and input.is_floating_point() and input.ndim:
        return torch.softmax(input, axis)
    return _softmax("softmax", input, axis)


def _softmax(where: str, input: torch.Tensor, axis: Axis) -> torch.Tensor:
    if not input.is_floating_point():
        raise TypeError(f"For '{where}', the input must be of a float type, but got {input.dtype}.")
    if not input.ndim:
        raise ValueError(f"For '{where}', the axis must be in [0,0), but got {axis!r}.")
    # torch refuses an axis beyond the rank, and only then is the range looked at.
    return torch.softmax(input, axis if type(axis) is int else _axis(where, input, axis))


@op
def softmin(x: torch.Tensor, axis: Ints = -1, *, dtype: DTypeLike | None = None) -> torch.Tensor:
    """softmax(-x) along `axis`, an int or a tuple of them.

    `x` is a float Tensor of any shape; the result has its shape and its dtype, or `dtype`.
    """
    if dtype is not None:
        x = x.to(mstype.to_torch(dtype))
    if isinstance(axis, tuple):
        return softmax_over.raw(-x, axis)  # type: ignore[no-any-return]
    return _softmax("softmin", -x, axis)


@bindings(
    PrimitiveClass(
        "Softmax",
        inputs=("input",),
        settings={"axis": Setting(-1, checks.none_or(int, bool, tuple))},
    )
)
@op
def softmax_over(input: torch.Tensor, axis: Ints = -1) -> torch.Tensor:
    """The softmax, which makes elements positive with a sum of 1, along one axis or several at
    once.

    `input` is a Tensor of any shape and float dtype, `axis` an int or a tuple of int. The result
    has the shape and dtype of `input`. Raises ValueError for an `axis` that `input` lacks,
    TypeError for integers. Differs from MindSpore: several axes are refused by its CPU.
    """
    if type(axis) is int and input.is_floating_point() and input.ndim:
        return torch.softmax(input, axis)
    if not isinstance(axis, tuple):
        return _softmax("Softmax", input, axis)
    if len(axis) == 1:
        return _softmax("Softmax", input, axis[0])
    shifted = (input - input.amax(axis, keepdim=True)).exp()
    return shifted / shifted.sum(axis, keepdim=True)


@bindings(
    PrimitiveClass("LogSoftmax", inputs=("logits",), settings={"axis": Setting(-1)}),
    TensorMethod("log_softmax"),
)
@op
def log_softmax(logits: torch.Tensor, axis: int = -1) -> torch.Tensor:
    """The logarithm of the softmax along `axis`: elements whose exponentials add up to 1.

    `logits` is a Tensor of any shape but () and a float dtype, `axis` an int. The result has both.
    Raises ValueError for an `axis` that `logits` lacks, TypeError for integers. As in MindSpore,
    whose CPU is less exact (to about 1e-5).
    """
    return F.log_softmax(logits, _axis("log_softmax", logits, axis))


def _usual_dim(ndim: int) -> int:
    # torch's historical choice where no dimension is given.
    return 0 if ndim in (0, 1, 3) else 1


@bindings(MintFunction("nn.functional.softmax"))
@op
@with_name("softmax")
def softmax_by_rank(
    input: torch.Tensor, dim: int | None = None, dtype: DTypeLike | None = None
) -> torch.Tensor:
    """exp(`input`) over its sum along `dim`: mint's, which without `dim` takes 0 for ranks 0, 1 and 3, else 1.

    input: floats, or any numbers with a float `dtype` to cast to first. Raises TypeError for other dtypes,
    ValueError for a dimension out of range.
    """
    dim = _usual_dim(input.ndim) if dim is None else dim
    return torch.softmax(input, dim, None if dtype is None else mstype.to_torch(dtype))


@bindings(PrimitiveClass("LogSoftmaxExt", inputs=("input", "dim", "dtype")))
@op
def log_softmax_ext(
    input: torch.Tensor, dim: int | None = None, dtype: DTypeLike | None = None
) -> torch.Tensor:
    """`log_softmax_by_rank` with all arguments by position."""
    result: torch.Tensor = log_softmax_by_rank.raw(input, dim, dtype=dtype)
    return result


@bindings(MintFunction("nn.functional.log_softmax", "special.log_softmax"))
@op
@with_name("log_softmax")
def log_softmax_by_rank(
    input: torch.Tensor, dim: int | None = None, *, dtype: DTypeLike | None = None
) -> torch.Tensor:
    """Logarithm of the softmax along `dim`: mint's, which without `dim` takes 0 for ranks 0, 1 and 3, else 1.

    input: floats, or any numbers with a float `dtype` to cast to first. Raises TypeError for other dtypes,
    ValueError for a dimension out of range.
    """
    dim = _usual_dim(input.ndim) if dim is None else dim
    return torch.log_softmax(input, dim, None if dtype is None else mstype.to_torch(dtype))


@op
def gumbel_softmax(
    logits: torch.Tensor, tau: float = 1.0, hard: bool = False, dim: int = -1
) -> torch.Tensor:
    """A random sample near a one-hot vector along `dim`; exactly one-hot in the forward pass if `hard`.

    `logits` is a float Tensor of any shape, which the result has with its dtype.
    `tau` is a number > 0 (ValueError otherwise), `dim` an int.
    """
    if tau <= 0:
        raise ValueError(f"For 'gumbel_softmax', 'tau' must be above 0, but got {tau}.")
    noise = -torch.empty_like(logits).exponential_().log()
    soft = torch.softmax((logits + noise) / tau, _axis("gumbel_softmax", logits, dim))
    if not check.boolean("gumbel_softmax", "hard", hard):
        return soft
    one_hot = torch.zeros_like(soft).scatter_(dim, soft.argmax(dim, keepdim=True), 1.0)
    return one_hot - soft.detach() + soft


@bindings(PrimitiveClass("GeLU", inputs=("input",)))
@op
def gelu_by_tanh(x: torch.Tensor) -> torch.Tensor:
    """x * Phi(x), by tanh."""
    return gelu.raw(x, "tanh")


__all__ = exported_ops(
    globals(),
    "glu_by_torch",
    "leaky_relu_of_floats",
    "softmax_over",
    "softmax_by_rank",
    "log_softmax_ext",
    "log_softmax_by_rank",
    "gelu_by_tanh",
)
