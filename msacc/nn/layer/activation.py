"""Activation layers."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc import ops
from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.layer.held import Layer, holds
from msacc.ops.array.shaping import cast
from msacc.ops.nn import activation as F
from msacc.ops.nn.norm import lrn


@holds("relu")
class ReLU(Layer):
    """The positive part of a Tensor, element by element: max(x, 0).

    The layer takes no settings and is called with a Tensor of any real number dtype and any shape;
    the result has both. Raises TypeError for Bool and for what is no Tensor. Differs from
    MindSpore, which lets Bool pass.
    """

    _called = ("relu",)

    def construct(self, input: Tensor) -> Tensor:
        return F.relu(input)


@holds(relu6=ops.ReLU6())
class ReLU6(Layer):
    """Elements cut off at 0 and at 6: min(max(x, 0), 6).

    Called with a Tensor of any real number dtype and any shape; the result has both. Raises
    TypeError for what is no Tensor. Differs from MindSpore, which takes Float16 and Float32 only.
    """

    _called = ("relu6",)

    def construct(self, x: Tensor) -> Tensor:
        return F.relu6(x)


@holds("sigmoid")
class Sigmoid(Layer):
    """The logistic function of each element: 1 / (1 + exp(-x)).

    Called with a float Tensor of any shape; the result has its shape and dtype. Raises TypeError
    for what is no Tensor. Differs from MindSpore: ints give Float32, and are refused there.
    """

    _called = ("sigmoid",)

    def construct(self, x: Tensor) -> Tensor:
        return F.sigmoid(x)


@holds("tanh")
class Tanh(Layer):
    """The hyperbolic tangent of each element: (e^x - e^-x) / (e^x + e^-x).

    Called with a float Tensor of any shape; the result has its shape and dtype. Raises TypeError
    for what is no Tensor. Differs from MindSpore: ints give Float32, and are refused there.
    """

    _called = ("tanh",)

    def construct(self, x: Tensor) -> Tensor:
        return F.tanh(x)


class SiLU(Cell):
    """Each element times its sigmoid: x * sigmoid(x), also called swish.

    Called with a float Tensor of any shape; the result has its shape and dtype. Raises TypeError
    for ints and for what is no Tensor. As in MindSpore.
    """

    def construct(self, x: Tensor) -> Tensor:
        return F.silu(x)


@holds(mish=ops.Mish())
class Mish(Layer):
    """Each element times a squashed softplus of it: x * tanh(log(1 + exp(x))).

    Called with a float Tensor of any shape; the result has its shape and dtype. Raises TypeError
    for ints and for what is no Tensor. As in MindSpore.
    """

    _called = ("mish",)

    def construct(self, input_x: Tensor) -> Tensor:
        return F.mish(input_x)


@holds(selu=ops.SeLU())
class SeLU(Layer):
    """The self-normalising ELU: 1.0507 * x above zero, 1.0507 * 1.67326 * (exp(x) - 1) below.

    Called with a float Tensor of any shape; the result has its shape and dtype. Raises TypeError
    for ints and for what is no Tensor. Differs from MindSpore, which takes ints too and whose CPU
    kernel has a wrong gradient.
    """

    _called = ("selu",)

    def construct(self, input_x: Tensor) -> Tensor:
        return F.selu(input_x)


@holds(hswish=ops.HSwish())
class HSwish(Layer):
    """A piecewise approximation of x * sigmoid(x): x * relu6(x + 3) / 6.

    Called with a float Tensor of any shape; the result has its shape and dtype. Raises TypeError
    for ints and for what is no Tensor. Differs from MindSpore, which takes ints too.
    """

    _called = ("hswish",)

    def construct(self, input: Tensor) -> Tensor:
        return F.hardswish(input)


@holds(hsigmoid=ops.HSigmoid())
class HSigmoid(Layer):
    """A piecewise linear approximation of the sigmoid: relu6(x + 3) / 6.

    Called with a float Tensor of any shape; the result has its shape and dtype. Raises TypeError
    for ints and for what is no Tensor. Differs from MindSpore, which takes ints too and rounds them
    down.
    """

    _called = ("hsigmoid",)

    def construct(self, input: Tensor) -> Tensor:
        return F.hardsigmoid(input)


@holds("add", "exp", "log", "mul", rec=ops.Reciprocal())
class LogSigmoid(Layer):
    """The logarithm of the sigmoid, without overflow: -log(1 + exp(-x)).

    Called with a float Tensor of any shape; the result has its shape and dtype. Raises TypeError
    for ints and for what is no Tensor. Differs from MindSpore, whose CPU build gives -inf below
    -88.
    """

    def construct(self, input_x: Tensor) -> Tensor:
        return F.logsigmoid(input_x)


@holds(softsign=ops.Softsign())
class Softsign(Layer):
    """Each element over one plus its absolute value: x / (1 + |x|).

    Called with a float Tensor of any shape; the result has its shape and dtype. Raises TypeError
    for what is no Tensor. Differs from MindSpore: ints give Float32, and are refused there.
    """

    _called = ("softsign",)

    def construct(self, x: Tensor) -> Tensor:
        return F.softsign(x)


class Tanhshrink(Cell):
    """What tanh takes off each element: x - tanh(x).

    Called with a Tensor of any shape; the result has its shape and float dtype, ints give Float32.
    Raises TypeError for what is no Tensor. As in MindSpore.
    """

    def construct(self, x: Tensor) -> Tensor:
        return F.tanhshrink(x)


@holds(fast_gelu=ops.FastGeLU())
class FastGelu(Layer):
    """An approximation of GELU by a sigmoid: x * sigmoid(1.702 * x).

    Called with a float Tensor of any shape; the result has its shape and dtype. Raises TypeError
    for what is no Tensor. Differs from MindSpore, which takes Float16 and Float32 only.
    """

    _called = ("fast_gelu",)

    def construct(self, x: Tensor) -> Tensor:
        return F.fast_gelu(x)


class GELU(Cell):
    """Each element times the normal distribution's probability of less: x * Phi(x).

    `approximate`: True (the default) computes Phi by a tanh of a cubic, False by the error
    function. Called with a float Tensor of any shape; the result has its shape and dtype. Raises
    TypeError for an `approximate` that is no bool and for ints. As in MindSpore.
    """

    def __init__(self, approximate: bool = True):
        super().__init__()
        check.boolean(self.cls_name, "approximate", approximate)
        self.approximate = "tanh" if approximate else "none"

    def construct(self, x: Tensor) -> Tensor:
        return F.gelu(x, self.approximate)


class ELU(Layer):
    """Elements above zero as they are, alpha * (exp(x) - 1) below.

    `alpha`: an int or float. Called with a float Tensor of any shape; the result has its shape and
    dtype. Raises TypeError for another `alpha` and for ints. Differs from MindSpore, whose CPU
    kernel has `alpha` 1 only.
    """

    _called = ("elu",)

    def __init__(self, alpha: float = 1.0):
        super().__init__()
        self.alpha = check.instance(self.cls_name, "alpha", alpha, (float, int))
        self._hold(elu=ops.Elu(alpha))

    def construct(self, x: Tensor) -> Tensor:
        return F.elu(x, self.alpha)


class CELU(Layer):
    """The ELU with a continuous slope: max(0, x) + min(0, alpha * (exp(x / alpha) - 1)).

    `alpha`: an int or float other than 0. Called with a float Tensor of any shape; the result has
    its shape and dtype. Raises TypeError for another `alpha` and for ints, ValueError for `alpha`
    0. As in MindSpore.
    """

    _called = ("celu",)

    def __init__(self, alpha: float = 1.0):
        super().__init__()
        if check.instance(self.cls_name, "alpha", alpha, (float, int)) == 0:
            raise ValueError("For 'CELU', 'alpha' must not be 0.")
        self.alpha = alpha
        self._hold(celu=ops.CeLU(alpha))

    def construct(self, x: Tensor) -> Tensor:
        return F.celu(x, self.alpha)


class LeakyReLU(Cell):
    """Elements above zero as they are, alpha * x below.

    `alpha`: an int or float, 0.2 by default (torch has 0.01). Called with a Tensor of any number
    dtype and any shape; the result has both. Raises TypeError, when called, for an `alpha` of
    another type. As in MindSpore.
    """

    def __init__(self, alpha: float = 0.2):
        super().__init__()
        self.alpha = alpha

    def construct(self, x: Tensor) -> Tensor:
        return F.leaky_relu(x, self.alpha)


@holds(sign=ops.Sign())
class RReLU(Layer):
    """Elements above zero as they are, x times a random slope from [lower, upper) below.

    `lower`, `upper`: ints or floats; each element gets a slope of its own, in evaluation too.
    Called with a float Tensor of any shape; the result has its shape and dtype. Raises TypeError
    for bounds of another type and for ints, ValueError where `lower` exceeds `upper`. Differs from
    MindSpore: the slopes are torch's random numbers, and ints are refused.
    """

    def __init__(self, lower: float = 1 / 8, upper: float = 1 / 3):
        super().__init__()
        check.instance(self.cls_name, "upper", upper, (float, int))
        check.instance(self.cls_name, "lower", lower, (float, int))
        if lower > upper:
            raise ValueError(
                f"For 'RReLU', 'upper' must be >= 'lower', but got {upper} and {lower}."
            )
        self.lower, self.upper = lower, upper

    def construct(self, x: Tensor) -> Tensor:
        return F.rrelu(x, self.lower, self.upper)


class Hardtanh(Cell):
    """Elements cut off at `min_val` and `max_val`: a piecewise linear tanh.

    `min_val`, `max_val`: ints or floats, -1 and 1 by default. Called with a Tensor of any shape;
    the result has its shape and, for floats, its dtype. Raises ValueError where `min_val` is not
    below `max_val`. Differs from MindSpore: ints give Float32, and stay ints there.
    """

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0):
        super().__init__()
        if min_val >= max_val:
            raise ValueError(
                f"For 'Hardtanh', min_val must be below max_val, but got {min_val}, {max_val}."
            )
        self.min_val, self.max_val = min_val, max_val

    def construct(self, x: Tensor) -> Tensor:
        return F.hardtanh(x, self.min_val, self.max_val)


class SoftShrink(Layer):
    """Elements moved towards zero by `lambd`: 0 within +-lambd, x - lambd above, x + lambd below.

    `lambd`: an int or float, 0.5 by default. Called with a float Tensor of any shape; the result
    has its shape and dtype. Raises TypeError for another `lambd` and for ints. As in MindSpore.
    """

    _called = ("softshrink",)

    def __init__(self, lambd: float = 0.5):
        super().__init__()
        self.lambd = check.instance(self.cls_name, "lambd", lambd, (float, int))
        self._hold(softshrink=ops.SoftShrink(lambd))

    def construct(self, input: Tensor) -> Tensor:
        return F.softshrink(input, self.lambd)


class HShrink(Layer):
    """Elements outside +-lambd as they are, 0 within.

    `lambd`: an int or float, 0.5 by default. Called with a float Tensor of any shape; the result
    has its shape and dtype. Raises TypeError for another `lambd` and for ints. As in MindSpore.
    """

    _called = ("hshrink",)

    def __init__(self, lambd: float = 0.5):
        super().__init__()
        self.lambd = check.instance(self.cls_name, "lambd", lambd, (float, int))
        self._hold(hshrink=ops.HShrink(lambd))

    def construct(self, input: Tensor) -> Tensor:
        return F.hardshrink(input, self.lambd)


class Threshold(Cell):
    """Elements that exceed `threshold` as they are, `value` in place of the others.

    `threshold`, `value`: ints or floats. Called with a Tensor of any number dtype and any shape;
    the result has both. Raises TypeError, when called, for settings of other types. As in
    MindSpore.
    """

    def __init__(self, threshold: float, value: float):
        super().__init__()
        self.threshold, self.value = threshold, value

    def construct(self, input_x: Tensor) -> Tensor:
        return F.threshold(input_x, self.threshold, self.value)


@holds("sigmoid")
class GLU(Layer):
    """The first half of a Tensor along `axis` times the sigmoid of the second.

    `axis`: an int, the last by default. Called with a float Tensor whose size along `axis` is even;
    the result has its dtype and half that size. Raises ValueError for an odd size, TypeError for
    ints. As in MindSpore.
    """

    def __init__(self, axis: int = -1):
        super().__init__()
        self.dim = axis
        # MindSpore spells it so.
        self._hold(spilt=ops.Split(axis, 2))

    def construct(self, x: Tensor) -> Tensor:
        return F.glu(x, self.dim)


@holds(prelu=ops.PReLU())
class PReLU(Layer):
    """Elements above zero as they are, `w` times x below, where `w` is learned.

    `channel`: an int, 1 or the input's channels (its axis 1); `w`: the initial slopes, a float, a
    list of `channel` floats or a Float16 or Float32 Tensor of shape (channel,). The slopes are the
    Parameter `w`. Called with a float Tensor (N, C, …) or, with one slope, of any shape; the result
    has its shape and dtype. Raises TypeError for arguments of other types and for ints, ValueError
    for a `channel` below 1, for wrong slopes, and when called with other channels. As in MindSpore.
    """

    def __init__(self, channel: int = 1, w: Any = 0.25):
        super().__init__()
        check.positive_int(self.cls_name, "channel", channel)
        self.w = Parameter(self._slopes(channel, w), name="a")

    def _slopes(self, channel: int, w: Any) -> Tensor:
        if isinstance(w, (float, np.float32)):
            return Tensor(np.full(channel, w, np.float32))
        check.instance(self.cls_name, "w", w, (list, Tensor))
        if isinstance(w, list) and not all(isinstance(item, (float, np.float32)) for item in w):
            raise ValueError(f"For 'PReLU', all elements in 'w' must be float, but got {w}.")
        slopes = Tensor(w) if isinstance(w, list) else w
        if slopes.shape != (channel,) or slopes.dtype not in (mstype.float16, mstype.float32):
            raise ValueError(
                f"For 'PReLU', 'w' must hold {channel} numbers of float16 or float32, but got shape "
                f"{slopes.shape} and dtype {slopes.dtype}."
            )
        return slopes

    def construct(self, x: Tensor) -> Tensor:
        weight = self.w if self.w.dtype is x.dtype else cast(self.w, x.dtype)
        return F.prelu(x, weight)


class Softmax(Layer):
    """Positive shares that sum to 1: exp(x) over its sum along `axis`.

    `axis`: an int (the last by default) or a tuple of them. Called with a float Tensor; the result
    has its shape and dtype. Raises TypeError for an `axis` of another type and for ints, ValueError
    for an axis out of range. Differs from MindSpore, which refuses tuples of several axes on the
    CPU.
    """

    _called = ("softmax",)

    def __init__(self, axis: int = -1):
        super().__init__()
        self.axis = check.instance(self.cls_name, "axis", axis, (int, tuple))
        self._hold(softmax=ops.Softmax(axis))

    def construct(self, input: Tensor) -> Tensor:
        return F.softmax_over(input, self.axis)


class Softmin(Cell):
    """The softmax of the negated input: exp(-x) over its sum along `axis`.

    `axis`: an int, the last by default. Called with a float Tensor; the result has its shape and
    dtype. Raises, when called, TypeError for an `axis` of another type and for ints, ValueError for
    an axis out of range. As in MindSpore.
    """

    def __init__(self, axis: int = -1):
        super().__init__()
        self.axis = axis

    def construct(self, x: Tensor) -> Tensor:
        return F.softmin(x, self.axis)


@holds("shape", softmax=ops.Softmax(-3))
class Softmax2d(Layer):
    """The softmax over the channels of images, at each of their pixels.

    Called with a float Tensor (N, C, H, W) or (C, H, W); the result has its shape and dtype. Raises
    ValueError for another number of dimensions, TypeError for ints. As in MindSpore.
    """

    def construct(self, x: Tensor) -> Tensor:
        check.rank(self.cls_name, x._t, 3, 4)
        return F.softmax(x, -3)


class LogSoftmax(Layer):
    """The logarithm of the softmax: x - log(sum(exp(x))) along `axis`.

    `axis`: an int, the last by default. Called with a float Tensor; the result has its shape and
    dtype. Raises TypeError for an `axis` of another type and for ints, ValueError for an axis out
    of range. Differs from MindSpore, which refuses a tuple only when the layer is called.
    """

    _called = ("log_softmax",)

    def __init__(self, axis: int = -1):
        super().__init__()
        self.axis = check.instance(self.cls_name, "axis", axis, int)
        self._hold(log_softmax=ops.LogSoftmax(axis))

    def construct(self, x: Tensor) -> Tensor:
        return F.log_softmax(x, self.axis)


class LRN(Layer):
    """Local response normalisation: x over (bias + alpha * sum of squares in nearby channels)^beta.

    `depth_radius`: an int, how many channels count on each side; `bias`, `alpha`, `beta`: floats;
    `norm_region`: 'ACROSS_CHANNELS'. Called with a float Tensor (N, C, H, W); the result has its
    shape and dtype. Raises ValueError for another number of dimensions. Differs from MindSpore,
    which checks the settings when the layer is made.
    """

    _called = ("lrn_op",)

    def __init__(
        self,
        depth_radius: int = 5,
        bias: float = 1.0,
        alpha: float = 1.0,
        beta: float = 0.5,
        norm_region: str = "ACROSS_CHANNELS",
    ):
        super().__init__()
        self._settings = (depth_radius, bias, alpha, beta, norm_region)
        self._hold(lrn_op=ops.LRN(*self._settings))

    def construct(self, input_x: Tensor) -> Tensor:
        return lrn(input_x, *self._settings)


_activation: dict[str, type[Cell]] = {
    "softmin": Softmin,
    "softmax": Softmax,
    "softmax2d": Softmax2d,
    "logsoftmax": LogSoftmax,
    "relu": ReLU,
    "relu6": ReLU6,
    "rrelu": RReLU,
    "silu": SiLU,
    "tanh": Tanh,
    "tanhshrink": Tanhshrink,
    "hardtanh": Hardtanh,
    "gelu": GELU,
    "fast_gelu": FastGelu,
    "elu": ELU,
    "sigmoid": Sigmoid,
    "softsign": Softsign,
    "prelu": PReLU,
    "leakyrelu": LeakyReLU,
    "hswish": HSwish,
    "hsigmoid": HSigmoid,
    "logsigmoid": LogSigmoid,
    "softshrink": SoftShrink,
    "hshrink": HShrink,
    "threshold": Threshold,
    "mish": Mish,
}


def get_activation(name: str | None, prim_name: str | None = None) -> Any:
    """A new activation Cell by its name ('relu', 'gelu', …); KeyError for an unknown one."""
    if name is None:
        return None
    if name not in _activation:
        head = f"For '{prim_name}', the" if prim_name else "The"
        raise KeyError(f"{head} 'name' must be in {list(_activation)}, but got {name}.")
    return _activation[name]()


__all__ = [
    "CELU", "ELU", "FastGelu", "GELU", "GLU", "HShrink", "HSigmoid", "HSwish", "Hardtanh", "LRN",
    "LeakyReLU", "LogSigmoid", "LogSoftmax", "Mish", "PReLU", "RReLU", "ReLU", "ReLU6", "SeLU",
    "SiLU", "Sigmoid", "SoftShrink", "Softmax", "Softmax2d", "Softmin", "Softsign", "Tanh",
    "Tanhshrink", "Threshold", "get_activation",
]  # fmt: skip
