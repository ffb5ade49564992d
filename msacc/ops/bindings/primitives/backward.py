"""Gradient primitives, `mindspore.ops.operations._grad_ops`: those of `ops/backward` and those of a forward primitive.

A gradient that needs what went in is derived from the forward primitive, with that one's settings; one that needs
what came out has a formula of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.ops.backward import (
    autograd_backward,
    binary_backward,
    elementwise,
    factorizations,
    indexing,
    norms,
    pooling,
)
from msacc.ops.bindings.primitive_classes import CLASSES, primitive_classes
from msacc.ops.bindings.primitives import conv, pool
from msacc.ops.core.declaration import PrimitiveClass
from msacc.ops.core.primitive import Primitive, primitive_names
from msacc.ops.nn import activation as act
from msacc.ops.sparse import segments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Ints

# -- by a formula, primitive_names beside it --------------------------------------------------------------
_CHAPTERS = (elementwise, norms, indexing, pooling, factorizations, binary_backward, segments)
globals().update(primitive_classes(_CHAPTERS, "ops.operations._grad_ops"))


# -- from the forward primitive: its class, and what each argument of the call is (see
# `ops/backward/autograd_backward.py`) --
_DERIVED: dict[str, tuple[Any, str]] = {
    "FastGeLUGrad": (CLASSES["FastGeLU"], "dy x"),
    "GeLUGrad": (CLASSES["GeLU"], "dy x _"),
    "HShrinkGrad": (CLASSES["HShrink"], "dy x"),
    "HSigmoidGrad": (CLASSES["HSigmoid"], "dy x"),
    "HSwishGrad": (CLASSES["HSwish"], "dy x"),
    "SoftShrinkGrad": (CLASSES["SoftShrink"], "dy x"),
    "SiLUGrad": (PrimitiveClass("SiLU").build(act.silu), "dy x"),
    "PReLUGrad": (CLASSES["PReLU"], "dy x x"),
    "GluGrad": (CLASSES["GLU"], "dy x"),
    "LogitGrad": (CLASSES["Logit"], "dy x"),
    "MvlgammaGrad": (CLASSES["Mvlgamma"], "dy x"),
    "LRNGrad": (CLASSES["LRN"], "dy x _"),
    "BinaryCrossEntropyGrad": (CLASSES["BinaryCrossEntropy"], "x c dy c"),
    "KLDivLossGrad": (CLASSES["KLDivLoss"], "dy x c"),
    "SmoothL1LossGrad": (CLASSES["SmoothL1Loss"], "x c dy"),
    "SoftMarginLossGrad": (CLASSES["SoftMarginLoss"], "x c dy"),
    "SigmoidCrossEntropyWithLogitsGrad": (CLASSES["SigmoidCrossEntropyWithLogits"], "x c dy"),
    "MultiMarginLossGrad": (CLASSES["MultiMarginLoss"], "dy x c c"),
    "MultilabelMarginLossGrad": (CLASSES["MultilabelMarginLoss"], "dy x c _"),
    "MaxPoolGrad": (pool.MaxPool, "x _ dy"),
    "AvgPoolGrad": (pool.AvgPool, "x _ dy"),
    "MaxPool3DGrad": (pool.MaxPool3D, "x _ dy"),
    "CdistGrad": (CLASSES["Cdist"], "dy x c _"),
    "PdistGrad": (CLASSES["Pdist"], "dy x _"),
    "GridSampler2DGrad": (CLASSES["GridSampler2D"], "dy x x"),
    "GridSampler3DGrad": (CLASSES["GridSampler3D"], "dy x x"),
    "DeformableOffsetsGrad": (CLASSES["DeformableOffsets"], "dy x x"),
    "UpsampleNearest3DGrad": (CLASSES["UpsampleNearest3D"], "dy n c c"),
    "UpsampleTrilinear3DGrad": (CLASSES["UpsampleTrilinear3D"], "dy n c c"),
    "StridedSliceGrad": (CLASSES["StridedSlice"], "dy n c c c"),
    "Conv3DBackpropFilter": (conv.Conv3D, "c dy n"),
}
# Settings of a gradient primitive that its forward one calls otherwise (None: it has no such setting).
_SETTINGS: dict[str, dict[str, str | None]] = {"kernel_size": {"DeformableOffsetsGrad": "ksize"},
    "output_mask": dict.fromkeys(
    ("GridSampler2DGrad", "GridSampler3DGrad"))}  # fmt: skip


class _Derived(Primitive):
    _msacc_forward_class: Any = None
    _msacc_roles = ""

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__()
        settings: dict[Any, Any] = {
            _SETTINGS.get(k, {}).get(self.name, k): v for k, v in kwargs.items()
        }
        settings.pop(None, None)
        self._forward = self._msacc_forward_class(*args, **settings)
        self._msacc_init_arguments = dict(self._forward.init_attrs)

    def construct(self, *inputs: Any) -> Any:
        return autograd_backward.gradients_of(self._forward, self._msacc_roles, inputs)


def _gradient_primitive(name: str, forward_class: type, roles: str) -> type[Primitive]:
    doc = f"`{name}(...)(...)`: the gradient of `ops.{forward_class.__name__}`, whose settings it takes."
    body = {
        "_msacc_forward_class": forward_class,
        "_msacc_roles": roles,
        "__doc__": doc,
        "__module__": "msacc.ops",
    }
    return type(name, (_Derived,), body)


globals().update({name: _gradient_primitive(name, *row) for name, row in _DERIVED.items()})


# -- from the forward primitive, with a size that the gradient tells -------------------------------
class _Resized(_Derived):
    """`(grads, image)`: the forward op takes the size after the image."""

    def construct(self, grads: Tensor, image: Tensor) -> Any:
        return self._msacc_vjp_at(grads, image, grads.shape[2:])

    def _msacc_vjp_at(self, grads: Tensor, image: Tensor, size: tuple[int, ...]) -> Any:
        one = size[0] if len(size) == 1 else size
        return autograd_backward.gradients_of(
            lambda t: self._forward(t, one), "dy x", (grads, image)
        )


class ResizeBilinearGrad(_Resized):
    """`ResizeBilinearGrad(align_corners, half_pixel_centers)(grads, image)`: the gradient of ResizeBilinearV2."""

    _msacc_forward_class = CLASSES["ResizeBilinearV2"]


class ResizeBicubicGrad(_Resized):
    """`ResizeBicubicGrad(align_corners, half_pixel_centers)(grads, image)`: the gradient of ResizeBicubic."""

    _msacc_forward_class = CLASSES["ResizeBicubic"]


class ResizeLinear1DGrad(_Resized):
    """`ResizeLinear1DGrad(coordinate_transformation_mode)(grads, x)`: the gradient of ResizeLinear1D."""

    _msacc_forward_class = CLASSES["ResizeLinear1D"]


class ResizeNearestNeighborV2Grad(_Resized):
    """`ResizeNearestNeighborV2Grad(...)(grads, size)`: the gradient of ResizeNearestNeighborV2 at
    an image of `size`.
    """

    _msacc_forward_class = CLASSES["ResizeNearestNeighborV2"]

    def construct(self, grads: Tensor, size: Tensor | tuple[int, ...]) -> Any:
        shape = (*grads.shape[:2], *size)
        return self._msacc_vjp_at(grads, autograd_backward.zeros(shape, grads._t), grads.shape[2:])


class ResizeNearestNeighborGrad(ResizeNearestNeighborV2Grad):
    """`ResizeNearestNeighborGrad(...)(grads, size)`: the gradient of ResizeNearestNeighbor at an image of `size`."""


class ROIAlignGrad(_Derived):
    """`ROIAlignGrad(pooled_height, ...)(dy, rois, xdiff_shape)`: the gradient of ROIAlign by the feature map."""

    _msacc_forward_class = CLASSES["ROIAlign"]

    def construct(self, dy: Tensor, rois: Tensor, xdiff_shape: Tensor | tuple[int, ...]) -> Any:
        return autograd_backward.gradients_of(
            self._forward, "dy c1 n0", (dy, rois, xdiff_shape), taped=True
        )


class AffineGridGrad(_Derived):
    """`AffineGridGrad(align_corners)(y_grad, x_size)`: the gradient of AffineGrid by theta."""

    _msacc_forward_class = CLASSES["AffineGrid"]

    def construct(self, y_grad: Tensor, x_size: Tensor | tuple[int, ...]) -> Any:
        n = y_grad.shape[-1]
        return autograd_backward.gradients_of(
            self._forward, "dy n c", (y_grad, (y_grad.shape[0], n, n + 1), x_size)
        )


class AdaptiveAvgPool2DGrad(Primitive):
    """`AdaptiveAvgPool2DGrad()(input_grad, orig_input_shape)`: the gradient of AdaptiveAvgPool2D."""

    _msacc_forward_class: Any = CLASSES["AdaptiveAvgPool2D"]
    _msacc_dims = 2

    def construct(self, input_grad: Tensor, orig_input_shape: Tensor | tuple[int, ...]) -> Any:
        forward = self._msacc_forward_class(tuple(input_grad.shape[-self._msacc_dims :]))
        return autograd_backward.gradients_of(forward, "dy n", (input_grad, orig_input_shape))


class AdaptiveAvgPool3DGrad(AdaptiveAvgPool2DGrad):
    """`AdaptiveAvgPool3DGrad()(y_grad, orig_input_shape)`: the gradient of AdaptiveAvgPool3D."""

    _msacc_forward_class = CLASSES["AdaptiveAvgPool3D"]
    _msacc_dims = 3


class AvgPool3DGrad(Primitive):
    """`AvgPool3DGrad(kernel_size, strides, pads, ...)(origin_input_shape, grads)`: the gradient of AvgPool3D."""

    def __init__(
        self, kernel_size: Any = 1, strides: Any = 1, pads: Any = 0, ceil_mode: bool = False,
        count_include_pad: bool = True, divisor_override: int = 0, data_format: str = "NCDHW",
        pad_mode: str = "pad",
    ):  # fmt: skip
        super().__init__()
        mode = pad_mode if pads or pad_mode.lower() != "pad" else "valid"
        self._forward = CLASSES["AvgPool3D"](  # type: ignore[call-arg]
            kernel_size,
            strides,
            mode,
            pads,
            ceil_mode,
            count_include_pad,
            divisor_override,
            data_format,
        )

    def construct(self, origin_input_shape: Tensor | tuple[int, ...], grads: Tensor) -> Any:
        return autograd_backward.gradients_of(self._forward, "n dy", (origin_input_shape, grads))


class Conv2DBackpropFilter(Primitive):
    """`Conv2DBackpropFilter(out_channel, kernel_size, ...)(out_backprop, input, filter_sizes)`: by the weight."""

    def __init__(
        self, out_channel: int, kernel_size: Ints, pad_mode: str = "valid", pad: Ints = 0,
        pad_list: Ints = (0, 0, 0, 0), mode: int = 1, stride: Ints = (1, 1), dilation: Ints = (1, 1, 1, 1),
        group: int = 1, data_format: str = "NCHW",
    ):  # fmt: skip
        super().__init__()
        pads = pad or (pad_list if pad_mode.lower() == "pad" else 0)
        self._forward = conv.Conv2D(
            out_channel, kernel_size, mode, pad_mode, pads, stride, dilation, group, data_format
        )

    def construct(
        self, out_backprop: Tensor, input: Tensor, filter_sizes: Tensor | tuple[int, ...]
    ) -> Any:
        return autograd_backward.gradients_of(
            self._forward, "dy c n", (out_backprop, input, filter_sizes)
        )


class ConcatOffset(Primitive):
    """`ConcatOffset(N, axis)(inputs)`: the offset of each Tensor in Concat's result."""

    def __init__(self, N: int = 2, axis: int = 0):
        super().__init__()
        self.N, self.axis = N, axis

    def construct(self, input_x: Sequence[Tensor]) -> Any:
        return indexing.concat_offset(input_x, self.axis)


