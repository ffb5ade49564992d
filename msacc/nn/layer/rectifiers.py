"""Rectifiers: ReLU and its variants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from msacc import ops
from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.cell.input_sizes import wrong_size
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.array.shaping import cast
from msacc.ops.nn import activation as F

if TYPE_CHECKING:
    from collections.abc import Sequence


@holds("relu")
class ReLU(Layer):
    """The positive part of a Tensor, element by element.

    `y = max(x, 0)`

    The layer takes no settings and is called with a Tensor of any real number dtype and any shape;
    the result has both.

    Raises TypeError for Bool and for what is no Tensor.

    Differs from MindSpore, which lets Bool pass.
    """

    _msacc_called_primitives = ("relu",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        return F.relu(input)


@holds(relu6=ops.ReLU6())
class ReLU6(Layer):
    """Elements of a Tensor cut off at 0 and at 6.

    `y = min(max(x, 0), 6)`

    Called with a Tensor of any real number dtype and any shape; the result has both.

    Raises TypeError for what is no Tensor.

    Differs from MindSpore, which takes Float16 and Float32 only.
    """

    _msacc_called_primitives = ("relu6",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return F.relu6(x)


@holds(selu=ops.SeLU())
class SeLU(Layer):
    """The self-normalising ELU, with constants that keep mean and variance.

    `y = 1.0507 * x if x > 0 else 1.0507 * 1.67326 * (exp(x) - 1)`

    Called with a float Tensor of any shape; the result has its shape and dtype.

    Raises TypeError for ints and for what is no Tensor.

    Differs from MindSpore, which takes ints too and whose CPU kernel has a wrong gradient.
    """

    _msacc_called_primitives = ("selu",)

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        return F.selu(input_x)


class ELU(Layer):
    """Elements above zero as they are, exponentials below.

    `y = x if x > 0 else alpha * (exp(x) - 1)`

    `alpha`: an int or float.

    Called with a float Tensor of any shape; the result has its shape and dtype.

    Raises TypeError for another `alpha` and for ints.

    Differs from MindSpore, whose CPU kernel has `alpha` 1 only.
    """

    _msacc_called_primitives = ("elu",)

    def __init__(self, alpha: float = 1.0):
        super().__init__()
        self.alpha = check.instance(self.cls_name, "alpha", alpha, (float, int))
        self._msacc_set_primitives(elu=ops.Elu(alpha))

    def construct(self, x: Tensor) -> Tensor:
        return F.elu(x, self.alpha)


class CELU(Layer):
    """The ELU with a continuous slope.

    `y = max(0, x) + min(0, alpha * (exp(x / alpha) - 1))`

    `alpha`: an int or float other than 0.

    Called with a float Tensor of any shape; the result has its shape and dtype.

    Raises TypeError for another `alpha` and for ints, ValueError for `alpha` 0. As in MindSpore.
    """

    _msacc_called_primitives = ("celu",)

    def __init__(self, alpha: float = 1.0):
        super().__init__()
        if check.instance(self.cls_name, "alpha", alpha, (float, int)) == 0:
            raise ValueError("For 'CELU', 'alpha' must not be 0.")
        self.alpha = alpha
        self._msacc_set_primitives(celu=ops.CeLU(alpha))

    def construct(self, x: Tensor) -> Tensor:
        return F.celu(x, self.alpha)


class LeakyReLU(Cell):
    """Elements above zero as they are, a small share of those below.

    `y = x if x > 0 else alpha * x`

    `alpha`: an int or float, 0.2 by default (torch has 0.01).

    Called with a Tensor of any number dtype and any shape; the result has both.

    Raises TypeError when called, for an `alpha` of another type. As in MindSpore.
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


@holds(prelu=ops.PReLU())
class PReLU(Layer):
    """Elements above zero as they are, `w` times x below, where `w` is learned.

    `y = x if x > 0 else w * x`

    `channel`: an int, 1 or the input's channels (its axis 1).
    `w`: the initial slopes, a float, a list of `channel` floats or a Float16 or Float32 Tensor of
      shape (channel,).

    The slopes are the Parameter `w`.

    Called with a float Tensor (N, C, …) or, with one slope, of any shape; the result has its shape
    and dtype.

    Raises TypeError for arguments of other types and for ints, ValueError for a `channel` below 1,
    for wrong slopes, and when called with other channels. As in MindSpore.
    """

    def __init__(self, channel: int = 1, w: float | Sequence[float] | Tensor = 0.25):
        super().__init__()
        check.positive_int(self.cls_name, "channel", channel)
        self.w = Parameter(self._msacc_slopes(channel, w), name="a")

    def _msacc_slopes(self, channel: int, w: Any) -> Tensor:
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

    def _msacc_explain_refusal(self, x: object) -> Exception | None:
        return wrong_size("channel", self.w.shape[0], x, 1)


__all__ = ["CELU", "ELU", "LeakyReLU", "PReLU", "RReLU", "ReLU", "ReLU6", "SeLU"]
