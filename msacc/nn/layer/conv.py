"""Convolution layers: of one, two and three dimensions, and their transposes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from msacc import ops
from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.initializer import HeUniform, Uniform, initializer
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.module_aliases import refuse
from msacc.nn.cell.input_sizes import wrong_dtype, wrong_size
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.array.shaping import expand_dims
from msacc.ops.nn.conv import ConvSpec, run_conv
from msacc.ops.nn.conv_transpose import DeconvSpec, pad_end, run_deconv

if TYPE_CHECKING:
    from msacc.common.argument_types import Initial, Ints


def expand(value: Ints, n: int, what: str) -> tuple[int, ...]:
    """An int `n` times, or a tuple of `n`; TypeError otherwise, which begins with `what`."""
    if isinstance(value, tuple):
        if len(value) != n:
            raise TypeError(f"{what} must be an int or a tuple of {n} ints, but got {value}.")
        return value
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(
            f"{what} must be an int or a tuple of {n} ints, but got {value!r} of {type(value)}."
        )
    return (value,) * n


@holds("bias_add", "shape")
class _Conv(Layer):
    """What all convolutions share: settings, parameters, and the primitive held for derived classes.

    A one-dimensional layer keeps its settings and weight in two dimensions, as MindSpore's checkpoints do.
    """

    kernel_size: tuple[int, ...]
    stride: tuple[int, ...]
    dilation: tuple[int, ...]
    _msacc_n = 2
    _msacc_transposed = False
    # Known to graph/equal_cells.py.
    _msacc_is_convolution = True

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Ints,
        stride: Ints,
        pad_mode: str,
        padding: Ints,
        dilation: Ints,
        group: int,
        has_bias: bool,
        weight_init: Initial | None,
        bias_init: Initial | None,
        dtype: mstype.Type,
        data_format: str = "NCHW",
        output_padding: Ints = 0,
    ):
        sizes = {
            name: expand(value, max(self._msacc_n, 2), f"For '{type(self).__name__}', the '{name}'")
            for name, value in (
                ("kernel_size", kernel_size),
                ("stride", stride),
                ("dilation", dilation),
            )
        }
        super().__init__()
        where = self.cls_name
        self.in_channels = check.positive_int(where, "in_channels", in_channels)
        self.out_channels = check.positive_int(where, "out_channels", out_channels)
        for name, value in sizes.items():
            setattr(self, name, check.positive_ints(where, name, value, len(value)))
        self.pad_mode, self.padding = pad_mode, self._msacc_check_padding(padding)
        self.data_format = check.choice(where, "format", data_format, ["NCHW", "NHWC", "NCDHW"])
        self.group = check.positive_int(where, "group", group)
        self.has_bias = check.boolean(where, "has_bias", has_bias)
        if in_channels % group or out_channels % group:
            raise ValueError(
                f"For '{where}', 'in_channels' {in_channels} and 'out_channels' {out_channels} must be "
                f"divisible by 'group', but got {group}."
            )
        self._msacc_make_parameters(weight_init, bias_init, dtype)
        self._msacc_spec = self._msacc_make_spec(output_padding)
        self._msacc_set_primitives(**self._msacc_primitives())

    def _msacc_check_padding(self, padding: Ints) -> Any:
        if not isinstance(padding, (int, tuple)) or isinstance(padding, bool):
            raise TypeError(
                f"For '{self.cls_name}', the type of 'padding' must be int or tuple(int), "
                f"but got {type(padding).__name__} ({padding!r})."
            )
        for item in padding if isinstance(padding, tuple) else (padding,):
            check.non_negative_int(self.cls_name, "padding", item)
        if isinstance(padding, tuple) and len(padding) != 2 * max(self._msacc_n, 2):
            raise ValueError(
                f"For '{self.cls_name}', the 'padding' must be an int or {2 * max(self._msacc_n, 2)} ints, "
                f"but got {padding}."
            )
        return padding

    def _msacc_make_parameters(
        self, weight_init: Initial | None, bias_init: Initial | None, dtype: mstype.Type
    ) -> None:
        first, second = self.out_channels, self.in_channels // self.group
        if self._msacc_transposed:
            first, second = self.in_channels, self.out_channels // self.group
        shape = (first, second, *self.kernel_size)
        if self.data_format == "NHWC":
            shape = (first, *self.kernel_size, second)
        self.weight_init = HeUniform(math.sqrt(5)) if weight_init is None else weight_init
        self.weight = Parameter(initializer(self.weight_init, shape, dtype), name="weight")
        self.bias: Parameter | None = None
        if self.has_bias and bias_init is None:
            bias_init = Uniform(1 / math.sqrt(shape[1] * math.prod(shape[2:])))
        self.bias_init = bias_init
        if self.has_bias and bias_init is not None:
            self.bias = Parameter(initializer(bias_init, (self.out_channels,), dtype), name="bias")

    def _msacc_make_spec(self, output_padding: Ints) -> Any:
        """The settings as the op wants them."""
        n, padding = self._msacc_n, self.padding
        padding = padding[-1] if n == 1 else padding
        settings = (
            self.cls_name, n, self.stride[-n:], self.pad_mode, padding, self.dilation[-n:], self.group,
        )  # fmt: skip
        if self._msacc_transposed:
            return DeconvSpec(*settings, output_padding)
        return ConvSpec(*settings, self.data_format == "NHWC", self.kernel_size[-n:])

    def _msacc_primitives(self) -> dict[str, Any]:
        """What depends on the layer's arguments among the primitives held."""
        raise NotImplementedError

    def _msacc_settings(self) -> dict[str, Any]:
        """The arguments that every primitive of a convolution takes."""
        return {
            "kernel_size": self.kernel_size, "pad_mode": self.pad_mode, "pad": self.padding,
            "stride": self.stride, "dilation": self.dilation, "group": self.group,
            "data_format": self.data_format,
        }  # fmt: skip

    def construct(self, x: Tensor) -> Tensor:
        return run_conv(x, self.weight, self.bias, self._msacc_spec)

    def _msacc_explain_refusal(self, x: object) -> Exception | None:
        n, last = self._msacc_n, self.data_format == "NHWC"
        axis, kind = -1 if last else 1, ValueError if n == 3 else RuntimeError
        size = wrong_size("in_channels", self.in_channels, x, axis, (n + 2,), kind=kind)
        return size or wrong_dtype(x, self.weight)

    def _msacc_construct_with_primitives(self, x: Tensor) -> Tensor:
        out = getattr(self, self._msacc_called_primitives[0])(x, self.weight)
        return self.bias_add(out, self.bias) if self.has_bias else out

    def extend_repr(self) -> str:
        return (
            f"input_channels={self.in_channels}, output_channels={self.out_channels}, "
            f"kernel_size={self.kernel_size}, stride={self.stride}, pad_mode={self.pad_mode}, "
            f"padding={self.padding}, dilation={self.dilation}, group={self.group}, "
            f"has_bias={self.has_bias}, weight_init={self.weight_init}, bias_init={self.bias_init}, "
            f"format={self.data_format}"
        )


