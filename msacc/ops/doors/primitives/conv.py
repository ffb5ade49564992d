"""Convolution and pooling as Primitives: settings are checked when they are made."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.ops.core.op import op
from msacc.ops.core.primitive import Primitive
from msacc.ops.nn import pool
from msacc.ops.nn.conv import ConvSpec, run_conv
from msacc.ops.nn.deconv import DeconvSpec, run_deconv


def _last(value: Any, n: int) -> Any:
    """The spatial part of a stride or dilation, which MindSpore also takes with N and C in front."""
    return value[-n:] if isinstance(value, tuple) and len(value) == n + 2 else value


class _Conv(Primitive):
    _n = 2

    def __init__(
        self,
        out_channel: int,
        kernel_size: Any,
        mode: int = 1,
        pad_mode: str = "valid",
        pad: Any = 0,
        stride: Any = 1,
        dilation: Any = 1,
        group: int = 1,
        data_format: str = "NCHW",
    ):
        super().__init__()
        self.out_channel = check.positive_int(self.name, "out_channel", out_channel)
        self.kernel_size = check.positive_ints(self.name, "kernel_size", kernel_size, self._n)
        self.pad_mode, self.pad, self.group = pad_mode.lower(), pad, group
        self.stride, self.dilation = _last(stride, self._n), _last(dilation, self._n)
        self.data_format = check.choice(
            self.name, "data_format", data_format, ["NCHW", "NHWC", "NCDHW"]
        )
        self._spec = ConvSpec(
            self.name,
            self._n,
            self.stride,
            self.pad_mode,
            pad,
            self.dilation,
            group,
            data_format == "NHWC",
        )

    def construct(self, x: Tensor, weight: Tensor) -> Tensor:
        wanted = (self.out_channel, *self.kernel_size)
        found = (
            weight.shape[0],
            *(weight.shape[1:-1] if self._spec.channels_last else weight.shape[2:]),
        )
        if found != wanted:
            raise RuntimeError(
                f"For '{self.name}', the weight should have {wanted[0]} output channels and a kernel of "
                f"{wanted[1:]}, but got shape {weight.shape}."
            )
        return run_conv(x, weight, None, self._spec)


class Conv2D(_Conv):
    """2-d convolution of (N, C, H, W) by a weight (out_channel, C / group, *kernel_size)."""


class Conv3D(_Conv):
    """3-d convolution of (N, C, D, H, W) by a weight (out_channel, C / group, *kernel_size)."""

    _n = 3

    def __init__(
        self,
        out_channel: int,
        kernel_size: Any,
        mode: int = 1,
        pad_mode: str = "valid",
        pad: Any = 0,
        stride: Any = 1,
        dilation: Any = 1,
        group: int = 1,
        data_format: str = "NCDHW",
    ):
        super().__init__(
            out_channel, kernel_size, mode, pad_mode, pad, stride, dilation, group, data_format
        )


class DepthwiseConv2dNative(Primitive):
    """Each channel convolved by itself; weight (channel_multiplier, C, kh, kw)."""

    def __init__(
        self,
        channel_multiplier: int,
        kernel_size: Any,
        mode: int = 3,
        pad_mode: str = "valid",
        pad: Any = 0,
        stride: Any = 1,
        dilation: Any = 1,
        group: int = 1,
    ):
        super().__init__()
        self.channel_multiplier = check.positive_int(
            self.name, "channel_multiplier", channel_multiplier
        )
        self._args = (_last(stride, 2), pad_mode, pad, _last(dilation, 2))

    def construct(self, x: Tensor, weight: Tensor) -> Tensor:
        channels = x.shape[1]
        flat = _depthwise(weight, channels, self.channel_multiplier)
        return run_conv(x, flat, None, ConvSpec(self.name, 2, *self._args, channels))


@op
def _depthwise(weight: torch.Tensor, channels: int, times: int) -> torch.Tensor:
    return weight.transpose(0, 1).reshape(channels * times, 1, *weight.shape[2:])


class Conv2DTranspose(Primitive):
    """The input gradient of a Conv2D: (dout, weight (out_channel, C, kh, kw), input size) -> input."""

    def __init__(
        self,
        out_channel: int,
        kernel_size: Any,
        pad_mode: str = "valid",
        pad: Any = 0,
        pad_list: Any = None,
        mode: int = 1,
        stride: Any = 1,
        dilation: Any = 1,
        group: int = 1,
        data_format: str = "NCHW",
    ):
        super().__init__()
        self.out_channel = check.positive_int(self.name, "out_channel", out_channel)
        self.kernel_size = check.positive_ints(self.name, "kernel_size", kernel_size, 2)
        check.choice(self.name, "data_format", data_format, ["NCHW"])
        self._spec = DeconvSpec(
            self.name, 2, _last(stride, 2), pad_mode, pad, _last(dilation, 2), group
        )

    def construct(self, dout: Tensor, weight: Tensor, input_size: Any) -> Tensor:
        return _input_gradient(dout, weight, tuple(input_size), self._spec)


@op
def _input_gradient(
    dout: torch.Tensor, weight: torch.Tensor, size: tuple[int, ...], spec: DeconvSpec
) -> torch.Tensor:
    """What a convolution with these settings and an input of `size` would pass back."""
    whole = torch.nn.functional.conv_transpose2d(
        dout, weight, None, spec.stride, 0, 0, spec.groups, spec.dilation
    )
    for i, want in enumerate(size[2:]):
        first = spec.before[i]
        if spec.pad_mode == "same":
            first, _ = check.same_pads(want, weight.shape[i + 2], spec.stride[i], spec.dilation[i])
        missing = max(0, first + want - whole.shape[i + 2])
        if missing:  # the end of the input that the convolution never read
            whole = torch.nn.functional.pad(whole, (0, missing) if i else (0, 0, 0, missing))
        whole = whole.narrow(i + 2, first, want)
    return whole


class Conv2DBackpropInput(Conv2DTranspose):
    """An older name of Conv2DTranspose."""


class Conv3DTranspose(Primitive):
    """3-d transposed convolution by a weight (in_channel, out_channel / group, kd, kh, kw)."""

    def __init__(
        self,
        in_channel: int,
        out_channel: int,
        kernel_size: Any,
        mode: int = 1,
        pad_mode: str = "valid",
        pad: Any = 0,
        stride: Any = 1,
        dilation: Any = 1,
        group: int = 1,
        output_padding: Any = 0,
        data_format: str = "NCDHW",
    ):
        super().__init__()
        self.in_channel = check.positive_int(self.name, "in_channel", in_channel)
        self.out_channel = check.positive_int(self.name, "out_channel", out_channel)
        self.kernel_size = check.positive_ints(self.name, "kernel_size", kernel_size, 3)
        self._spec = DeconvSpec(
            self.name, 3, _last(stride, 3), pad_mode, pad, _last(dilation, 3), group, output_padding
        )

    def construct(self, dout: Tensor, weight: Tensor) -> Tensor:
        return run_deconv(dout, weight, None, self._spec)


class BiasAdd(Primitive):
    """Add a (C,) bias to the channels: dimension 1, or the last under 'NHWC'."""

    def __init__(self, data_format: str = "NCHW"):
        super().__init__()
        self.data_format = check.choice(
            self.name, "data_format", data_format, ["NCHW", "NHWC", "NCDHW"]
        )

    def construct(self, x: Tensor, bias: Tensor) -> Tensor:
        return _bias_add(x, bias, -1 if self.data_format == "NHWC" else 1)


@op
def _bias_add(x: torch.Tensor, bias: torch.Tensor, dim: int) -> torch.Tensor:
    if bias.ndim != 1 or x.ndim < 2 or bias.shape[0] != x.shape[dim]:
        raise ValueError(
            f"For 'BiasAdd', the bias should have one element per channel, but got {tuple(bias.shape)} for "
            f"an input of {tuple(x.shape)}."
        )
    if bias.dtype is not x.dtype:
        raise TypeError(f"For 'BiasAdd', both dtypes must match: {x.dtype} and {bias.dtype}.")
    return x + (bias if dim == -1 else bias.reshape(-1, *[1] * (x.ndim - 2)))


class _Pool(Primitive):
    _n = 2

    def __init__(
        self,
        kernel_size: Any = 1,
        strides: Any = 1,
        pad_mode: str = "valid",
        data_format: str = "NCHW",
    ):
        super().__init__()
        check.instance(self.name, "pad_mode", pad_mode, str)
        self.pad_mode = check.choice(self.name, "pad_mode", pad_mode.upper(), ["VALID", "SAME"])
        self.format = check.choice(self.name, "data_format", data_format, ["NCHW", "NHWC"])
        self.kernel_size, self.strides = kernel_size, strides
        self._spec = pool.PoolSpec(
            self.name, self._n, _last(kernel_size, self._n), _last(strides, self._n), self.pad_mode == "SAME",
            data_format == "NHWC",
        )  # fmt: skip


class MaxPool(_Pool):
    """Maximum over windows of (N, C, H, W)."""

    def construct(self, x: Tensor) -> Tensor:
        return pool.run_pool_max(x, self._spec)


class AvgPool(_Pool):
    """Mean over windows of (N, C, H, W); the padding of 'same' does not count."""

    def construct(self, x: Tensor) -> Tensor:
        return pool.run_pool_avg(x, self._spec)


class MaxPoolWithArgmax(_Pool):
    """(maximum, its flat position within the sample's (C, H, W), Int32) over windows."""

    def construct(self, x: Tensor) -> Any:
        return pool.max_with_argmax(x, self._spec)


class MaxPool3D(Primitive):
    """Maximum over windows of (N, C, D, H, W)."""

    def __init__(
        self,
        kernel_size: Any = 1,
        strides: Any = 1,
        pad_mode: str = "VALID",
        pad_list: Any = 0,
        ceil_mode: bool | None = None,
        data_format: str = "NCDHW",
    ):
        super().__init__()
        mode = check.choice(self.name, "pad_mode", pad_mode.upper(), ["VALID", "SAME", "PAD"])
        check.choice(self.name, "data_format", data_format, ["NCDHW"])
        self._pad, self._ceil = (pad_list if mode == "PAD" else None), bool(ceil_mode)
        self._spec = pool.PoolSpec(
            self.name, 3, _last(kernel_size, 3), _last(strides, 3), mode == "SAME"
        )

    def construct(self, x: Tensor) -> Tensor:
        if self._pad is None:
            return pool.run_pool_max(x, self._spec)
        return pool.run_padded_max(x, self._spec, self._pad, 1, self._ceil, False)
