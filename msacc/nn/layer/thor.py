"""Dense and Conv2d for the second-order optimizer nn.thor: they keep the Kronecker factors of their weights.

While the flag `thor` is True, which `add_flags_recursive(thor=False)` clears, a call writes the factor of its input,
and the backward pass that of the gradient of its output.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc import ops
from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.initializer import initializer
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.cell.input_sizes import wrong_dtype, wrong_size
from msacc.nn.layer.activation import get_activation
from msacc.nn.layer.conv import _Conv
from msacc.nn.layer.dense import check_init_shape
from msacc.ops.core.op import exported_names
from msacc.ops.nn.conv import dense_then_bias, run_conv
from msacc.ops.nn.kronecker_factors import (
    see_conv_gradient,
    see_conv_input,
    see_dense_input,
    see_row_gradient,
    write_conv_gradient,
    write_row_gradient,
)

if TYPE_CHECKING:
    from msacc.common.argument_types import Initial, Ints


def factor(name: str, *shape: int, value: str | int = "zeros") -> Parameter:
    """A Parameter of statistics, which is not trained."""
    return Parameter(initializer(value, shape, mstype.float32), name=name, requires_grad=False)


def _identity(name: str, size: int) -> Parameter:
    return Parameter(ops.eye(size, size, mstype.float32), name=name, requires_grad=False)


class DenseThor(Cell):
    """A fully connected layer that keeps the Kronecker factors for `nn.thor`.

    `y = activation(x @ weight.T + bias)`

    `in_channels`, `out_channels`: ints > 0.
    `weight_init` for the Parameter `weight` (out_channels, in_channels) and `bias_init` for `bias`
      (out_channels,): a Tensor of that shape, an Initializer, a name or a number.
    `has_bias`: a bool.
    `activation`: None or a name such as 'relu'.

    Called with a float Tensor (N, in_channels); the result is (N, out_channels). While `thor` is True the
    Float32 Parameters `matrix_a` (in, in) and `matrix_g` (out, out) get `x.T @ x / in_channels` and, in the
    backward pass, `g.T @ g / N` for the gradient g of `x @ weight.T`.

    Raises ValueError for an input of other than two dimensions, ints below 1 and wrong shapes, TypeError for
    arguments of other types, KeyError for an unknown activation.

    Differs from MindSpore: it also runs on the CPU, and under mixed precision the factors are computed in Float32.
    """

    # The factors stay Float32 under `to_float`; construct casts weight and bias itself.
    _msacc_keeps_parameter_dtype = True

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Initial = "normal",
        bias_init: Initial = "zeros",
        has_bias: bool = True,
        activation: str | None = None,
    ):
        super().__init__()
        where = self.cls_name
        self.thor = True
        self.in_channels = check.positive_int(where, "in_channels", in_channels)
        self.out_channels = check.positive_int(where, "out_channels", out_channels)
        self.has_bias = check.boolean(where, "has_bias", has_bias)
        shape = (out_channels, in_channels)
        check_init_shape(where, "weight_init", weight_init, shape)
        self.weight = Parameter(initializer(weight_init, shape), name="weight")
        self.bias: Parameter | None = None
        if has_bias:
            check_init_shape(where, "bias_init", bias_init, shape[:1])
            self.bias = Parameter(initializer(bias_init, shape[:1]), name="bias")
        self.activation = get_activation(activation, where)
        self.activation_flag = self.activation is not None
        self.matrix_a = _identity("matrix_a", in_channels)
        self.matrix_g = _identity("matrix_g", out_channels)

    def save_gradient(self, dout: Tensor) -> Tensor:
        """Write the factor of `dout` (N, out_channels), the output's gradient, into `matrix_g`; returns it."""
        write_row_gradient(dout, self.matrix_g)
        return dout

    def construct(self, x: Tensor) -> Tensor:
        check.rank(self.cls_name, x._t, 2)
        weight, bias = _in_compute_dtype(self, x, self.weight, self.bias)
        if self.thor:
            see_dense_input(x, self.matrix_a)
            out = see_row_gradient(dense_then_bias(x, weight), self.matrix_g)
            out = out if bias is None else out + bias
        else:
            out = dense_then_bias(x, weight, bias)
        return out if self.activation is None else self.activation(out)

    def _msacc_explain_refusal(self, x: object) -> Exception | None:
        return wrong_size("in_channels", self.in_channels, x) or wrong_dtype(x, self.weight)

    def extend_repr(self) -> str:
        text = f"input_channels={self.in_channels}, output_channels={self.out_channels}"
        return text + (f", has_bias={self.has_bias}" if self.has_bias else "")