class _ConvTranspose(_Conv):
    """What transposed convolutions share: an (in, out / group, …) weight."""

    _msacc_transposed = True

    def _msacc_primitives(self) -> dict[str, Any]:
        primitive = ops.Conv2DTranspose(self.in_channels, **self._msacc_settings())
        return {"conv2d_transpose": primitive, **{f"is_{m}": self.pad_mode == m for m in _MODES}}

    def construct(self, x: Tensor) -> Tensor:
        return run_deconv(x, self.weight, self.bias, self._msacc_spec)


_MODES = ("valid", "same", "pad")


class Conv2d(_Conv):
    """A two-dimensional convolution, of channels of images with learned kernels.

    `y[o, i, j] = bias[o] + sum_chw(weight[o, c, h, w] * x[c, stride * i + dilation * h, stride * j + dilation * w])`

    `in_channels`, `out_channels`: ints > 0, divisible by `group`, an int.
    `kernel_size`, `stride`, `dilation`: ints or pairs (height, width).
    `pad_mode`: 'same' (the default) keeps ceil(size / stride), with the odd zero at the end;
      'valid' adds nothing; 'pad' adds `padding` zeros, an int or (top, bottom, left, right).
    `has_bias`: False by default.
    `weight_init` for the Parameter `weight` (out, in / group, kh, kw), `bias_init` for `bias`
      (out,): a Tensor, Initializer, name or number; uniform in +-1/sqrt(fan_in) by default.
    `dtype`: that of the Parameters.
    `data_format`: 'NCHW' or 'NHWC'; in the latter the weight is (out, kh, kw, in / group).

    Called with a Tensor (N, C, H, W) of this dtype; the result is (N, out_channels, H', W').

    Raises TypeError for a setting of another type and another input dtype, ValueError for a setting
    out of range, an input without 4 dimensions or smaller than the kernel, RuntimeError for one
    with other channels.

    Differs from MindSpore: 'NHWC' works on every device.
    """

    _msacc_called_primitives = ("conv2d", "bias_add")

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
        weight_init: Initial | None = None,
        bias_init: Initial | None = None,
        data_format: str = "NCHW",
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(
            in_channels, out_channels, kernel_size, stride, pad_mode, padding, dilation, group, has_bias,
            weight_init, bias_init, dtype, data_format,
        )  # fmt: skip

    def _msacc_primitives(self) -> dict[str, Any]:
        primitive = ops.Conv2D(self.out_channels, **self._msacc_settings())
        # The layer's bias runs along its channels, wherever they are.
        return {"conv2d": primitive, "bias_add": ops.BiasAdd(self.data_format)}


