"""Pooling layers over fixed windows; the others are in adaptive_pooling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc import ops
from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.nn.layer.adaptive_pooling import (
    AdaptiveAvgPool1d,
    AdaptiveAvgPool2d,
    AdaptiveAvgPool3d,
    AdaptiveMaxPool1d,
    AdaptiveMaxPool2d,
    AdaptiveMaxPool3d,
    FractionalMaxPool2d,
    FractionalMaxPool3d,
    LPPool1d,
    LPPool2d,
    MaxUnpool1d,
    MaxUnpool2d,
    MaxUnpool3d,
)
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.nn import pool as F

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints


def _in_volume(value: Ints, n: int, fill: int) -> Any:
    """A setting of `n` dimensions in the three that MindSpore pools padded windows in."""
    return value if n == 3 else (fill,) * (3 - n) + check.ints("Pool", "value", value, n)


class _PoolNd(Layer):
    """Checks that all windowed pools share; `_msacc_n` spatial dimensions, one of which MindSpore pools in two."""

    _msacc_n = 2

    def __init__(self, kernel_size: Ints, stride: Ints, pad_mode: str, data_format: str = "NCHW"):
        super().__init__()
        check.instance(self.cls_name, "pad_mode", pad_mode, str)
        self.pad_mode = check.choice(
            self.cls_name, "pad_mode", pad_mode.upper(), ["VALID", "SAME", "PAD"]
        )
        self.format = check.choice(self.cls_name, "format", data_format, ["NCHW", "NHWC"])
        self.kernel_size = self._msacc_window("kernel_size", kernel_size)
        self.stride = self._msacc_window("stride", stride)
        self._msacc_spec = F.PoolSpec(
            self.cls_name, self._msacc_n, self.kernel_size, self.stride, self.pad_mode == "SAME",
            data_format == "NHWC",
        )  # fmt: skip

    def _msacc_window(self, argument: str, value: Ints) -> Any:
        check.instance(self.cls_name, argument, value, (int, tuple))
        items = value if isinstance(value, tuple) else (value,)
        if not all(isinstance(item, int) and item > 0 for item in items):
            raise ValueError(
                f"For '{self.cls_name}', the '{argument}' must be an positive int number or a tuple, "
                f"but got {value}"
            )
        return items[0] if len(items) == 1 else value

    def _msacc_plain(self, kind: type) -> Any:
        """The primitive for windows without explicit padding."""
        if self._msacc_n == 1:
            self.kernel_size, self.stride = (1, self.kernel_size), (1, self.stride)
        return kind(self.kernel_size, self.stride, self.pad_mode, self.format)

    def extend_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, pad_mode={self.pad_mode}"


@holds("expand", "shape", squeeze=ops.Squeeze(2), reduce_mean=ops.ReduceMean(True), only_pad=False)
class _MaxPool(_PoolNd):
    _msacc_called_primitives = ("max_pool",)

    def __init__(
        self,
        kernel_size: Ints = 1,
        stride: Ints = 1,
        pad_mode: str = "valid",
        padding: Ints = 0,
        dilation: Ints = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
        data_format: str = "NCHW",
    ):
        super().__init__(kernel_size, stride, pad_mode, data_format)
        self.use_pad = self.pad_mode == "PAD"
        self.padding, self.return_indices = padding, return_indices
        self._msacc_padded = (padding, dilation, ceil_mode, return_indices)
        if not self.use_pad and (padding != 0 or dilation != 1 or return_indices or ceil_mode):
            raise ValueError(
                f"For '{self.cls_name}', 'padding', 'dilation', 'return_indices' and 'ceil_mode' can be set "
                f"only when 'pad_mode' is 'pad', but got 'pad_mode': {pad_mode}."
            )

        self._msacc_set_primitives(max_pool=self._msacc_primitive(padding, dilation, ceil_mode))

    def _msacc_primitive(self, padding: Ints, dilation: Ints, ceil_mode: bool) -> Any:
        if self._msacc_n == 3 and not self.return_indices:
            mode, sides = self.pad_mode.lower(), (padding,) * 3 if type(padding) is int else padding
            return ops.MaxPool3D(self.kernel_size, self.stride, mode, sides, ceil_mode or None)
        if not self.use_pad:
            return self._msacc_plain(ops.MaxPool)
        if self._msacc_n < 3:
            self.padding = _in_volume(padding, self._msacc_n, 0)
            dilation = _in_volume(dilation, self._msacc_n, 1)
        kernel, stride = (_in_volume(v, self._msacc_n, 1) for v in (self.kernel_size, self.stride))
        if self._msacc_n == 1:
            self.kernel_size, self.stride = kernel, stride
        return ops.MaxPool3DWithArgmax(kernel, stride, self.padding, dilation, ceil_mode)

    def construct(self, x: Tensor) -> Any:
        if not self.use_pad:
            return F.run_pool_max(x, self._msacc_spec)
        return F.run_padded_max(x, self._msacc_spec, *self._msacc_padded)


class MaxPool1d(_MaxPool):
    """The maximum over each window of a sequence.

    `y[i] = max_w(x[stride * i + w])`

    `kernel_size`, `stride`: ints, 1 by default.
    `pad_mode`: 'valid', 'same' or 'pad' in any case.
    `padding`, `dilation` (ints), `return_indices` and `ceil_mode` (bools) need 'pad', as in
      `MaxPool2d`.

    Called with a Tensor (N, C, L) or (C, L); returns one of its dtype, with `return_indices` also
    the Int64 positions of the maxima.

    Raises TypeError for settings of other types, ValueError for settings out of range, another
    number of dimensions, and windows that do not fit in. As in MindSpore.
    """

    _msacc_n = 1

    def __init__(
        self,
        kernel_size: int = 1,
        stride: int = 1,
        pad_mode: str = "valid",
        padding: Ints = 0,
        dilation: Ints = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ):
        super().__init__(
            kernel_size, stride, pad_mode, padding, dilation, return_indices, ceil_mode
        )


class MaxPool2d(_MaxPool):
    """The maximum over each window of images.

    `y[i, j] = max_hw(x[stride * i + h, stride * j + w])`

    `kernel_size`, `stride`: ints or pairs (height, width), 1 by default.
    `pad_mode`, in any case: 'valid' (the default) takes whole windows only, 'same' gives ceil(size
      / stride), 'pad' adds `padding`: an int or a pair, at most half the window.
    `dilation`: an int or a pair.
    `return_indices`: also return where the maxima were.
    `ceil_mode`: keep a last, incomplete window; these need 'pad'.
    `data_format`: 'NCHW', or 'NHWC' under 'valid' and 'same'.

    Called with a Tensor (N, C, H, W) or (C, H, W) of any number dtype; returns one of this dtype,
    or a pair with the Int64 positions in each plane.

    Raises TypeError for settings of other types, ValueError for settings out of range, options
    without 'pad', another number of dimensions, and windows that do not fit in.

    Differs from MindSpore: ints are taken, and 'NHWC' on every device.
    """


class MaxPool3d(_MaxPool):
    """The maximum over each window of volumes.

    `kernel_size`, `stride`: ints or triples, 1 by default.
    `pad_mode`: 'valid', 'same' or 'pad' in any case.
    `padding`, `dilation` (ints or triples), `return_indices` and `ceil_mode` (bools) need 'pad', as
      in `MaxPool2d`.

    Called with a Tensor (N, C, D, H, W) or (C, D, H, W); returns one of its dtype, with
    `return_indices` also the positions of the maxima.

    Raises TypeError for settings of other types, ValueError for settings out of range, another
    number of dimensions, and windows that do not fit in. As in MindSpore.
    """

    _msacc_n = 3

    def __init__(
        self,
        kernel_size: Ints = 1,
        stride: Ints = 1,
        pad_mode: str = "valid",
        padding: Ints = 0,
        dilation: Ints = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ):
        super().__init__(
            kernel_size, stride, pad_mode, padding, dilation, return_indices, ceil_mode
        )


@holds(
    "expand", "shape", "slice", squeeze=ops.Squeeze(2), reduce_mean=ops.ReduceMean(True),
    ascend_910b_target=False,
)  # fmt: skip
class _AvgPool(_PoolNd):
    _msacc_called_primitives = ("avg_pool",)

    def __init__(
        self,
        kernel_size: Ints = 1,
        stride: Ints = 1,
        pad_mode: str = "valid",
        padding: Ints = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
        data_format: str = "NCHW",
    ):
        super().__init__(kernel_size, stride, pad_mode, data_format)
        if self.pad_mode != "PAD" and padding != 0:
            raise ValueError(
                f"For '{self.cls_name}', 'padding' must be zero when 'pad_mode' is not 'pad', but got "
                f"{padding} and {pad_mode!r}."
            )
        if divisor_override is not None and divisor_override <= 0:
            raise ValueError(
                f"For '{self.cls_name}', the 'divisor_override' must be > 0, but got {divisor_override}."
            )
        self._msacc_padded = (padding, ceil_mode, count_include_pad, divisor_override)
        special = ceil_mode or not count_include_pad or divisor_override is not None
        # Whether MindSpore would use its 3-d kernel, which counts the padding of 'same' too.
        self.is_expand = self.is_expand_3d = self.pad_mode == "PAD" or special or self._msacc_n == 3
        self._msacc_set_primitives(avg_pool=self._msacc_primitive(*self._msacc_padded))

    def _msacc_primitive(
        self, padding: Ints, ceil_mode: bool, include: bool, divisor: int | None
    ) -> Any:
        if not self.is_expand:
            return self._msacc_plain(ops.AvgPool)
        kernel, stride = (_in_volume(v, self._msacc_n, 1) for v in (self.kernel_size, self.stride))
        if isinstance(padding, int) or len(padding) != 2 * self._msacc_n:
            sides = check.ints(self.cls_name, "padding", padding, self._msacc_n)
            padding = [side for side in sides for _ in range(2)]
        pads = (0,) * (6 - 2 * self._msacc_n) + tuple(padding)
        mode = self.pad_mode.lower()
        return ops.AvgPool3D(kernel, stride, mode, pads, ceil_mode, include, divisor or 0)

    def construct(self, x: Tensor) -> Tensor:
        if not self.is_expand:
            return F.run_pool_avg(x, self._msacc_spec)
        return F.run_padded_avg(x, self._msacc_spec, *self._msacc_padded)


class AvgPool1d(_AvgPool):
    """The mean over each window of a sequence.

    `y[i] = mean_w(x[stride * i + w])`

    `kernel_size`, `stride`: ints, 1 by default.
    `pad_mode`: 'valid', 'same' or 'pad' in any case.
    `padding`: an int, needs 'pad'.
    `ceil_mode`: keep a last, incomplete window.
    `count_include_pad`: whether padded zeros count in the divisor.

    Called with a float Tensor (N, C, L) or (C, L); returns one of its dtype.

    Raises TypeError for settings of other types and for ints, ValueError for settings out of range,
    another number of dimensions, and windows that do not fit in.

    Differs from MindSpore, whose CPU build errs under 'same' for short inputs.
    """

    _msacc_n = 1

    def __init__(
        self,
        kernel_size: int = 1,
        stride: int = 1,
        pad_mode: str = "valid",
        padding: Ints = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ):
        super().__init__(kernel_size, stride, pad_mode, padding, ceil_mode, count_include_pad)


class AvgPool2d(_AvgPool):
    """The mean over each window of images.

    `y[i, j] = mean_hw(x[stride * i + h, stride * j + w])`

    `kernel_size`, `stride`: ints or pairs (height, width), 1 by default.
    `pad_mode`, in any case: 'valid' (the default) takes whole windows only, 'same' gives ceil(size
      / stride), 'pad' adds `padding`: an int, a pair or (top, bottom, left, right), at most half
      the window.
    `ceil_mode`: keep a last, incomplete window.
    `count_include_pad`: whether padded zeros count in the divisor (under 'same' they do not, unless
      another option is set).
    `divisor_override`: None or an int > 0, the divisor.
    `data_format`: 'NCHW', or 'NHWC' without these options.

    Called with a float Tensor (N, C, H, W) or (C, H, W); returns one of its dtype.

    Raises TypeError for settings of other types and for ints, ValueError for settings out of range,
    `padding` without 'pad', another number of dimensions, and windows that do not fit in.

    Differs from MindSpore: unequal ends of padding are taken, and 'NHWC' on every device.
    """


class AvgPool3d(_AvgPool):
    """The mean over each window of volumes.

    `kernel_size`, `stride`: ints or triples, 1 by default.
    `pad_mode`: 'valid', 'same' or 'pad' in any case.
    `padding`: an int, a triple or six, needs 'pad'.
    `ceil_mode`: keep a last, incomplete window.
    `count_include_pad`: whether padded zeros count in the divisor.
    `divisor_override`: None or an int > 0, the divisor.

    Called with a float Tensor (N, C, D, H, W) or (C, D, H, W); returns one of its dtype.

    Raises TypeError for settings of other types and for ints, ValueError for settings out of range, another
    number of dimensions, and windows that do not fit in.

    Differs from MindSpore: unequal ends of padding are taken.
    """

    _msacc_n = 3

    def __init__(
        self,
        kernel_size: Ints = 1,
        stride: Ints = 1,
        pad_mode: str = "valid",
        padding: Ints = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ):
        super().__init__(
            kernel_size, stride, pad_mode, padding, ceil_mode, count_include_pad, divisor_override
        )


__all__ = [
    "AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveAvgPool3d", "AdaptiveMaxPool1d",
    "AdaptiveMaxPool2d", "AdaptiveMaxPool3d", "AvgPool1d", "AvgPool2d", "AvgPool3d",
    "FractionalMaxPool2d", "FractionalMaxPool3d", "LPPool1d", "LPPool2d", "MaxPool1d", "MaxPool2d",
    "MaxPool3d", "MaxUnpool1d", "MaxUnpool2d", "MaxUnpool3d",
]  # fmt: skip
