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
    """max(x, 0)."""

    _called = ("relu",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        return F.relu(input)


@holds(relu6=ops.ReLU6())
class ReLU6(Layer):
    """min(max(x, 0), 6)."""

    _called = ("relu6",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.relu6(x)


@holds("sigmoid")
class Sigmoid(Layer):
    """1 / (1 + exp(-x))."""

    _called = ("sigmoid",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.sigmoid(x)


@holds("tanh")
class Tanh(Layer):
    """Hyperbolic tangent."""

    _called = ("tanh",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.tanh(x)


class SiLU(Cell):
    """x * sigmoid(x)."""

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.silu(x)


@holds(mish=ops.Mish())
class Mish(Layer):
    """x * tanh(softplus(x))."""

    _called = ("mish",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        return F.mish(input_x)


@holds(selu=ops.SeLU())
class SeLU(Layer):
    """The self-normalising ELU."""

    _called = ("selu",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        return F.selu(input_x)


@holds(hswish=ops.HSwish())
class HSwish(Layer):
    """x * relu6(x + 3) / 6."""

    _called = ("hswish",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        return F.hardswish(input)


@holds(hsigmoid=ops.HSigmoid())
class HSigmoid(Layer):
    """relu6(x + 3) / 6."""

    _called = ("hsigmoid",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        return F.hardsigmoid(input)


@holds("add", "exp", "log", "mul", rec=ops.Reciprocal())
class LogSigmoid(Layer):
    """log(sigmoid(x))."""

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        return F.logsigmoid(input_x)


@holds(softsign=ops.Softsign())
class Softsign(Layer):
    """x / (1 + |x|)."""

    _called = ("softsign",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.softsign(x)


class Tanhshrink(Cell):
    """x - tanh(x)."""

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.tanhshrink(x)


@holds(fast_gelu=ops.FastGeLU())
class FastGelu(Layer):
    """x * sigmoid(1.702 x)."""

    _called = ("fast_gelu",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.fast_gelu(x)


class GELU(Cell):
    """x * Phi(x); by tanh if `approximate` (the default)."""

    def __init__(self, approximate: bool = True):
        super().__init__()
        check.boolean(self.cls_name, "approximate", approximate)
        self.approximate = "tanh" if approximate else "none"

    def construct(self, x: Tensor) -> Tensor:
        return F.gelu(x, self.approximate)


class ELU(Layer):
    """x above zero, alpha * (exp(x) - 1) below. MindSpore's CPU kernel has alpha 1 only."""

    _called = ("elu",)

    def __init__(self, alpha: float = 1.0):
        super().__init__()
        self.alpha = check.instance(self.cls_name, "alpha", alpha, (float, int))
        self._hold(elu=ops.Elu(alpha))

    def construct(self, x: Tensor) -> Tensor:
        return F.elu(x, self.alpha)


class CELU(Layer):
    """max(0, x) + min(0, alpha * (exp(x / alpha) - 1))."""

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
    """x above zero, alpha * x below; alpha is 0.2 by default."""

    def __init__(self, alpha: float = 0.2):
        super().__init__()
        self.alpha = alpha

    def construct(self, x: Tensor) -> Tensor:
        return F.leaky_relu(x, self.alpha)


@holds(sign=ops.Sign())
class RReLU(Layer):
    """x above zero, x times a random slope in [lower, upper) below."""

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
    """x cut off at `min_val` and `max_val`."""

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
    """Zero within +-lambd, x moved towards zero by lambd outside."""

    _called = ("softshrink",)

    def __init__(self, lambd: float = 0.5):
        super().__init__()
        self.lambd = check.instance(self.cls_name, "lambd", lambd, (float, int))
        self._hold(softshrink=ops.SoftShrink(lambd))

    def construct(self, input: Tensor) -> Tensor:
        return F.softshrink(input, self.lambd)


class HShrink(Layer):
    """Zero within +-lambd, x outside."""

    _called = ("hshrink",)

    def __init__(self, lambd: float = 0.5):
        super().__init__()
        self.lambd = check.instance(self.cls_name, "lambd", lambd, (float, int))
        self._hold(hshrink=ops.HShrink(lambd))

    def construct(self, input: Tensor) -> Tensor:
        return F.hardshrink(input, self.lambd)


class Threshold(Cell):
    """x where it exceeds `threshold`, else `value`."""

    def __init__(self, threshold: float, value: float):
        super().__init__()
        self.threshold, self.value = threshold, value

    def construct(self, input_x: Tensor) -> Tensor:
        return F.threshold(input_x, self.threshold, self.value)


@holds("sigmoid")
class GLU(Layer):
    """The first half along `axis` times the sigmoid of the second."""

    def __init__(self, axis: int = -1):
        super().__init__()
        self.dim = axis
        # MindSpore spells it so.
        self._hold(spilt=ops.Split(axis, 2))

    def construct(self, x: Tensor) -> Tensor:
        return F.glu(x, self.dim)


@holds(prelu=ops.PReLU())
class PReLU(Layer):
    """x above zero, a * x below, with a parameter `a` of `channel` slopes (1 or one per channel)."""

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
    """exp(x) over its sum along `axis` (an int, or a tuple of them)."""

    _called = ("softmax",)

    def __init__(self, axis: int = -1):
        super().__init__()
        self.axis = check.instance(self.cls_name, "axis", axis, (int, tuple))
        self._hold(softmax=ops.Softmax(axis))

    def construct(self, input: Tensor) -> Tensor:
        return F.softmax_over(input, self.axis)


class Softmin(Cell):
    """softmax(-x) along `axis`."""

    def __init__(self, axis: int = -1):
        super().__init__()
        self.axis = axis

    def construct(self, x: Tensor) -> Tensor:
        return F.softmin(x, self.axis)


@holds("shape", softmax=ops.Softmax(-3))
class Softmax2d(Layer):
    """Softmax over the channels of (N, C, H, W) or (C, H, W)."""

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        check.rank(self.cls_name, x._t, 3, 4)
        return F.softmax(x, -3)


class LogSoftmax(Layer):
    """Logarithm of the softmax along `axis`."""

    _called = ("log_softmax",)

    def __init__(self, axis: int = -1):
        super().__init__()
        self.axis = check.instance(self.cls_name, "axis", axis, int)
        self._hold(log_softmax=ops.LogSoftmax(axis))

    def construct(self, x: Tensor) -> Tensor:
        return F.log_softmax(x, self.axis)


class LRN(Layer):
    """Local response normalisation across channels of (N, C, H, W)."""

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