def _in_compute_dtype(cell: Cell, x: Tensor, *parameters: Parameter | None) -> Any:
    """Parameters in the dtype that `to_float` asks for; `x` is in it already."""
    if cell._msacc_compute_dtype is None:
        return parameters
    return [None if p is None else ops.cast(p, x.dtype) for p in parameters]


class Conv2dThor(_Conv):
    """A two-dimensional convolution that keeps the Kronecker factors for `nn.thor`.

    `in_channels`, `out_channels`, `kernel_size`, `stride`, `pad_mode`, `padding`, `dilation`, `group`,
    `has_bias`, `weight_init` and `bias_init`: as in `nn.Conv2d`.

    Called with a float Tensor (N, in_channels, H, W); the result is that of `nn.Conv2d`. While `thor` is True
    Float32 Parameters get statistics of images averaged over the batch: `matrix_a_cov` (k, k), with
    `k = in_channels * kernel height * kernel width`, the second moment of the input's patches, and
    `matrix_g_cov` (out, out), in the backward pass, that of the output's gradient; `a_normalizer` and
    `g_normalizer` (1,) hold over how many places. The patches are those of pad_mode 'same', as in MindSpore.

    Raises TypeError and ValueError as `nn.Conv2d` does.

    Differs from MindSpore: it also runs on the CPU, and `dilation` and `group` change the convolution alone, not the
    patches; nn.thor converts no layer with them.
    """

    _msacc_keeps_parameter_dtype = True

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Ints,
        stride: Ints = 1,
        pad_mode: str = "same",
        padding: Ints = 0,
        dilation: Ints = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Initial = "normal",
        bias_init: Initial = "zeros",
    ):
        super().__init__(
            in_channels, out_channels, kernel_size, stride, pad_mode, padding, dilation, group,
            has_bias, weight_init, bias_init, mstype.float32,
        )  # fmt: skip
        self.thor = True
        self.matrix_a_dim = in_channels * self.kernel_size[0] * self.kernel_size[1]
        self.matrix_g_dim = out_channels
        self.a_normalizer = factor("a_normalizer", 1, value="ones")
        self.g_normalizer = factor("g_normalizer", 1, value="ones")
        self.matrix_a_cov = factor("matrix_a", self.matrix_a_dim, self.matrix_a_dim)
        self.matrix_g_cov = factor("matrix_g", out_channels, out_channels)

    def _msacc_primitives(self) -> dict[str, Any]:
        return {"conv2d": ops.Conv2D(self.out_channels, **self._msacc_settings())}

    def save_gradient(self, dout: Tensor) -> Tensor:
        """Write the factor of `dout` (N, out_channels, H, W), the output's gradient; returns it."""
        write_conv_gradient(dout, self.matrix_g_cov, self.g_normalizer)
        return dout

    def construct(self, x: Tensor) -> Tensor:
        weight, bias = _in_compute_dtype(self, x, self.weight, self.bias)
        if not self.thor:
            return run_conv(x, weight, bias, self._msacc_spec)
        out = run_conv(x, weight, None, self._msacc_spec)
        see_conv_input(x, self.matrix_a_cov, self.a_normalizer, self.kernel_size, self.stride)
        out = see_conv_gradient(out, self.matrix_g_cov, self.g_normalizer)
        return out if bias is None else out + ops.reshape(bias, (1, -1, 1, 1))

    def extend_repr(self) -> str:
        return (
            f"input_channels={self.in_channels}, output_channels={self.out_channels}, "
            f"kernel_size={self.kernel_size}, stride={self.stride}, pad_mode={self.pad_mode}, "
            f"padding={self.padding}, dilation={self.dilation}, group={self.group}, "
            f"has_bias={self.has_bias}, bias_init={self.bias_init}"
        )


__all__ = exported_names(globals(), "factor")
