"""Dense, dropout, and the small reshaping layers."""

from __future__ import annotations

import math
from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.common.initializer import HeUniform, Uniform, initializer
from msacc.common.notice import once
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.layer.activation import get_activation
from msacc.ops import nn_check as check
from msacc.ops._op import op
from msacc.ops.nn_conv import dense
from msacc.ops.nn_dropout import dropout, dropout1d, dropout2d, dropout3d
from msacc.ops.primitive import Primitive


def check_init_shape(where: str, argument: str, init: Any, shape: tuple[int, ...]) -> None:
    """ValueError if `init` is a Tensor of another shape."""
    if isinstance(init, Tensor) and tuple(init.shape) != shape:
        raise ValueError(
            f"For '{where}', {argument} shape error: '{argument}' should have shape {shape}, "
            f"but got {tuple(init.shape)}."
        )


def activation_cell(where: str, activation: Any) -> Any:
    """A Cell for a name; Cells and Primitives as they are; TypeError for anything else."""
    if isinstance(activation, str):
        return get_activation(activation)
    if activation is not None and not isinstance(activation, (Cell, Primitive)):
        raise TypeError(
            f"For '{where}', the 'activation' must be str or Cell or Primitive, "
            f"but got {type(activation).__name__} ({activation!r})."
        )
    return activation


def dense_parameters(
    where: str, shape: tuple[int, int], weight: Any, bias: Any, has_bias: bool, dtype: mstype.Type
) -> tuple[Parameter, Parameter | None]:
    """An (out, in) weight and a bias, by default uniform in +-1/sqrt(in)."""
    check_init_shape(where, "weight_init", weight, shape)
    weight = HeUniform(math.sqrt(5)) if weight is None else weight
    made = Parameter(initializer(weight, shape, dtype), name="weight")
    if not has_bias:
        return made, None
    check_init_shape(where, "bias_init", bias, shape[:1])
    bias = Uniform(1 / math.sqrt(shape[1])) if bias is None else bias
    return made, Parameter(initializer(bias, shape[:1], dtype), name="bias")


