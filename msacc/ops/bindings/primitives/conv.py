"""Convolutions as Primitives: settings are checked at construction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect
from msacc.ops.core.primitive import Primitive, primitive_names
from msacc.ops.core.primitive_inputs import Input, to_construct
from msacc.ops.nn.conv import ConvSpec, bias_add_along, depthwise_weight, run_conv
from msacc.ops.nn.conv_transpose import DeconvSpec, input_gradient, run_deconv

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Ints


def _last(value: Ints, n: int) -> Any:
    """The spatial part of a stride or dilation, which MindSpore also takes with N and C in front."""
    return value[-n:] if isinstance(value, tuple) and len(value) == n + 2 else value


def _mode(where: str, mode: int, supported: int) -> int:
    """The kind of convolution, of which each primitive has one."""
    return check.choice(where, "mode", check.integer(where, "mode", mode), [supported])


class _Conv(Primitive):
    _msacc_n = 2
    _msacc_order = (
        "out_channel", "kernel_size", "mode", "pad_mode", "pad", "stride", "dilation", "group",
        "data_format",
    )  # fmt: skip

    def __init__(
        self,
        out_channel: int,
        kernel_size: Ints,
        mode: int = 1,
        pad_mode: str = "valid",
        pad: Ints = 0,
        stride: Ints = 1,
        dilation: Ints = 1,
        group: int = 1,
        data_format: str = "NCHW",
    ):
        super().__init__()
        self.out_channel, self.mode, self.data_format = out_channel, mode, data_format
        self.kernel_size = check.positive_ints(self.name, "kernel_size", kernel_size, self._msacc_n)
        self.pad_mode, self.pad, self.group = pad_mode.lower(), pad, group
        self.stride, self.dilation = _last(stride, self._msacc_n), _last(dilation, self._msacc_n)
        self._msacc_apply_settings()

    def _msacc_apply_settings(self) -> None:
        name, n = self.name, self._msacc_n
        _mode(name, self.mode, 1)
        out = check.positive_int(name, "out_channel", self.out_channel)
        kernel = check.positive_ints(name, "kernel_size", self.kernel_size, n)
        form = check.choice(name, "data_format", self.data_format, ["NCHW", "NHWC", "NCDHW"])
        stride, dilation, mode = (
            _last(self.stride, n),
            _last(self.dilation, n),
            self.pad_mode.lower(),
        )
        last = form == "NHWC"
        self._msacc_spec = ConvSpec(
            name, n, stride, mode, self.pad, dilation, self.group, last, kernel
        )
        self._msacc_weight_shape = (out, *kernel)
        self._msacc_initialized = True

    def construct(self, x: Tensor, weight: Tensor) -> Tensor:
        expected, shape = self._msacc_weight_shape, weight.shape
        actual = (*shape[:1], *(shape[1:-1] if self._msacc_spec.channels_last else shape[2:]))
        if actual != expected:
            raise RuntimeError(
                f"For '{self.name}', the weight should have {expected[0]} output channels and a kernel of "
                f"{expected[1:]}, but got shape {shape}."
            )
        return run_conv(x, weight, None, self._msacc_spec)


class Conv2D(_Conv):
    """`Conv2D(out_channel, kernel_size, …)(x, weight)`: the 2-d convolution of images.

    `x` is a float Tensor of shape (N, C, H, W), or (N, H, W, C) if `data_format` is 'NHWC';
    `weight` has its dtype and shape (out_channel, C / group, *kernel_size), for 'NHWC' with the
    channels last. `kernel_size`, `stride` and `dilation` are an int or a pair; `pad_mode` is
    'valid', 'same' or 'pad', where `pad` (an int or top, bottom, left, right) goes with the last
    alone; `group` cuts the channels into groups and `mode` is 1. The result has shape (N,
    out_channel, H', W') and the dtype of `x`. Raises ValueError for bad settings or another rank,
    RuntimeError for a `weight` that does not fit, TypeError for two dtypes. Differs from MindSpore:
    'NHWC', which it has on GPUs only, works on every device.
    """


class Conv3D(_Conv):
    """3-d convolution of (N, C, D, H, W) by a weight (out_channel, C / group, *kernel_size).

    `kernel_size`, `stride`, `dilation`: an int or three.
    `pad_mode`: 'valid', 'same' or 'pad', where `pad` (an int or six) goes with the last alone.
    `mode`: 1.
    `data_format`: 'NCDHW'.

    Called with float Tensors of one dtype, which the result has.

    Raises TypeError or ValueError for others.
    """

    _msacc_n = 3

    def __init__(
        self,
        out_channel: int,
        kernel_size: Ints,
        mode: int = 1,
        pad_mode: str = "valid",
        pad: Ints = 0,
        stride: Ints = 1,
        dilation: Ints = 1,
        group: int = 1,
        data_format: str = "NCDHW",
    ):
        check.choice("Conv3D", "data_format", data_format, ["NCDHW"])
        super().__init__(
            out_channel, kernel_size, mode, pad_mode, pad, stride, dilation, group, data_format
        )


class DepthwiseConv2dNative(Primitive):
    """Each channel convolved by itself; weight (channel_multiplier, C, kh, kw).

    `kernel_size`, `stride`, `dilation`: an int or a pair.
    `pad_mode`: 'valid', 'same' or 'pad', with `pad` zeros.
    `mode`: 3.
    `group`: an int.

    Called with float Tensors of one dtype, which the result has, (N, C, H, W) and the weight.

    Raises TypeError or ValueError for others.
    """

    _msacc_order = (
        "channel_multiplier", "kernel_size", "mode", "pad_mode", "pad", "stride", "dilation", "group"
    )  # fmt: skip

    def __init__(
        self,
        channel_multiplier: int,
        kernel_size: Ints,
        mode: int = 3,
        pad_mode: str = "valid",
        pad: Ints = 0,
        stride: Ints = 1,
        dilation: Ints = 1,
        group: int = 1,
    ):
        super().__init__()
        self.channel_multiplier, self.mode, self.group = channel_multiplier, mode, group
        self.kernel_size = check.positive_ints(self.name, "kernel_size", kernel_size, 2)
        self.pad_mode, self.pad = pad_mode, pad
        self.stride, self.dilation = _last(stride, 2), _last(dilation, 2)
        self._msacc_apply_settings()

    def _msacc_apply_settings(self) -> None:
        check.positive_int(self.name, "channel_multiplier", self.channel_multiplier)
        _mode(self.name, self.mode, 3)
        self._msacc_kernel = check.positive_ints(self.name, "kernel_size", self.kernel_size, 2)
        if check.positive_int(self.name, "group", self.group) != 1:
            no_effect(self.name, "group", self.group, "each channel is a group by itself")
        self._msacc_args = (_last(self.stride, 2), self.pad_mode, self.pad, _last(self.dilation, 2))
        self._msacc_initialized = True

    def construct(self, x: Tensor, weight: Tensor) -> Tensor:
        channels = x.shape[1]
        if tuple(weight.shape[2:]) != self._msacc_kernel:
            raise ValueError(
                f"For '{self.name}', the weight should have a kernel of {self._msacc_kernel}, but got shape "
                f"{weight.shape}."
            )
        flat = depthwise_weight(weight, channels, self.channel_multiplier)
        return run_conv(x, flat, None, ConvSpec(self.name, 2, *self._msacc_args, channels))


class Conv2DTranspose(Primitive):
    """The input gradient of a Conv2D: (dout, weight (out_channel, C, kh, kw), input size) -> input.

    `dout`: (N, out_channel, H, W).
    `kernel_size`, `stride`, `dilation`: ints or pairs, `pad_mode` 'valid', 'same' or 'pad', with `pad` (or
      `pad_list`) zeros, as they were in the Conv2D.
    `group`: an int.
    `mode`: 1.
    `data_format`: 'NCHW' or 'NHWC'.

    Tensors are floats of one dtype, that of the result, whose shape is the input size.
    """

    _msacc_order = (
        "mode",
        "pad_mode",
        "pad",
        "pad_list",
        "stride",
        "dilation",
        "group",
        "data_format",
    )

    def __init__(
        self,
        out_channel: int,
        kernel_size: Ints,
        pad_mode: str = "valid",
        pad: Ints = 0,
        pad_list: Sequence[int] | None = None,
        mode: int = 1,
        stride: Ints = 1,
        dilation: Ints = 1,
        group: int = 1,
        data_format: str = "NCHW",
    ):
        super().__init__()
        self.out_channel = check.positive_int(self.name, "out_channel", out_channel)
        self.kernel_size = check.positive_ints(self.name, "kernel_size", kernel_size, 2)
        self.mode, self.data_format = mode, data_format
        self.pad_mode, self.pad, self.pad_list = pad_mode, pad, pad_list
        self.stride, self.dilation, self.group = _last(stride, 2), _last(dilation, 2), group
        self._msacc_apply_settings()

    def _msacc_apply_settings(self) -> None:
        _mode(self.name, self.mode, 1)
        check.choice(self.name, "data_format", self.data_format, ["NCHW"])
        # In mode 'pad' a list goes before `pad`.
        listed = self.pad_mode == "pad" and self.pad_list is not None
        sides = self.pad_list if listed else self.pad
        stride, dilation = _last(self.stride, 2), _last(self.dilation, 2)
        self._msacc_spec = DeconvSpec(
            self.name, 2, stride, self.pad_mode, sides, dilation, self.group
        )
        self._msacc_initialized = True

    def construct(
        self, dout: Tensor, weight: Tensor, input_size: Tensor | tuple[int, ...]
    ) -> Tensor:
        return input_gradient(dout, weight, tuple(input_size), self._msacc_spec)


class Conv2DBackpropInput(Conv2DTranspose):
    """An older name of Conv2DTranspose.

    `out_channel`, `kernel_size`, `pad_mode`, `pad`, `pad_list`, `mode`, `stride`, `dilation`,
    `group`, `data_format`: as there. Called with (dout, weight, input size): float Tensors and a
    tuple, the shape of the result.
    """


class Conv3DTranspose(Primitive):
    """3-d transposed convolution by a weight (in_channel, out_channel / group, kd, kh, kw).

    `kernel_size`, `stride`, `dilation`, `output_padding`: an int or three.
    `pad_mode`: 'valid', 'same' or 'pad', with `pad` zeros.
    `mode`: 1.
    `data_format`: 'NCDHW'.

    Called with float Tensors of one dtype, which the result has, (N, in_channel, D, H, W) and the weight.

    Raises TypeError or ValueError for others.
    """

    _msacc_order = (
        "mode", "pad_mode", "pad", "stride", "dilation", "group", "output_padding", "data_format"
    )  # fmt: skip

    def __init__(
        self,
        in_channel: int,
        out_channel: int,
        kernel_size: Ints,
        mode: int = 1,
        pad_mode: str = "valid",
        pad: Ints = 0,
        stride: Ints = 1,
        dilation: Ints = 1,
        group: int = 1,
        output_padding: Ints = 0,
        data_format: str = "NCDHW",
    ):
        super().__init__()
        self.mode, self.data_format = mode, data_format
        self.pad_mode, self.pad, self.output_padding = pad_mode, pad, output_padding
        self.stride, self.dilation, self.group = _last(stride, 3), _last(dilation, 3), group
        self.in_channel = check.positive_int(self.name, "in_channel", in_channel)
        self.out_channel = check.positive_int(self.name, "out_channel", out_channel)
        self.kernel_size = check.positive_ints(self.name, "kernel_size", kernel_size, 3)
        self._msacc_apply_settings()

    def _msacc_apply_settings(self) -> None:
        _mode(self.name, self.mode, 1)
        check.choice(self.name, "data_format", self.data_format, ["NCDHW"])
        stride, dilation = _last(self.stride, 3), _last(self.dilation, 3)
        self._msacc_spec = DeconvSpec(
            self.name, 3, stride, self.pad_mode, self.pad, dilation, self.group, self.output_padding
        )
        self._msacc_initialized = True

    def construct(self, dout: Tensor, weight: Tensor) -> Tensor:
        return run_deconv(dout, weight, None, self._msacc_spec)


class BiasAdd(Primitive):
    """`BiasAdd(data_format='NCHW')(x, bias)`: add one number for each channel.

    `x` is a Tensor of rank 2 or more, whose channels are dimension 1, or the last if `data_format`
    is 'NHWC' ('NCDHW' is the third choice). `bias` has shape (C,) and the dtype of `x`. The result
    has the shape and dtype of `x`. Raises ValueError for a `bias` of another shape or another
    `data_format`, TypeError for two dtypes. As in MindSpore.
    """

    _msacc_order = ("data_format",)

    def __init__(self, data_format: str = "NCHW"):
        super().__init__()
        self.data_format = data_format
        self._msacc_apply_settings()

    def _msacc_apply_settings(self) -> None:
        form = check.choice(self.name, "data_format", self.data_format, ["NCHW", "NHWC", "NCDHW"])
        self._msacc_dim = -1 if form == "NHWC" else 1
        self._msacc_initialized = True

    def construct(self, x: Tensor, bias: Tensor) -> Tensor:
        return bias_add_along(x, bias, self._msacc_dim)

    __call__ = to_construct("BiasAdd", construct, (Input("input_x"), Input("bias")))


__all__ = primitive_names(globals())
