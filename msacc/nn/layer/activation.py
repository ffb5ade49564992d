"""Activation layers and their names; rectifiers and softmax are in files of their own."""

from __future__ import annotations

from typing import Any

from msacc import ops
from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.nn.layer.rectifiers import CELU, ELU, LeakyReLU, PReLU, ReLU, ReLU6, RReLU, SeLU
from msacc.nn.layer.softmax import LogSoftmax, Softmax, Softmax2d, Softmin
from msacc.ops.nn import activation as F
from msacc.ops.nn.norm import lrn


@holds("sigmoid")
class Sigmoid(Layer):
    """The logistic function of each element.

    `y = 1 / (1 + exp(-x))`

    Called with a float Tensor of any shape; the result has its shape and dtype.

    Raises TypeError for what is no Tensor.

    Differs from MindSpore: ints give Float32, and are refused there.
    """

    _msacc_called_primitives = ("sigmoid",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.sigmoid(x)


@holds("tanh")
class Tanh(Layer):
    """The hyperbolic tangent of each element.

    `y = (exp(x) - exp(-x)) / (exp(x) + exp(-x))`

    Called with a float Tensor of any shape; the result has its shape and dtype.

    Raises TypeError for what is no Tensor.

    Differs from MindSpore: ints give Float32, and are refused there.
    """

    _msacc_called_primitives = ("tanh",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.tanh(x)


class SiLU(Cell):
    """Each element times its sigmoid, also called swish.

    `y = x * sigmoid(x)`

    Called with a float Tensor of any shape; the result has its shape and dtype.

    Raises TypeError for ints and for what is no Tensor. As in MindSpore.
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.silu(x)


@holds(mish=ops.Mish())
class Mish(Layer):
    """Each element times a squashed softplus of it.

    `y = x * tanh(log(1 + exp(x)))`

    Called with a float Tensor of any shape; the result has its shape and dtype.

    Raises TypeError for ints and for what is no Tensor. As in MindSpore.
    """

    _msacc_called_primitives = ("mish",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        return F.mish(input_x)


@holds(hswish=ops.HSwish())
class HSwish(Layer):
    """A piecewise approximation of SiLU.

    `y = x * relu6(x + 3) / 6`

    Called with a float Tensor of any shape; the result has its shape and dtype.

    Raises TypeError for ints and for what is no Tensor.

    Differs from MindSpore, which takes ints too.
    """

    _msacc_called_primitives = ("hswish",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        return F.hardswish(input)


@holds(hsigmoid=ops.HSigmoid())
class HSigmoid(Layer):
    """A piecewise linear approximation of the sigmoid.

    `y = relu6(x + 3) / 6`

    Called with a float Tensor of any shape; the result has its shape and dtype.

    Raises TypeError for ints and for what is no Tensor.

    Differs from MindSpore, which takes ints too and rounds them down.
    """

    _msacc_called_primitives = ("hsigmoid",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        return F.hardsigmoid(input)


@holds("add", "exp", "log", "mul", rec=ops.Reciprocal())
class LogSigmoid(Layer):
    """The logarithm of the sigmoid, without overflow.

    `y = -log(1 + exp(-x))`

    Called with a float Tensor of any shape; the result has its shape and dtype.

    Raises TypeError for ints and for what is no Tensor.

    Differs from MindSpore, whose CPU build gives -inf below -88.
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        return F.logsigmoid(input_x)


@holds(softsign=ops.Softsign())
class Softsign(Layer):
    """Each element over one plus its absolute value.

    `y = x / (1 + abs(x))`

    Called with a float Tensor of any shape; the result has its shape and dtype.

    Raises TypeError for what is no Tensor.

    Differs from MindSpore: ints give Float32, and are refused there.
    """

    _msacc_called_primitives = ("softsign",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.softsign(x)


class Tanhshrink(Cell):
    """What the hyperbolic tangent takes off each element.

    `y = x - tanh(x)`

    Called with a Tensor of any shape; the result has its shape and float dtype, ints give Float32.

    Raises TypeError for what is no Tensor. As in MindSpore.
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.tanhshrink(x)


@holds(fast_gelu=ops.FastGeLU())
class FastGelu(Layer):
    """An approximation of GELU by a sigmoid.

    `y = x * sigmoid(1.702 * x)`

    Called with a float Tensor of any shape; the result has its shape and dtype.

    Raises TypeError for what is no Tensor.

    Differs from MindSpore, which takes Float16 and Float32 only.
    """

    _msacc_called_primitives = ("fast_gelu",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.fast_gelu(x)


class GELU(Cell):
    """Each element times the normal distribution's probability of less, Phi.

    `y = x * phi(x)`

    `approximate`: True (the default) computes Phi by a tanh of a cubic, False by the error
      function.

    Called with a float Tensor of any shape; the result has its shape and dtype.

    Raises TypeError for an `approximate` that is no bool and for ints. As in MindSpore.
    """

    def __init__(self, approximate: bool = True):
        super().__init__()
        check.boolean(self.cls_name, "approximate", approximate)
        self.approximate = "tanh" if approximate else "none"

    def construct(self, x: Tensor) -> Tensor:
        return F.gelu(x, self.approximate)


class Hardtanh(Cell):
    """Elements cut off at `min_val` and `max_val`: a piecewise linear tanh.

    `y = min(max(x, min_val), max_val)`

    `min_val`, `max_val`: ints or floats, -1 and 1 by default.

    Called with a Tensor of any shape; the result has its shape and, for floats, its dtype.

    Raises ValueError where `min_val` is not below `max_val`.

    Differs from MindSpore: ints give Float32, and stay ints there.
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
    """Elements moved towards zero by `lambd`, and 0 within +-lambd.

    `y = sign(x) * max(abs(x) - lambd, 0)`

    `lambd`: an int or float, 0.5 by default.

    Called with a float Tensor of any shape; the result has its shape and dtype.

    Raises TypeError for another `lambd` and for ints. As in MindSpore.
    """

    _msacc_called_primitives = ("softshrink",)

    def __init__(self, lambd: float = 0.5):
        super().__init__()
        self.lambd = check.instance(self.cls_name, "lambd", lambd, (float, int))
        self._msacc_set_primitives(softshrink=ops.SoftShrink(lambd))

    def construct(self, input: Tensor) -> Tensor:
        return F.softshrink(input, self.lambd)


class HShrink(Layer):
    """Elements outside +-lambd as they are, 0 within.

    `y = x if abs(x) > lambd else 0`

    `lambd`: an int or float, 0.5 by default.

    Called with a float Tensor of any shape; the result has its shape and dtype.

    Raises TypeError for another `lambd` and for ints. As in MindSpore.
    """

    _msacc_called_primitives = ("hshrink",)

    def __init__(self, lambd: float = 0.5):
        super().__init__()
        self.lambd = check.instance(self.cls_name, "lambd", lambd, (float, int))
        self._msacc_set_primitives(hshrink=ops.HShrink(lambd))

    def construct(self, input: Tensor) -> Tensor:
        return F.hardshrink(input, self.lambd)


class Threshold(Cell):
    """Elements that exceed `threshold` as they are, `value` in place of the others.

    `y = x if x > threshold else value`

    `threshold`, `value`: ints or floats.

    Called with a Tensor of any number dtype and any shape; the result has both.

    Raises TypeError when called, for settings of other types. As in MindSpore.
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
        self._msacc_set_primitives(spilt=ops.Split(axis, 2))

    def construct(self, x: Tensor) -> Tensor:
        return F.glu(x, self.dim)


class LRN(Layer):
    """Local response normalisation: x over (bias + alpha * sum of squares in nearby channels)^beta.

    `depth_radius`: an int, how many channels count on each side.
    `bias`, `alpha`, `beta`: floats.
    `norm_region`: 'ACROSS_CHANNELS'.

    Called with a float Tensor (N, C, H, W); the result has its shape and dtype.

    Raises ValueError for another number of dimensions.

    Differs from MindSpore, which checks the settings when the layer is made.
    """

    _msacc_called_primitives = ("lrn_op",)

    def __init__(
        self,
        depth_radius: int = 5,
        bias: float = 1.0,
        alpha: float = 1.0,
        beta: float = 0.5,
        norm_region: str = "ACROSS_CHANNELS",
    ):
        super().__init__()
        self._msacc_settings = (depth_radius, bias, alpha, beta, norm_region)
        self._msacc_set_primitives(lrn_op=ops.LRN(*self._msacc_settings))

    def construct(self, input_x: Tensor) -> Tensor:
        return lrn(input_x, *self._msacc_settings)


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
    """A new activation Cell by its `name` ('relu', 'gelu', …), None for None; KeyError for an unknown one.

    `prim_name`: who asks, a str for the error's text.
    """
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