# -- by the positions of the maxima ------------------------------------------------------------------
class MaxPoolGradWithArgmax(pool.MaxPoolWithArgmax):
    """`MaxPoolGradWithArgmax(...)(x, grad, argmax)`: grad at the positions of the maxima."""

    _msacc_dims = 3  # a place counts the channels, too

    def construct(self, x: Tensor, grad: Tensor, argmax: Tensor) -> Any:  # type: ignore[override]
        return pooling.largest_grad(x, grad, argmax, self._msacc_dims)


class MaxPoolGradGradWithArgmax(MaxPoolGradWithArgmax):
    """`MaxPoolGradGradWithArgmax(...)(x, grad, argmax)`: the values of grad at the positions of the maxima."""

    def construct(self, x: Tensor, grad: Tensor, argmax: Tensor) -> Any:  # type: ignore[override]
        return pooling.at_largest(grad, argmax, self._msacc_dims)


_MaxPoolWithArgmaxV2: Any = CLASSES["MaxPoolWithArgmaxV2"]


class MaxPoolGradWithArgmaxV2(_MaxPoolWithArgmaxV2):
    """`MaxPoolGradWithArgmaxV2(...)(x, grad, argmax)`: grad at the positions of the maxima."""

    def construct(self, x: Tensor, grad: Tensor, argmax: Tensor) -> Any:
        return pooling.largest_grad(x, grad, argmax, 2)


