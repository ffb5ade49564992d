"""Layers that wrap array ops: padding, patches, norms, triangles, resizing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from msacc import ops
from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.array.creation import one_hot
from msacc.ops.array.gather_select import tril, triu
from msacc.ops.array.shaping import roll
from msacc.ops.core.op import exported_names
from msacc.ops.linalg.factorizations import euclidean_norm
from msacc.ops.linalg.norms import absolute_sum
from msacc.ops.nn import image as nn_image
from msacc.ops.nn import pad as nn_pad
from msacc.ops.nn import resize as nn_resize
from msacc.ops.nn.norm import clip_to_norm

if TYPE_CHECKING:
    from msacc.common.argument_types import Floats, Ints


class Pad(Layer):
    """Pad every dimension of a Tensor at both ends.

    `paddings`: a tuple of pairs (before, after) of ints >= 0, one for each of up to four
      dimensions.
    `mode`: 'CONSTANT' (zeros), 'REFLECT' (mirrored at the edge element) or 'SYMMETRIC' (mirrored
      with it).

    Called with a Tensor of any number dtype; returns one of this dtype.

    Raises TypeError where `paddings` is no tuple, ValueError for another mode, pairs that do not
    fit the input, and mirrored paddings that are too large. As in MindSpore.
    """

    def __init__(self, paddings: tuple[tuple[int, int], ...], mode: str = "CONSTANT"):
        super().__init__()
        self.mode = check.choice(self.cls_name, "mode", mode, ["CONSTANT", "REFLECT", "SYMMETRIC"])
        self.paddings = check.instance(self.cls_name, "paddings", paddings, tuple)
        if any(len(item) != 2 for item in paddings) or len(paddings) > 4:
            raise ValueError(
                f"For 'Pad', 'paddings' must be a pair for each of up to 4 dims, but got {paddings}."
            )

        self._msacc_set_primitives(
            pad=ops.Pad(paddings) if mode == "CONSTANT" else ops.MirrorPad(mode)
        )

    def construct(self, x: Tensor) -> Tensor:
        if self.mode == "CONSTANT":
            return nn_pad.zero_pad(x, self.paddings)
        return nn_pad.mirror_pad(x, self.paddings, self.mode)


class Unfold(Cell):
    """Windows of images as channels: (N, C, H, W) becomes (N, C * rows * columns, H', W').

    `ksizes`, `strides`, `rates`: the windows' size, steps and dilation as [1, rows, columns, 1],
      ints > 0.
    `padding`: 'valid' or 'same'.

    Called with a Tensor (N, C, H, W); the result has its dtype.

    Raises TypeError for settings that are no lists or tuples, ValueError for settings of another
    form.

    Differs from MindSpore, which has no CPU kernel for it.
    """

    def __init__(self, ksizes: Ints, strides: Ints, rates: Ints, padding: str = "valid"):
        super().__init__()
        self._msacc_settings = [
            self._msacc_middle(name, value)
            for name, value in (("ksizes", ksizes), ("strides", strides), ("rates", rates))
        ]
        self.padding = padding

    def _msacc_middle(self, name: str, value: Any) -> tuple[int, int]:
        check.instance(self.cls_name, name, value, (tuple, list))
        if len(value) != 4 or value[0] != 1 or value[3] != 1 or min(value[1:3]) < 1:
            raise ValueError(
                f"For 'Unfold', '{name}' must be [1, rows, columns, 1] with positive ints, but got {value}."
            )
        return value[1], value[2]

    def construct(self, input_x: Tensor) -> Tensor:
        return nn_image.extract_patches(input_x, *self._msacc_settings, self.padding)


class ClipByNorm(Cell):
    """Scale a Tensor down to the 2-norm `clip_norm` where it is longer.

    `axis`: None for the norm of the whole, an int, or a tuple or list of ints for norms along these
      axes.

    Called with x, a Tensor of any shape, and `clip_norm`, a Tensor that broadcasts with it or a
    number; returns a Tensor of x's shape and dtype.

    Raises ValueError when called, for an axis out of range and shapes that do not broadcast.

    Differs from MindSpore: the norm runs along the `axis` given, where the CPU kernel errs; Float16
    stays Float16, and numbers and ints are taken.
    """

    def __init__(self, axis: Ints | None = None):
        super().__init__()
        self.axis = axis

    def construct(self, x: Tensor, clip_norm: Tensor | float) -> Tensor:
        return clip_to_norm(x, clip_norm, self.axis)


@holds("sqrt", reduce_sum=ops.ReduceSum(True))
class Norm(Layer):
    """The 2-norm of a Tensor along some of its axes.

    `axis`: an int or a tuple, all axes by default.
    `keep_dims`: a bool, keep them with size 1.

    Called with a float Tensor; returns one of its dtype.

    Raises TypeError where `keep_dims` is no bool, ValueError for an axis out of range. As in
    MindSpore.
    """

    def __init__(self, axis: Ints = (), keep_dims: bool = False):
        super().__init__()
        self.axis = axis
        self.keep_dims = check.boolean(self.cls_name, "keep_dims", keep_dims)

        self._msacc_set_primitives(squeeze=ops.Squeeze(self.axis))

    def construct(self, x: Tensor) -> Tensor:
        return euclidean_norm(x, self.axis, self.keep_dims)

    def extend_repr(self) -> str:
        return f"axis={self.axis}, keep_dims={self.keep_dims}"


class OneHot(Layer):
    """

    `on_value` at each index along a new axis of `depth`, `off_value` elsewhere.

    Called with an integer Tensor of any shape; the result has a dimension more and the dtype
    `dtype`.
    """

    def __init__(
        self,
        axis: int = -1,
        depth: int = 1,
        on_value: float = 1.0,
        off_value: float = 0.0,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self.axis, self.depth, self.dtype = axis, depth, dtype
        self.on_value, self.off_value = on_value, off_value
        self._msacc_values = Tensor(on_value, dtype), Tensor(off_value, dtype)
        self._msacc_set_primitives(onehot=ops.OneHot(axis))

    def construct(self, indices: Tensor) -> Tensor:
        return one_hot(indices, self.depth, *self._msacc_values, self.axis)


@holds("abs", reduce_sum=ops.ReduceSum())
class L1Regularizer(Layer):
    """`scale` times the sum of absolute weights.

    `scale`: a number > 0. Called with a Tensor of numbers; returns a scalar.
    """

    def __init__(self, scale: float):
        super().__init__()
        check.instance(self.cls_name, "scale", scale, (int, float))
        if not 0 < scale < math.inf:
            raise ValueError(
                f"For 'L1Regularizer', 'scale' must be positive and finite, but got {scale}."
            )
        self.scale = scale

    def construct(self, weights: Tensor) -> Tensor:
        return absolute_sum(weights, self.scale)


class Upsample(Cell):
    """`ops.interpolate` with its arguments fixed.

    `size`: the ints (…) of the result, or `scale_factor`: what the input's are multiplied by.
    `mode`: how values are interpolated.
    `align_corners`: whether the corners' middles stay.
    `recompute_scale_factor`: take the factor from the rounded sizes.

    Called with a float Tensor (N, C, …), 3-D to 5-D; the result has its dtype.
    """

    def __init__(
        self,
        size: Ints | None = None,
        scale_factor: Floats | None = None,
        mode: str = "nearest",
        align_corners: bool | None = None,
        recompute_scale_factor: bool | None = None,
    ):
        super().__init__()
        self.size, self.scale_factor, self.mode = size, scale_factor, mode
        self.align_corners, self.recompute_scale_factor = align_corners, recompute_scale_factor

    def construct(self, x: Tensor) -> Tensor:
        return nn_resize.interpolate(
            x,
            self.size,
            self.scale_factor,
            self.mode,
            self.align_corners,
            self.recompute_scale_factor,
        )


class ResizeBilinear(Cell):
    """MindSpore 1.x's bilinear resize of images; version 2.10 no longer has it, `ops.interpolate`
    does.

    `half_pixel_centers`: a bool. Called with x, a Tensor (N, C, H, W), and either `size`, an int or
    a pair (height, width), or `scale_factor`, an int > 0; `align_corners`: a bool. Sample i of the
    output lies at i * in / out of the input unless one of the two options is set. Returns (N, C,
    height, width) in the dtype of x. Raises TypeError for other types, ValueError for both or none
    of `size` and `scale_factor`, values below 1, both options, and another number of dimensions.
    """

    def __init__(self, half_pixel_centers: bool = False):
        super().__init__()
        self.half_pixel_centers = check.boolean(
            self.cls_name, "half_pixel_centers", half_pixel_centers
        )

    def construct(
        self,
        x: Tensor,
        size: Ints | None = None,
        scale_factor: int | None = None,
        align_corners: bool = False,
    ) -> Tensor:
        if (size is None) == (scale_factor is None):
            raise ValueError(
                f"For 'ResizeBilinear', one of 'size' and 'scale_factor' must be given, but got {size} and "
                f"{scale_factor}."
            )
        if size is None:
            size = tuple(
                check.positive_int(self.cls_name, "scale_factor", scale_factor) * n
                for n in x.shape[2:]
            )
        return nn_resize.resize_bilinear_v2(x, size, align_corners, self.half_pixel_centers)


@holds("cast", "dtype", "mul")
class Tril(Layer):
    """The lower triangle of matrices: zeros above diagonal `k`.

    Called with x, a Tensor (…, M, N) of any dtype, and `k`, an int: 0 is the main diagonal,
    positive ones lie above it. The result has the shape and dtype of x. Raises ValueError for fewer
    than two dimensions. As in MindSpore.
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor, k: int = 0) -> Tensor:
        return tril(x, k)


