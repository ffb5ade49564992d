"""Layers that are doors to array ops: padding, patches, norms, triangles, resizing."""

from __future__ import annotations

import math
from typing import Any

from msacc import ops
from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.layer.held import Layer, holds
from msacc.ops.array.creation import one_hot
from msacc.ops.array.picking import tril, triu
from msacc.ops.array.shaping import roll
from msacc.ops.linalg.factorizations import euclidean_norm
from msacc.ops.linalg.norms import absolute_sum
from msacc.ops.nn import image as nn_image
from msacc.ops.nn import pad as nn_pad
from msacc.ops.nn import resize as nn_resize
from msacc.ops.nn.norm import clip_to_norm


class Pad(Layer):
    """Pad every dimension by ((before, after), …): 'CONSTANT' (zeros), 'REFLECT' or 'SYMMETRIC'."""

    def __init__(self, paddings: tuple[tuple[int, int], ...], mode: str = "CONSTANT"):
        super().__init__()
        self.mode = check.choice(self.cls_name, "mode", mode, ["CONSTANT", "REFLECT", "SYMMETRIC"])
        self.paddings = check.instance(self.cls_name, "paddings", paddings, tuple)
        if any(len(item) != 2 for item in paddings) or len(paddings) > 4:
            raise ValueError(
                f"For 'Pad', 'paddings' must be a pair for each of up to 4 dims, but got {paddings}."
            )

        self._hold(pad=ops.Pad(paddings) if mode == "CONSTANT" else ops.MirrorPad(mode))

    def construct(self, x: Tensor) -> Tensor:
        if self.mode == "CONSTANT":
            return nn_pad.zero_pad(x, self.paddings)
        return nn_pad.mirror_pad(x, self.paddings, self.mode)


class Unfold(Cell):
    """Windows of (N, C, H, W) as channels; sizes are given as [1, rows, columns, 1]."""

    def __init__(self, ksizes: Any, strides: Any, rates: Any, padding: str = "valid"):
        super().__init__()
        self._settings = [
            self._middle(name, value)
            for name, value in (("ksizes", ksizes), ("strides", strides), ("rates", rates))
        ]
        self.padding = padding

    def _middle(self, name: str, value: Any) -> tuple[int, int]:
        check.instance(self.cls_name, name, value, (tuple, list))
        if len(value) != 4 or value[0] != 1 or value[3] != 1 or min(value[1:3]) < 1:
            raise ValueError(
                f"For 'Unfold', '{name}' must be [1, rows, columns, 1] with positive ints, but got {value}."
            )
        return value[1], value[2]

    def construct(self, input_x: Tensor) -> Tensor:
        return nn_image.extract_patches(input_x, *self._settings, self.padding)


class ClipByNorm(Cell):
    """Scale x down to the 2-norm `clip_norm` where it is longer, as a whole or along `axis`."""

    def __init__(self, axis: Any = None):
        super().__init__()
        self.axis = axis

    def construct(self, x: Tensor, clip_norm: Any) -> Tensor:
        return clip_to_norm(x, clip_norm, self.axis)


@holds("sqrt", reduce_sum=ops.ReduceSum(True))
class Norm(Layer):
    """The 2-norm along `axis` (all axes by default)."""

    def __init__(self, axis: Any = (), keep_dims: bool = False):
        super().__init__()
        self.axis = axis
        self.keep_dims = check.boolean(self.cls_name, "keep_dims", keep_dims)

        self._hold(squeeze=ops.Squeeze(self.axis))

    def construct(self, x: Tensor) -> Tensor:
        return euclidean_norm(x, self.axis, self.keep_dims)

    def extend_repr(self) -> str:
        return f"axis={self.axis}, keep_dims={self.keep_dims}"


class OneHot(Layer):
    """`on_value` at each index along a new axis of `depth`, `off_value` elsewhere."""

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
        self._values = Tensor(on_value, dtype), Tensor(off_value, dtype)
        self._hold(onehot=ops.OneHot(axis))

    def construct(self, indices: Tensor) -> Tensor:
        return one_hot(indices, self.depth, *self._values, self.axis)


@holds("abs", reduce_sum=ops.ReduceSum())
class L1Regularizer(Layer):
    """`scale` times the sum of absolute weights."""

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
    """`ops.interpolate` with its arguments fixed."""

    def __init__(
        self,
        size: Any = None,
        scale_factor: Any = None,
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
    """MindSpore 1.x's bilinear resize to `size` or by an int `scale_factor`, of (N, C, H, W).

    Sample i lies at i * in / out unless `half_pixel_centers` or `align_corners` is set.
    """

    def __init__(self, half_pixel_centers: bool = False):
        super().__init__()
        self.half_pixel_centers = check.boolean(
            self.cls_name, "half_pixel_centers", half_pixel_centers
        )

    def construct(
        self,
        x: Tensor,
        size: Any = None,
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
    """Zeros above diagonal `k`."""

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor, k: int = 0) -> Tensor:
        return tril(x, k)


@holds("cast", "dtype", "mul")
class Triu(Layer):
    """Zeros below diagonal `k`."""

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor, k: int = 0) -> Tensor:
        return triu(x, k)


@holds("shape_op", gpu=False)
class Roll(Layer):
    """Elements moved round by `shift` along `axis`."""

    def __init__(self, shift: Any, axis: Any):
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


__all__ = [
    "ClipByNorm", "L1Regularizer", "Norm", "OneHot", "Pad", "ResizeBilinear", "Roll", "Tril", "Triu",
    "Unfold", "Upsample",
]  # fmt: skip
