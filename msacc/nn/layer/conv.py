"""Convolution layers."""

from __future__ import annotations

import math
from typing import Any

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.initializer import HeUniform, Uniform, initializer
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.ops.nn.conv import ConvSpec, run_conv
from msacc.ops.nn.deconv import DeconvSpec, pad_end, run_deconv


def expand(value: Any, n: int) -> tuple[int, ...]:
    """An int `n` times, or a tuple of `n`; TypeError otherwise."""
    if isinstance(value, tuple):
        if len(value) != n:
            raise TypeError(f"An int or a tuple of {n} ints is expected, but got {value}.")
        return value
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(
            f"An int or a tuple of {n} ints is expected, but got {value!r} of {type(value)}."
        )
    return (value,) * n


class _Conv(Cell):
    """Parameters and settings that all convolutions share."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: tuple[int, ...],
        stride: tuple[int, ...],
        pad_mode: str,
        padding: Any,
        dilation: tuple[int, ...],
        group: int,
        has_bias: bool,
        weight_init: Any,
        bias_init: Any,
        data_format: str = "NCHW",
        transposed: bool = False,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        where = self.cls_name
        self.in_channels = check.positive_int(where, "in_channels", in_channels)
        self.out_channels = check.positive_int(where, "out_channels", out_channels)
        self.kernel_size = check.positive_ints(where, "kernel_size", kernel_size, len(kernel_size))
        self.stride = check.positive_ints(where, "stride", stride, len(stride))
        self.dilation = check.positive_ints(where, "dilation", dilation, len(dilation))
        self.pad_mode, self.padding = pad_mode, self._check_padding(padding)
        self.data_format = check.choice(where, "format", data_format, ["NCHW", "NHWC", "NCDHW"])
        self.group = check.positive_int(where, "group", group)
        self.has_bias = check.boolean(where, "has_bias", has_bias)
        if in_channels % group or out_channels % group:
            raise ValueError(
                f"For '{where}', 'in_channels' {in_channels} and 'out_channels' {out_channels} must be "
                f"divisible by 'group', but got {group}."
            )
        self._make_parameters(weight_init, bias_init, transposed, dtype)

    def _check_padding(self, padding: Any) -> Any:
        if not isinstance(padding, (int, tuple)) or isinstance(padding, bool):
            raise TypeError(
                f"For '{self.cls_name}', the type of 'padding' must be int or tuple(int), "
                f"but got {type(padding).__name__} ({padding!r})."
            )
        for item in padding if isinstance(padding, tuple) else (padding,):
            check.non_negative_int(self.cls_name, "padding", item)
        return padding

    def _make_parameters(
        self, weight_init: Any, bias_init: Any, transposed: bool, dtype: mstype.Type
    ) -> None:
        first, second = self.out_channels, self.in_channels // self.group
        if transposed:
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
        if self.has_bias:
            self.bias = Parameter(initializer(bias_init, (self.out_channels,), dtype), name="bias")

    def construct(self, x: Tensor) -> Tensor:
        return run_conv(x, self.weight, self.bias, self._spec)

    def extend_repr(self) -> str:
        return (
            f"input_channels={self.in_channels}, output_channels={self.out_channels}, "
            f"kernel_size={self.kernel_size}, stride={self.stride}, pad_mode={self.pad_mode}, "
            f"padding={self.padding}, dilation={self.dilation}, group={self.group}, "
            f"has_bias={self.has_bias}, weight_init={self.weight_init}, bias_init={self.bias_init}, "
            f"format={self.data_format}"
        )


class Conv2d(_Conv):
    """2-d convolution of (N, C, H, W).

    `pad_mode` 'same' (the default) keeps ceil(size / stride), with the odd zero at the end; 'pad'
    adds `padding`: an int or (top, bottom, left, right). Weight (out, in / group, kh, kw) and bias
    are uniform in +-1/sqrt(fan_in) by default; there is no bias unless `has_bias`.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        pad_mode: str = "same",
        padding: Any = 0,
        dilation: Any = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        data_format: str = "NCHW",
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(
            in_channels, out_channels, expand(kernel_size, 2), expand(stride, 2), pad_mode, padding,
            expand(dilation, 2), group, has_bias, weight_init, bias_init, data_format, dtype=dtype,
        )  # fmt: skip
        if isinstance(padding, tuple) and len(padding) != 4:
            raise ValueError(
                f"For 'Conv2d', the 'padding' must be an int or 4 ints, but got {padding}."
            )
        self._spec = ConvSpec(
            self.cls_name,
            2,
            self.stride,
            pad_mode,
            padding,
            self.dilation,
            group,
            data_format == "NHWC",
        )