@holds(concat=ops.Concat(1))
class Conv3d(_Conv):
    """A three-dimensional convolution, of channels of volumes with learned kernels.

    `in_channels`, `out_channels`, `group`, `dtype`, `has_bias`, `weight_init`, `bias_init`: as in
      `Conv2d`.
    `kernel_size`, `stride`, `dilation`: ints or triples (depth, height, width).
    `pad_mode`: 'same', 'valid' or 'pad', which adds `padding`: an int or six (head, tail, top,
      bottom, left, right).
    `data_format`: 'NCDHW'.

    The Parameter `weight` is (out, in / group, kd, kh, kw).

    Called with a Tensor (N, C, D, H, W) of the Parameters' dtype; the result is (N, out_channels,
    D', H', W').

    Raises what `Conv2d` raises, but ValueError for other channels.

    Differs from MindSpore, which has ValueError where a setting has another number of ints
    (TypeError here).
    """

    _msacc_n, _msacc_called_primitives = 3, ("conv3d", "bias_add")

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
        weight_init: Initial | None = None,
        bias_init: Initial | None = None,
        data_format: str = "NCDHW",
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(
            in_channels, out_channels, kernel_size, stride, pad_mode, padding, dilation, group, has_bias,
            weight_init, bias_init, dtype, data_format,
        )  # fmt: skip

    def _msacc_primitives(self) -> dict[str, Any]:
        primitive = ops.Conv3D(self.out_channels, **self._msacc_settings())
        split = {f"split_{axis}": ops.Split(axis, self.group) for axis in (0, 1)}
        return {"conv3d": primitive, "bias_add": ops.BiasAdd(self.data_format), **split}


def _check_1d_sizes(where: str, **arguments: Any) -> None:
    for name, value in arguments.items():
        check.instance(where, name, value, int)
        if value < (name != "padding"):
            raise ValueError(f"For '{where}', the '{name}' must be positive, but got {value}.")


def _expand_initial_weight(init: Initial | None) -> Any:
    """A 3-d initial weight with the height that MindSpore's checkpoints have."""
    if isinstance(init, Tensor):
        if init.ndim != 3:
            raise ValueError(
                f"For a 1-d convolution, 'weight_init' must have 3 dims, but got {init.shape}."
            )
        return expand_dims(init, 2)
    return init


