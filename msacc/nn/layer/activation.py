"""Activation layers."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.ops.nn import activation as F
from msacc.ops.nn.norm import lrn


class ReLU(Cell):
    """max(x, 0)."""

    def construct(self, input: Tensor) -> Tensor:
        return F.relu(input)


class ReLU6(Cell):
    """min(max(x, 0), 6)."""

    def construct(self, x: Tensor) -> Tensor:
        return F.relu6(x)


class Sigmoid(Cell):
    """1 / (1 + exp(-x))."""

    def construct(self, x: Tensor) -> Tensor:
        return F.sigmoid(x)


class Tanh(Cell):
    """Hyperbolic tangent."""

    def construct(self, x: Tensor) -> Tensor:
        return F.tanh(x)


class SiLU(Cell):
    """x * sigmoid(x)."""

    def construct(self, x: Tensor) -> Tensor:
        return F.silu(x)


class Mish(Cell):
    """x * tanh(softplus(x))."""

    def construct(self, input_x: Tensor) -> Tensor:
        return F.mish(input_x)


class SeLU(Cell):
    """The self-normalising ELU."""

    def construct(self, input_x: Tensor) -> Tensor:
        return F.selu(input_x)


class HSwish(Cell):
    """x * relu6(x + 3) / 6."""

    def construct(self, input: Tensor) -> Tensor:
        return F.hardswish(input)


class HSigmoid(Cell):
    """relu6(x + 3) / 6."""

    def construct(self, input: Tensor) -> Tensor:
        return F.hardsigmoid(input)


class LogSigmoid(Cell):
    """log(sigmoid(x))."""

    def construct(self, input_x: Tensor) -> Tensor:
        return F.logsigmoid(input_x)


class Softsign(Cell):
    """x / (1 + |x|)."""

    def construct(self, x: Tensor) -> Tensor:
        return F.softsign(x)


class Tanhshrink(Cell):
    """x - tanh(x)."""

    def construct(self, x: Tensor) -> Tensor:
        return F.tanhshrink(x)


class FastGelu(Cell):
    """x * sigmoid(1.702 x)."""

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


class ELU(Cell):
    """x above zero, alpha * (exp(x) - 1) below. MindSpore's CPU kernel has alpha 1 only."""

    def __init__(self, alpha: float = 1.0):
        super().__init__()
        self.alpha = check.instance(self.cls_name, "alpha", alpha, (float, int))

    def construct(self, x: Tensor) -> Tensor:
        return F.elu(x, self.alpha)


class CELU(Cell):
    """max(0, x) + min(0, alpha * (exp(x / alpha) - 1))."""

    def __init__(self, alpha: float = 1.0):
        super().__init__()
        if check.instance(self.cls_name, "alpha", alpha, (float, int)) == 0:
            raise ValueError("For 'CELU', 'alpha' must not be 0.")
        self.alpha = alpha

    def construct(self, x: Tensor) -> Tensor:
        return F.celu(x, self.alpha)


class LeakyReLU(Cell):
    """x above zero, alpha * x below; alpha is 0.2 by default."""

    def __init__(self, alpha: float = 0.2):
        super().__init__()
        self.alpha = alpha

    def construct(self, x: Tensor) -> Tensor:
        return F.leaky_relu(x, self.alpha)


class RReLU(Cell):
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


class SoftShrink(Cell):
    """Zero within +-lambd, x moved towards zero by lambd outside."""

    def __init__(self, lambd: float = 0.5):
        super().__init__()
        self.lambd = check.instance(self.cls_name, "lambd", lambd, (float, int))

    def construct(self, input: Tensor) -> Tensor:
        return F.softshrink(input, self.lambd)


class HShrink(Cell):
    """Zero within +-lambd, x outside."""

    def __init__(self, lambd: float = 0.5):
        super().__init__()
        self.lambd = check.instance(self.cls_name, "lambd", lambd, (float, int))

    def construct(self, input: Tensor) -> Tensor:
        return F.hardshrink(input, self.lambd)


class Threshold(Cell):
    """x where it exceeds `threshold`, else `value`."""

    def __init__(self, threshold: float, value: float):
        super().__init__()
        self.threshold, self.value = threshold, value

    def construct(self, input_x: Tensor) -> Tensor:
        return F.threshold(input_x, self.threshold, self.value)


class GLU(Cell):
    """The first half along `axis` times the sigmoid of the second."""

    def __init__(self, axis: int = -1):
        super().__init__()
        self.dim = axis

    def construct(self, x: Tensor) -> Tensor:
        return F.glu(x, self.dim)


class PReLU(Cell):
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
        weight = self.w if self.w._t.dtype is x._t.dtype else Tensor(self.w._t.to(x._t.dtype))
        return F.prelu(x, weight)


class Softmax(Cell):
    """exp(x) over its sum along `axis` (an int, or a tuple of them)."""

    def __init__(self, axis: int = -1):
        super().__init__()
        self.axis = check.instance(self.cls_name, "axis", axis, (int, tuple))

    def construct(self, input: Tensor) -> Tensor:
        return F.softmax_over(input, self.axis)


class Softmin(Cell):
    """softmax(-x) along `axis`."""

    def __init__(self, axis: int = -1):
        super().__init__()
        self.axis = axis

    def construct(self, x: Tensor) -> Tensor:
        return F.softmin(x, self.axis)


class Softmax2d(Cell):
    """Softmax over the channels of (N, C, H, W) or (C, H, W)."""

    def construct(self, x: Tensor) -> Tensor:
        check.rank(self.cls_name, x._t, 3, 4)
        return F.softmax(x, -3)


class LogSoftmax(Cell):
    """Logarithm of the softmax along `axis`."""

    def __init__(self, axis: int = -1):
        super().__init__()
        self.axis = check.instance(self.cls_name, "axis", axis, int)

    def construct(self, x: Tensor) -> Tensor:
        return F.log_softmax(x, self.axis)


class LRN(Cell):
    """Local response normalisation across channels of (N, C, H, W)."""

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