class MaxPoolGradGrad(_Derived):
    """`MaxPoolGradGrad(...)(x, out, grad)`: the values of grad where those of x are the largest."""

    _msacc_forward_class: Any = pool.MaxPool

    def construct(self, x_origin: Tensor, out_origin: Tensor, grad: Tensor) -> Any:
        return autograd_backward.second_gradient(self._forward, x_origin, grad)


class MaxPool3DGradGrad(MaxPoolGradGrad):
    """`MaxPool3DGradGrad(...)(x, out, grad)`: the values of grad where those of x are the largest."""

    _msacc_forward_class = pool.MaxPool3D


class AdaptiveMaxPool2DGrad(Primitive):
    """`AdaptiveMaxPool2DGrad()(y_grad, x, argmax)`: y_grad at the positions of the maxima.

    `x`: numbers (…, H, W), whose shape the result has; `y_grad` and `argmax`: the gradient and the positions of
    the pooled Tensor, of its shape. `name`: a str, or None for the class's.
    """

    _msacc_dims = 2

    def construct(self, y_grad: Tensor, x: Tensor, argmax: Tensor) -> Any:
        return pooling.largest_grad(x, y_grad, argmax, self._msacc_dims)


class AdaptiveMaxPool3DGrad(AdaptiveMaxPool2DGrad):
    """`AdaptiveMaxPool3DGrad()(input_grad, x, argmax)`: input_grad at the positions of the maxima."""

    _msacc_dims = 3