@holds("expand_dims", squeeze=ops.Squeeze(2))
class _Conv1d(_Conv):
    """What both one-dimensional convolutions share: ints as settings, a weight with a height of one."""

    _msacc_n = 1

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: int,
        stride: int = 1,
        pad_mode: str = "same",
        padding: int = 0,
        dilation: int = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Initial | None = None,
        bias_init: Initial | None = None,
        dtype: mstype.Type = mstype.float32,
    ):
        _check_1d_sizes(
            type(self).__name__,
            kernel_size=kernel_size,
            stride=stride,
            padding=padding,
            dilation=dilation,
        )
        super().__init__(
            in_channels, out_channels, (1, kernel_size), (1, stride), pad_mode, (0, 0, padding, padding),
            (1, dilation), group, has_bias, _expand_initial_weight(weight_init), bias_init, dtype,
        )  # fmt: skip


class Conv1d(_Conv1d):
    """A one-dimensional convolution, of channels of sequences with learned kernels.

    `y[o, i] = bias[o] + sum_cw(weight[o, c, w] * x[c, stride * i + dilation * w])`

    `in_channels`, `out_channels`: ints > 0, divisible by `group`, an int.
    `kernel_size`, `stride`, `dilation`, `padding`: ints.
    `pad_mode`: 'same' (the default), 'valid', or 'pad', which adds `padding` zeros at each end.
    `has_bias`: a bool.
    `weight_init`: a Tensor (out, in / group, k), Initializer, name or number, and so `bias_init`
      for (out,); uniform in +-1/sqrt(fan_in) by default.
    `dtype`: that of the Parameters.

    The Parameter `weight` is (out, in / group, 1, k), in checkpoints too.

    Called with a Tensor (N, C, L) of this dtype; the result is (N, out_channels, L').

    Raises TypeError for other types and dtypes, ValueError for settings out of range and an input
    without 3 dimensions, RuntimeError for one with other channels. As in MindSpore.
    """

    _msacc_called_primitives = ("conv2d", "bias_add")

    def _msacc_primitives(self) -> dict[str, Any]:
        return {"conv2d": ops.Conv2D(self.out_channels, **self._msacc_settings())}

    def _msacc_construct_with_primitives(self, x: Tensor) -> Tensor:
        return self.squeeze(super()._msacc_construct_with_primitives(self.expand_dims(x, 2)))