class Conv3d(_Conv):
    """3-d convolution of (N, C, D, H, W); `padding` is an int or six (head, tail, top, …)."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        pad_mode: str = "same",
        padding: Any = 0,
        dilation: Any = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        data_format: str = "NCDHW",
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(
            in_channels, out_channels, expand(kernel_size, 3), expand(stride, 3), pad_mode, padding,
            expand(dilation, 3), group, has_bias, weight_init, bias_init, data_format, dtype=dtype,
        )  # fmt: skip
        check_padding_length(self.cls_name, padding, 6)
        self._spec = ConvSpec(
            self.cls_name, 3, self.stride, pad_mode, padding, self.dilation, group
        )


def check_padding_length(where: str, padding: Any, count: int) -> None:
    """ValueError for a tuple of another length."""
    if isinstance(padding, tuple) and len(padding) != count:
        raise ValueError(
            f"For '{where}', the 'padding' must be an int or {count} ints, but got {padding}."
        )


def _one_wide(where: str, **given: Any) -> None:
    for name, value in given.items():
        check.instance(where, name, value, int)
        if value < (name != "padding"):
            raise ValueError(f"For '{where}', the '{name}' must be positive, but got {value}.")


def _two_wide(init: Any) -> Any:
    """A 3-d initial weight with the height that MindSpore's checkpoints have."""
    if isinstance(init, Tensor) and not init.has_init:
        if init.ndim != 3:
            raise ValueError(
                f"For a 1-d convolution, 'weight_init' must have 3 dims, but got {init.shape}."
            )
        return Tensor(init._t.unsqueeze(2))
    return init


class Conv1d(_Conv):
    """1-d convolution of (N, C, L). As in MindSpore the weight has shape (out, in / group, 1, k)."""

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
        weight_init: Any = None,
        bias_init: Any = None,
        dtype: mstype.Type = mstype.float32,
    ):
        _one_wide(
            type(self).__name__,
            kernel_size=kernel_size,
            stride=stride,
            padding=padding,
            dilation=dilation,
        )
        super().__init__(
            in_channels, out_channels, (1, kernel_size), (1, stride), pad_mode, padding, (1, dilation),
            group, has_bias, _two_wide(weight_init), bias_init, dtype=dtype,
        )  # fmt: skip
        self.padding = (0, 0, padding, padding)
        self._spec = ConvSpec(self.cls_name, 1, stride, pad_mode, padding, dilation, group)


class Conv2dTranspose(_Conv):
    """2-d transposed convolution of (N, C, H, W) with an (in, out / group, kh, kw) weight.

    'same' gives size * stride. `output_padding` adds zeros at the end, as in MindSpore, and needs
    pad_mode 'pad'.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        pad_mode: str = "same",
        padding: Any = 0,
        output_padding: Any = 0,
        dilation: Any = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(
            in_channels, out_channels, expand(kernel_size, 2), expand(stride, 2), pad_mode, padding,
            expand(dilation, 2), group, has_bias, weight_init, bias_init, transposed=True, dtype=dtype,
        )  # fmt: skip
        check_padding_length(self.cls_name, padding, 4)
        self._spec = DeconvSpec(
            self.cls_name, 2, self.stride, pad_mode, padding, self.dilation, group
        )
        self.output_padding = output_padding
        self._extra = self._check_output_padding(
            check.ints(self.cls_name, "output_padding", output_padding, 2)
        )

    def _check_output_padding(self, extra: tuple[int, ...]) -> tuple[int, ...]:
        for size, step, reach in zip(extra, self.stride, self.dilation):
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

    def construct(self, x: Tensor) -> Tensor:
        out = run_deconv(x, self.weight, self.bias, self._spec)
        return pad_end(out, self._extra) if any(self._extra) else out


class Conv1dTranspose(_Conv):
    """1-d transposed convolution of (N, C, L) with an (in, out / group, 1, k) weight."""

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
        weight_init: Any = None,
        bias_init: Any = None,
        dtype: mstype.Type = mstype.float32,
    ):
        _one_wide(
            type(self).__name__,
            kernel_size=kernel_size,
            stride=stride,
            padding=padding,
            dilation=dilation,
        )
        super().__init__(
            in_channels, out_channels, (1, kernel_size), (1, stride), pad_mode, padding, (1, dilation),
            group, has_bias, _two_wide(weight_init), bias_init, transposed=True, dtype=dtype,
        )  # fmt: skip
        self.padding = (0, 0, padding, padding)
        self._spec = DeconvSpec(self.cls_name, 1, stride, pad_mode, padding, dilation, group)

    def construct(self, x: Tensor) -> Tensor:
        return run_deconv(x, self.weight, self.bias, self._spec)


class Conv3dTranspose(_Conv):
    """3-d transposed convolution of (N, C, D, H, W) with an (in, out / group, kd, kh, kw) weight."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        pad_mode: str = "same",
        padding: Any = 0,
        dilation: Any = 1,
        group: int = 1,
        output_padding: Any = 0,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        data_format: str = "NCDHW",
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(
            in_channels, out_channels, expand(kernel_size, 3), expand(stride, 3), pad_mode, padding,
            expand(dilation, 3), group, has_bias, weight_init, bias_init, data_format, True, dtype,
        )  # fmt: skip
        check_padding_length(self.cls_name, padding, 6)
        self.output_padding = check.ints(self.cls_name, "output_padding", output_padding, 3)
        self._spec = DeconvSpec(
            self.cls_name,
            3,
            self.stride,
            pad_mode,
            padding,
            self.dilation,
            group,
            self.output_padding,
        )

    def construct(self, x: Tensor) -> Tensor:
        return run_deconv(x, self.weight, self.bias, self._spec)


__all__ = ["Conv1d", "Conv1dTranspose", "Conv2d", "Conv2dTranspose", "Conv3d", "Conv3dTranspose"]