class _FixedWindows(Primitive):
    """`(origin_input, out_backprop, argmax)`: out_backprop at the positions of the maxima."""

    _msacc_dims, _msacc_format = 2, "NCHW"

    def __init__(self, data_format: str = ""):
        super().__init__()
        check.choice(
            self.name, "data_format", data_format or self._msacc_format, [self._msacc_format]
        )

    def construct(self, origin_input: Tensor, out_backprop: Tensor, argmax: Tensor) -> Any:
        return pooling.largest_grad(origin_input, out_backprop, argmax, self._msacc_dims)


class FractionalMaxPoolGradWithFixedKsize(_FixedWindows):
    """`FractionalMaxPoolGradWithFixedKsize(data_format)(origin_input, out_backprop, argmax)`."""


class FractionalMaxPool3DGradWithFixedKsize(_FixedWindows):
    """`FractionalMaxPool3DGradWithFixedKsize(data_format)(origin_input, out_backprop, argmax)`."""

    _msacc_dims, _msacc_format = 3, "NCDHW"


class PadV3Grad(Primitive):
    """`PadV3Grad(mode, paddings_contiguous)(x, paddings)`: the gradient of PadV3."""

    def __init__(self, mode: str = "reflect", paddings_contiguous: bool = True):
        super().__init__()
        self._forward: Any = CLASSES["PadV3"](mode, paddings_contiguous)  # type: ignore[call-arg]

    def construct(self, x: Tensor, paddings: Tensor) -> Any:
        shape = indexing.before_padding(x.shape, paddings, self._forward.paddings_contiguous)
        return autograd_backward.gradients_of(self._forward, "dy n c", (x, shape, paddings))


class MirrorPadGrad(Primitive):
    """`MirrorPadGrad(mode)(dy, paddings)`: the gradient of MirrorPad."""

    def __init__(self, mode: str = "REFLECT"):
        super().__init__()
        self._forward = CLASSES["MirrorPad"](mode)

    def construct(self, dy: Tensor, paddings: Tensor) -> Any:
        shape = indexing.before_mirroring(dy.shape, paddings)
        return autograd_backward.gradients_of(self._forward, "dy n c", (dy, shape, paddings))


__all__ = primitive_names(globals())