class Conv2dTranspose(_ConvTranspose):
    """A two-dimensional transposed convolution: the gradient of `Conv2d`, which makes images larger.

    `in_channels`, `out_channels`, `kernel_size`, `stride`, `dilation`, `group`, `has_bias`,
      `weight_init`, `bias_init`, `dtype`: as in `Conv2d`, but the Parameter `weight` is (in, out /
      group, kh, kw).
    `pad_mode`: 'same' (the default) gives size * stride; 'valid' cuts nothing off; 'pad' cuts
      `padding` off, an int or (top, bottom, left, right).
    `output_padding`: an int or a pair in [0, max(stride, dilation)), zeros at the end of the
      output, as in MindSpore; it needs 'pad'.

    Called with a Tensor (N, C, H, W) of the Parameters' dtype; the result is (N, out_channels, H',
    W').

    Raises TypeError for other types and dtypes, ValueError for settings out of range and an input
    without 4 dimensions, RuntimeError for other channels.

    Differs from MindSpore, which checks `output_padding` in the call.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Ints,
        stride: Ints = 1,
        pad_mode: str = "same",
        padding: Ints = 0,
        output_padding: Ints = 0,
        dilation: Ints = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Initial | None = None,
        bias_init: Initial | None = None,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(
            in_channels, out_channels, kernel_size, stride, pad_mode, padding, dilation, group, has_bias,
            weight_init, bias_init, dtype,
        )  # fmt: skip
        self.output_padding = output_padding
        self._msacc_extra = self._msacc_check_output_padding(
            check.ints(self.cls_name, "output_padding", output_padding, 2)
        )

    def _msacc_check_output_padding(self, extra: tuple[int, ...]) -> tuple[int, ...]:
        for size, step, reach in zip(extra, self.stride, self.dilation, strict=False):
            if not 0 <= size < max(step, reach):
                raise ValueError(
                    f"For '{self.cls_name}', 'output_padding' must be in [0, max(stride, dilation)), "
                    f"but got {extra}."
                )
        if any(extra) and self.pad_mode != "pad":
            raise ValueError(
                f"For '{self.cls_name}', 'output_padding' needs 'pad_mode' 'pad', but got {self.pad_mode!r}."
            )
        return extra

    def _msacc_primitives(self) -> dict[str, Any]:
        sides = self.padding if isinstance(self.padding, tuple) else (self.padding,) * 4
        names = ("padding_top", "padding_bottom", "padding_left", "padding_right")
        return {**super()._msacc_primitives(), **dict(zip(names, sides, strict=False))}

    def construct(self, x: Tensor) -> Tensor:
        out = run_deconv(x, self.weight, self.bias, self._msacc_spec)
        return pad_end(out, self._msacc_extra) if any(self._msacc_extra) else out


class Conv1dTranspose(_ConvTranspose, _Conv1d):
    """A one-dimensional transposed convolution: the gradient of `Conv1d`, which makes sequences
    longer.

    `in_channels`, `out_channels`, `kernel_size`, `stride`, `padding`, `dilation`, `group`,
      `has_bias`, `weight_init`, `bias_init`, `dtype`: as in `Conv1d`, but the Parameter `weight` is
      (in, out / group, 1, k).
    `pad_mode`: 'same' gives length * stride, 'valid' cuts nothing off, 'pad' cuts `padding` off
      each end.

    Called with a Tensor (N, C, L) of the Parameters' dtype; the result is (N, out_channels, L').

    Raises TypeError for other types and dtypes, ValueError for settings out of range and an input
    without 3 dimensions, RuntimeError for other channels. As in MindSpore.
    """

    def _msacc_primitives(self) -> dict[str, Any]:
        primitive = ops.Conv2DBackpropInput(self.in_channels, **self._msacc_settings())
        return {**super()._msacc_primitives(), "conv2d_transpose": primitive}


class Conv3dTranspose(_ConvTranspose):
    """A three-dimensional transposed convolution: the gradient of `Conv3d`, which makes volumes
    larger.

    `in_channels`, `out_channels`, `kernel_size`, `stride`, `padding`, `dilation`, `group`,
      `has_bias`, `weight_init`, `bias_init`, `data_format`, `dtype`: as in `Conv3d`, but the
      Parameter `weight` is (in, out / group, kd, kh, kw).
    `pad_mode`: 'same' gives size * stride, 'valid' cuts nothing off, 'pad' cuts `padding` off.
    `output_padding`: an int or a triple, how much larger the output becomes at its end.

    Called with a Tensor (N, C, D, H, W) of the Parameters' dtype; the result is (N, out_channels,
    D', H', W').

    Raises TypeError for other types and dtypes, ValueError for settings out of range, an input
    without 5 dimensions and other channels.

    Differs from MindSpore, which refuses `output_padding` in the call unless `pad_mode` is 'pad'.
    """

    _msacc_n = 3

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
        output_padding: Ints = 0,
        has_bias: bool = False,
        weight_init: Initial | None = None,
        bias_init: Initial | None = None,
        data_format: str = "NCDHW",
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(
            in_channels, out_channels, kernel_size, stride, pad_mode, padding, dilation, group, has_bias,
            weight_init, bias_init, dtype, data_format, output_padding,
        )  # fmt: skip

    def _msacc_make_spec(self, output_padding: Ints) -> Any:
        self.output_padding = check.ints(self.cls_name, "output_padding", output_padding, 3)
        return super()._msacc_make_spec(self.output_padding)

    def _msacc_primitives(self) -> dict[str, Any]:
        primitive = ops.Conv3DTranspose(
            self.in_channels,
            self.out_channels,
            output_padding=self.output_padding,
            **self._msacc_settings(),
        )
        return {"conv3d_transpose": primitive, "bias_add": ops.BiasAdd(self.data_format)}


__all__ = ["Conv1d", "Conv1dTranspose", "Conv2d", "Conv2dTranspose", "Conv3d", "Conv3dTranspose"]

__getattr__ = refuse("mindspore.nn.layer.conv")