@holds("cast", "dtype", "mul")
class Triu(Layer):
    """The upper triangle of matrices: zeros below diagonal `k`.

    Called with x, a Tensor (…, M, N) of any dtype, and `k`, an int: 0 is the main diagonal,
    positive ones lie above it. The result has the shape and dtype of x. Raises ValueError for fewer
    than two dimensions. As in MindSpore.
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor, k: int = 0) -> Tensor:
        return triu(x, k)


@holds("shape_op", gpu=False)
class Roll(Layer):
    """Elements moved round by `shift` along `axis`: what leaves at one end comes in at the other.

    `shift`, `axis`: ints, or tuples or lists of as many. Called with a Tensor of any dtype; the
    result has its shape and dtype. Raises TypeError for settings of other types, ValueError where
    the two do not match. Differs from MindSpore, which has no CPU kernel for it.
    """

    def __init__(self, shift: Ints, axis: Ints):
        super().__init__()
        check.instance(self.cls_name, "shift", shift, (int, tuple, list))
        check.instance(self.cls_name, "axis", axis, (int, tuple, list))
        self.shift = (shift,) if isinstance(shift, int) else tuple(shift)
        self.axis = (axis,) if isinstance(axis, int) else tuple(axis)
        if len(self.shift) != len(self.axis):
            raise ValueError(
                f"For 'Roll', 'shift' and 'axis' must match, but got {shift} and {axis}."
            )

    def construct(self, input_x: Tensor) -> Tensor:
        return roll(input_x, self.shift, self.axis)


__all__ = exported_names(globals())
