"""Pooling without fixed windows: adaptive, power-average, fractional; and max unpooling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc import ops
from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.core.op import exported_names
from msacc.ops.nn import adaptive_pool as A

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Floats, Ints


@holds("dtype", "expand", "shape", squeeze=ops.Squeeze(2))
class AdaptiveAvgPool1d(Layer):
    """The mean over windows of a sequence, chosen so that `output_size` values come out.

    `output_size`: an int > 0.

    Called with a float Tensor (N, C, L) or (C, L); returns (N, C, output_size) in its dtype.

    Raises TypeError for an `output_size` of another type, ValueError for one below 1.

    Differs from MindSpore, which wants three dimensions and a length divisible by `output_size`.
    """

    def __init__(self, output_size: int):
        super().__init__()
        self.output_size = check.positive_int(self.cls_name, "output_size", output_size)

    def construct(self, input: Tensor) -> Tensor:
        return A.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(Layer):
    """The mean over windows of images, chosen so that `output_size` rows and columns come out.

    `output_size`: an int > 0 or a pair; None keeps a dimension.

    Called with a float Tensor (N, C, H, W) or (C, H, W); returns (…, rows, columns) in its dtype.

    Raises, when called, TypeError for an `output_size` of another type, ValueError for one below 1
    and for another number of dimensions.

    Differs from MindSpore, which gives an empty Tensor for size 0.
    """

    _msacc_called_primitives = ("adaptive_avgpool2d",)

    def __init__(self, output_size: int | Sequence[int | None]):
        super().__init__()
        self.output_size = output_size
        self._msacc_set_primitives(adaptive_avgpool2d=ops.AdaptiveAvgPool2D(output_size))

    def construct(self, input: Tensor) -> Tensor:
        return A.adaptive_avg_pool2d(input, self.output_size)


class AdaptiveAvgPool3d(Layer):
    """The mean over windows of volumes, chosen so that `output_size` values come out.

    `output_size`: an int > 0 or a triple; None keeps a dimension. Called with a float Tensor (N, C,
    D, H, W) or (C, D, H, W); returns one of its dtype. Raises, when called, TypeError for an
    `output_size` of another type, ValueError for one below 1 and for another number of dimensions.
    As in MindSpore.
    """

    _msacc_called_primitives = ("adaptive_avg_pool3d",)

    def __init__(self, output_size: int | Sequence[int | None]):
        super().__init__()
        self.output_size = output_size
        self._msacc_set_primitives(adaptive_avg_pool3d=ops.AdaptiveAvgPool3D(output_size))

    def construct(self, input: Tensor) -> Tensor:
        return A.adaptive_avg_pool3d(input, self.output_size)


@holds("dtype", "expand", "shape", squeeze=ops.Squeeze(2))
class AdaptiveMaxPool1d(Layer):
    """The maximum over windows of a sequence, chosen so that `output_size` values come out.

    `output_size`: an int > 0. Called with a float Tensor (N, C, L) or (C, L); returns (N, C,
    output_size) in its dtype. Raises TypeError for an `output_size` of another type, ValueError for
    one below 1. Differs from MindSpore, which wants three dimensions and a length divisible by
    `output_size`.
    """

    def __init__(self, output_size: int):
        super().__init__()
        self.output_size = check.positive_int(self.cls_name, "output_size", output_size)

    def construct(self, x: Tensor) -> Tensor:
        return A.adaptive_max_pool1d(x, self.output_size)


class AdaptiveMaxPool2d(Cell):
    """Maximum over windows chosen to give `output_size`; with indices if `return_indices`.

    `output_size`: an int, or one a dimension, None for the input's. Called with a float Tensor (N,
    C, …) or (C, …); the result has its dtype.
    """

    def __init__(self, output_size: int | Sequence[int | None], return_indices: bool = False):
        super().__init__()
        self.output_size, self.return_indices = output_size, return_indices

    def construct(self, input: Tensor) -> Any:
        return A.adaptive_max_pool2d(input, self.output_size, self.return_indices)


@holds(adaptive_max_pool3d=ops.AdaptiveMaxPool3D())
class AdaptiveMaxPool3d(Layer):
    """Maximum over windows chosen to give `output_size`; with indices if `return_indices`.

    `output_size`: an int, or one a dimension, None for the input's. Called with a float Tensor (N,
    C, …) or (C, …); the result has its dtype.
    """

    def __init__(self, output_size: int | Sequence[int | None], return_indices: bool = False):
        super().__init__()
        self.output_size, self.return_indices = output_size, return_indices

    def construct(self, input: Tensor) -> Any:
        return A.adaptive_max_pool3d(input, self.output_size, self.return_indices)


class _LPPool(Cell):
    def __init__(
        self,
        norm_type: float,
        kernel_size: Ints,
        stride: Ints | None = None,
        ceil_mode: bool = False,
    ):
        super().__init__()
        self.norm_type, self.kernel_size = norm_type, kernel_size
        self.stride, self.ceil_mode = stride, ceil_mode


class LPPool1d(_LPPool):
    """(sum of x^p over each window)^(1/p) for (N, C, L).

    `norm_type` (p): a number; `kernel_size`, `stride` (that of the windows for None): ints, or one
    a dimension; `ceil_mode`: a last window may reach over the end. Called with a float Tensor; the
    result has its dtype.
    """

    def construct(self, x: Tensor) -> Tensor:
        return A.lp_pool1d(x, self.norm_type, self.kernel_size, self.stride, self.ceil_mode)


class LPPool2d(_LPPool):
    """(sum of x^p over each window)^(1/p) for (N, C, H, W).

    `norm_type` (p): a number; `kernel_size`, `stride` (that of the windows for None): ints, or one
    a dimension; `ceil_mode`: a last window may reach over the end. Called with a float Tensor; the
    result has its dtype.
    """

    def construct(self, x: Tensor) -> Tensor:
        return A.lp_pool2d(x, self.norm_type, self.kernel_size, self.stride, self.ceil_mode)


class _MaxUnpool(Cell):
    def __init__(self, kernel_size: Ints, stride: Ints | None = None, padding: Ints = 0):
        super().__init__()
        self.kernel_size, self.padding = kernel_size, padding
        self.stride = kernel_size if stride is None else stride


class MaxUnpool1d(_MaxUnpool):
    """Put pooled maxima back to where they came from, zeros elsewhere.

    `kernel_size`, `stride`, `padding`: what the pooling had, ints or one a dimension. Called with x
    (N, C, …), the indices, and the output's size where several fit; the result has the dtype of x.
    """

    def construct(self, x: Tensor, indices: Tensor, output_size: Ints | None = None) -> Tensor:
        return A.max_unpool1d(x, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool2d(_MaxUnpool):
    """Put pooled maxima back to where they came from, zeros elsewhere.

    `kernel_size`, `stride`, `padding`: what the pooling had, ints or one a dimension. Called with x
    (N, C, …), the indices, and the output's size where several fit; the result has the dtype of x.
    """

    def construct(self, x: Tensor, indices: Tensor, output_size: Ints | None = None) -> Tensor:
        return A.max_unpool2d(x, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool3d(_MaxUnpool):
    """Put pooled maxima back to where they came from, zeros elsewhere.

    `kernel_size`, `stride`, `padding`: what the pooling had, ints or one a dimension. Called with x
    (N, C, …), the indices, and the output's size where several fit; the result has the dtype of x.
    """

    def construct(self, x: Tensor, indices: Tensor, output_size: Ints | None = None) -> Tensor:
        return A.max_unpool3d(x, indices, self.kernel_size, self.stride, self.padding, output_size)


class _FractionalMaxPool(Cell):
    def __init__(
        self,
        kernel_size: Ints,
        output_size: Ints | None = None,
        output_ratio: Floats | None = None,
        return_indices: bool = False,
        _random_samples: Tensor | None = None,
    ):
        super().__init__()
        self.kernel_size, self.output_size = kernel_size, output_size
        self.output_ratio, self.return_indices = output_ratio, return_indices
        self._msacc_settings = (
            kernel_size,
            output_size,
            output_ratio,
            return_indices,
            _random_samples,
        )


class FractionalMaxPool2d(_FractionalMaxPool):
    """Maximum over windows placed at random, of (N, C, H, W) or (C, H, W).

    `kernel_size`: the window, an int or two; either `output_size`, an int or two, or `output_ratio`, a number
    in (0, 1) or two. With `return_indices` also each maximum's flat position, Int64. Called with a float
    Tensor, whose dtype the result has. Raises TypeError or ValueError for others.
    """

    def construct(self, input: Tensor) -> Any:
        return A.fractional_max_pool2d(input, *self._msacc_settings)


class FractionalMaxPool3d(_FractionalMaxPool):
    """Maximum over windows placed at random, of (N, C, D, H, W) or (C, D, H, W).

    `kernel_size`: the window, an int or three; either `output_size`, an int or three, or `output_ratio`, a
    number in (0, 1) or three. With `return_indices` also each maximum's flat position, Int64. Called with a
    float Tensor, whose dtype the result has. Raises TypeError or ValueError for others.
    """

    def construct(self, input: Tensor) -> Any:
        return A.fractional_max_pool3d(input, *self._msacc_settings)


__all__ = exported_names(globals())