class Dense(Cell):
    """`activation(x @ weight.T + bias)` for x of shape (…, in_channels).

    By default weight and bias are uniform in +-1/sqrt(in_channels). Raises TypeError when the
    input's dtype is not the weight's, ValueError when its last dimension is not `in_channels`.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Any = None,
        bias_init: Any = None,
        has_bias: bool = True,
        activation: Any = None,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self.in_channels = check.positive_int(self.cls_name, "in_channels", in_channels)
        self.out_channels = check.positive_int(self.cls_name, "out_channels", out_channels)
        self.has_bias = check.boolean(self.cls_name, "has_bias", has_bias)
        self.weight, self.bias = dense_parameters(
            self.cls_name, (out_channels, in_channels), weight_init, bias_init, has_bias, dtype
        )
        self.activation = activation_cell(self.cls_name, activation)
        self.activation_flag = self.activation is not None

    def construct(self, x: Tensor) -> Tensor:
        out = dense(x, self.weight, self.bias)
        if self.activation is None:
            return out
        # As in MindSpore the activation sees two dimensions: its axis counts in them.
        shape = out.shape
        return _reshape(self.activation(_reshape(out, (-1, shape[-1]))), shape)

    def extend_repr(self) -> str:
        text = f"input_channels={self.in_channels}, output_channels={self.out_channels}"
        if self.has_bias:
            text += f", has_bias={self.has_bias}"
        if self.activation_flag:
            text += f", activation={self.activation}"
        return text


@op
def _reshape(x: torch.Tensor, shape: tuple[int, ...]) -> torch.Tensor:
    return x.reshape(shape)


class Dropout(Cell):
    """Zero elements with probability `p` while training and divide the rest by 1 - p.

    `keep_prob` (the first argument, MindSpore's older one) is 1 - p and counts only without `p`.
    """

    def __init__(
        self, keep_prob: float = 0.5, p: float | None = None, dtype: mstype.Type = mstype.float32
    ):
        super().__init__()
        if p is None:
            once(
                "Dropout:keep_prob",
                "nn.Dropout: 'keep_prob' is deprecated, give 'p' = 1 - keep_prob.",
            )
            check.instance(self.cls_name, "keep_prob", keep_prob, float)
            if not 0 < keep_prob <= 1:
                raise ValueError(
                    f"For 'Dropout', the 'keep_prob' must be a number in range (0, 1], but got {keep_prob}."
                )
        else:
            check.instance(self.cls_name, "p", p, (float, int))
            if not 0 <= p < 1:
                raise ValueError(
                    f"For 'Dropout', the 'p' must be a number in range [0, 1), but got {p}."
                )
        if dtype is not mstype.float32:
            once(
                "Dropout:dtype",
                f"nn.Dropout: dtype={dtype} has no effect; the output has the input's.",
            )
        self.p, self.keep_prob = p, keep_prob

    def construct(self, x: Tensor) -> Tensor:
        rate = 1 - self.keep_prob if self.p is None else self.p
        if not self.training or rate == 0:
            return x
        return dropout(x, rate)

    def extend_repr(self) -> str:
        return f"keep_prob={self.keep_prob}" if self.p is None else f"p={self.p}"


@op
def _flatten(x: torch.Tensor, start: int, end: int) -> torch.Tensor:
    size = max(x.ndim, 1)
    if not (-size <= start < size and -size <= end < size):
        raise ValueError(
            f"For 'Flatten', 'start_dim' or 'end_dim' out of range: got {start} and {end} for an input "
            f"with {x.ndim} dims."
        )
    return torch.flatten(x, start, end)


class Flatten(Cell):
    """Merge the dimensions from `start_dim` to `end_dim` into one."""

    def __init__(self, start_dim: int = 1, end_dim: int = -1):
        super().__init__()
        self.start_dim = check.instance(self.cls_name, "start_dim", start_dim, int)
        self.end_dim = check.instance(self.cls_name, "end_dim", end_dim, int)

    def construct(self, x: Tensor) -> Tensor:
        return _flatten(x, self.start_dim, self.end_dim)


class Identity(Cell):
    """The input itself; any constructor arguments are accepted."""

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__()

    def construct(self, input: Any) -> Any:
        return input


class Linear(Cell):
    """`x @ weight.T + bias`; like `Dense`, under torch's argument names."""

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        weight_init: Any = None,
        bias_init: Any = None,
        dtype: mstype.Type | None = None,
    ):
        super().__init__()
        self.in_features = check.positive_int(self.cls_name, "in_features", in_features)
        self.out_features = check.positive_int(self.cls_name, "out_features", out_features)
        self.has_bias = check.boolean(self.cls_name, "bias", bias)
        self.weight, self.bias = dense_parameters(
            self.cls_name,
            (out_features, in_features),
            weight_init,
            bias_init,
            bias,
            dtype or mstype.float32,
        )

    def construct(self, x: Tensor) -> Tensor:
        return dense(x, self.weight, self.bias)

    def extend_repr(self) -> str:
        text = f"input_features={self.in_features}, output_features={self.out_features}"
        return text + (f", has_bias={self.has_bias}" if self.has_bias else "")


class _DropoutNd(Cell):
    """Zero whole channels with probability `p` while training."""

    def __init__(self, p: float = 0.5):
        super().__init__()
        check.instance(self.cls_name, "p", p, float)
        if not 0 <= p <= 1:
            raise ValueError(
                f"For '{self.cls_name}', the 'p' must be a number in range [0, 1], but got {p}."
            )
        self.prob = p
        self.keep_prob = 1.0 - p

    def extend_repr(self) -> str:
        return f"p={self.prob}"


class Dropout1d(_DropoutNd):
    """Zero whole channels of (N, C, L) with probability `p` while training."""

    def construct(self, x: Tensor) -> Tensor:
        return dropout1d(x, self.prob) if self.training and self.prob else x


class Dropout2d(_DropoutNd):
    """Zero whole channels of (N, C, H, W) with probability `p` while training."""

    def construct(self, x: Tensor) -> Tensor:
        return dropout2d(x, self.prob) if self.training and self.prob else x


class Dropout3d(_DropoutNd):
    """Zero whole channels of (N, C, D, H, W) with probability `p` while training."""

    def construct(self, x: Tensor) -> Tensor:
        return dropout3d(x, self.prob) if self.training and self.prob else x


class Unflatten(Cell):
    """Give one dimension a shape of several."""

    def __init__(self, axis: int, unflattened_size: Any):
        super().__init__()
        self.axis = check.instance(self.cls_name, "axis", axis, int)
        check.instance(self.cls_name, "unflattened_size", unflattened_size, (tuple, list))
        self.unflattened_size = tuple(unflattened_size)

    def construct(self, input_x: Tensor) -> Tensor:
        axis = self.axis % input_x.ndim
        shape = input_x.shape
        return _reshape(input_x, (*shape[:axis], *self.unflattened_size, *shape[axis + 1 :]))


__all__ = [
    "Dense", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "Flatten", "Identity", "Linear",
    "Unflatten",
]  # fmt: skip
