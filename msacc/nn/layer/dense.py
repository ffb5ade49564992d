"""Layers that multiply by a matrix: Dense, Linear, BiDense."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from msacc import ops
from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.initializer import HeUniform, Uniform, initializer
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.cell.input_sizes import wrong_dtype, wrong_size
from msacc.nn.layer.activation import get_activation
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.array.shaping import reshape
from msacc.ops.core.primitive import Primitive
from msacc.ops.nn.conv import bidense, dense, dense_then_bias

if TYPE_CHECKING:
    from msacc.common.argument_types import Initial


def check_init_shape(
    where: str, argument: str, init: Initial | None, shape: tuple[int, ...]
) -> None:
    """ValueError if `init` is a Tensor of another shape."""
    if isinstance(init, Tensor) and tuple(init.shape) != shape:
        raise ValueError(
            f"For '{where}', {argument} shape error: '{argument}' should have shape {shape}, "
            f"but got {tuple(init.shape)}."
        )


def activation_cell(where: str, activation: object) -> Any:
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
    where: str,
    shape: tuple[int, int],
    weight: Initial | None,
    bias: Initial | None,
    has_bias: bool,
    dtype: mstype.Type,
) -> tuple[Parameter, Parameter | None]:
    """An (out, in) weight and a bias, by default uniform in +-1/sqrt(in)."""
    check_init_shape(where, "weight_init", weight, shape)
    weight = HeUniform(math.sqrt(5)) if weight is None else weight
    weight_parameter = Parameter(initializer(weight, shape, dtype), name="weight")
    if not has_bias:
        return weight_parameter, None
    check_init_shape(where, "bias_init", bias, shape[:1])
    bias = Uniform(1 / math.sqrt(shape[1])) if bias is None else bias
    return weight_parameter, Parameter(initializer(bias, shape[:1], dtype), name="bias")


@holds("bias_add", "reshape", "shape_op", matmul=ops.MatMul(transpose_b=True))
class Dense(Layer):
    """A fully connected layer.

    `y = activation(x @ weight.T + bias)`

    `in_channels`, `out_channels`: ints > 0.
    `weight_init` for the Parameter `weight` (out_channels, in_channels) and `bias_init` for `bias`
      (out_channels,): a Tensor of that shape, an Initializer, a name or a number; both are uniform
      in +-1/sqrt(in_channels) by default.
    `has_bias`: a bool.
    `activation`: None, a name such as 'relu', a Cell or a Primitive; it sees two dimensions.
    `dtype`: that of the Parameters.

    Called with a Tensor (…, in_channels) of this dtype; the result is (…, out_channels).

    Raises TypeError for arguments of other types and another input dtype, ValueError for ints below
    1 and wrong shapes, KeyError for an unknown activation name. As in MindSpore.
    """

    _msacc_called_primitives = ("matmul", "bias_add", "reshape", "shape_op")

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Initial | None = None,
        bias_init: Initial | None = None,
        has_bias: bool = True,
        activation: str | Cell | Primitive | None = None,
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

    def _msacc_construct_with_primitives(self, x: Tensor) -> Tensor:
        shape = self.shape_op(x)
        out = self.matmul(self.reshape(x, (-1, shape[-1])) if len(shape) != 2 else x, self.weight)
        out = self.bias_add(out, self.bias) if self.has_bias else out
        out = out if self.activation is None else self.activation(out)
        return self.reshape(out, (*shape[:-1], out.shape[-1])) if len(shape) != 2 else out

    def construct(self, x: Tensor) -> Tensor:
        out = dense_then_bias(x, self.weight, self.bias)
        if self.activation is None:
            return out
        # As in MindSpore the activation sees two dimensions: its axis counts in them.
        shape = out.shape
        return reshape(self.activation(reshape(out, (-1, shape[-1]))), shape)

    def _msacc_explain_refusal(self, x: object) -> Exception | None:
        return wrong_size("in_channels", self.in_channels, x) or wrong_dtype(x, self.weight)

    def extend_repr(self) -> str:
        text = f"input_channels={self.in_channels}, output_channels={self.out_channels}"
        if self.has_bias:
            text += f", has_bias={self.has_bias}"
        if self.activation_flag:
            text += f", activation={self.activation}"
        return text


@holds(dense=ops.Dense())
class Linear(Layer):
    """A fully connected layer under torch's argument names.

    `y = x @ weight.T + bias`

    `in_features`, `out_features`: ints > 0.
    `bias`: a bool, whether there is one.
    `weight_init`, `bias_init`: as in `Dense`.
    `dtype`: that of the Parameters `weight` (out_features, in_features) and `bias` (out_features,),
      Float32 by default.

    Called with a Tensor (…, in_features) of this dtype; the result is (…, out_features).

    Raises TypeError for other types and dtypes, ValueError for ints below 1 and wrong shapes. As in
    MindSpore.
    """

    _msacc_called_primitives = ("dense",)

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        weight_init: Initial | None = None,
        bias_init: Initial | None = None,
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

    def _msacc_construct_with_primitives(self, x: Tensor) -> Tensor:
        return self.dense(x, self.weight, self.bias)

    def construct(self, x: Tensor) -> Tensor:
        return dense(x, self.weight, self.bias)

    def _msacc_explain_refusal(self, x: object) -> Exception | None:
        return wrong_size("in_features", self.in_features, x) or wrong_dtype(x, self.weight)

    def extend_repr(self) -> str:
        text = f"input_features={self.in_features}, output_features={self.out_features}"
        return text + (f", has_bias={self.has_bias}" if self.has_bias else "")


@holds("bias_add", matmul=ops.MatMul())
class BiDense(Layer):
    """A bilinear layer of two inputs.

    `y[o] = x1 @ weight[o] @ x2 + bias[o]`

    `in1_channels`, `in2_channels`, `out_channels`: ints > 0.
    `weight_init`, `bias_init`: Tensors of the shapes (out_channels, in1_channels, in2_channels) and
      (out_channels,), Initializers, names or numbers; uniform in +-1/sqrt(in1_channels) by default.
    `has_bias`: a bool.
    `dtype`: that of the Parameters.

    Called with Tensors (…, in1_channels) and (…, in2_channels); the result is (…, out_channels).

    Raises TypeError for arguments of other types, ValueError for ints below 1 and for initial
    Tensors of another shape. As in MindSpore.
    """

    def __init__(
        self,
        in1_channels: int,
        in2_channels: int,
        out_channels: int,
        weight_init: Initial | None = None,
        bias_init: Initial | None = None,
        has_bias: bool = True,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self.in1_channels = check.positive_int(self.cls_name, "in1_channels", in1_channels)
        self.in2_channels = check.positive_int(self.cls_name, "in2_channels", in2_channels)
        self.in_channels = in2_channels  # as MindSpore's layer calls it too
        self.out_channels = check.positive_int(self.cls_name, "out_channels", out_channels)
        self.has_bias = check.boolean(self.cls_name, "has_bias", has_bias)
        bound = Uniform(1 / math.sqrt(in1_channels))
        shape = (out_channels, in1_channels, in2_channels)
        check_init_shape(self.cls_name, "weight_init", weight_init, shape)
        check_init_shape(self.cls_name, "bias_init", bias_init, shape[:1])
        weight_init = bound if weight_init is None else weight_init
        self.weight = Parameter(initializer(weight_init, shape, dtype), "weight")
        self.bias: Parameter | None = None
        if has_bias:
            bias_init = bound if bias_init is None else bias_init
            self.bias = Parameter(initializer(bias_init, shape[:1], dtype), "bias")

    def construct(self, input1: Tensor, input2: Tensor) -> Tensor:
        return bidense(input1, input2, self.weight, self.bias)

    def _msacc_explain_refusal(self, input1: object, input2: object) -> Exception | None:
        return wrong_size("in1_channels", self.in1_channels, input1, name="input1") or wrong_size(
            "in2_channels", self.in2_channels, input2, name="input2"
        )

    def extend_repr(self) -> str:
        text = (
            f"in1_channels={self.in1_channels}, in2_channels={self.in2_channels}, "
            f"output_channels={self.out_channels}"
        )
        return text + (f", has_bias={self.has_bias}" if self.has_bias else "")


__all__ = ["BiDense", "Dense", "Linear"]
