"""Image layers: pixel shuffles, crops, gradients and quality metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc import ops
from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.array import casting
from msacc.ops.nn import image as F
from msacc.ops.nn import image_similarity as S
from msacc.ops.nn.pool import avg_pool2d

if TYPE_CHECKING:
    from collections.abc import Sequence


class PixelShuffle(Cell):
    """(…, C * r^2, H, W) to (…, C, H * r, W * r).

    `upscale_factor` (r): an int > 0.

    Called with a Tensor of any dtype; the result has it.
    """

    def __init__(self, upscale_factor: int):
        super().__init__()
        self.upscale_factor = upscale_factor

    def construct(self, input: Tensor) -> Tensor:
        return F.pixel_shuffle(input, self.upscale_factor)


class PixelUnshuffle(Cell):
    """(…, C, H * r, W * r) to (…, C * r^2, H, W).

    `downscale_factor` (r): an int > 0. Called with a Tensor of any dtype; the result has it.
    """

    def __init__(self, downscale_factor: int):
        super().__init__()
        self.downscale_factor = downscale_factor

    def construct(self, input: Tensor) -> Tensor:
        return F.pixel_unshuffle(input, self.downscale_factor)


class ImageGradients(Cell):
    """(dy, dx): differences of neighbouring pixels of (N, C, H, W), the last one zero.

    Called with a Tensor of numbers; both results have its shape and dtype.
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, images: Tensor) -> Any:
        return F.image_gradients(images)


@holds("slice")
class CentralCrop(Layer):
    """The middle `central_fraction` of the rows and columns of (N, C, H, W) or (C, H, W).

    `central_fraction`: a float in (0, 1].

    Called with a Tensor of any dtype; the result has its dtype.
    """

    def __init__(self, central_fraction: float):
        super().__init__()
        check.instance(self.cls_name, "central_fraction", central_fraction, float)
        if not 0 < central_fraction <= 1:
            raise ValueError(
                f"For 'CentralCrop', 'central_fraction' must be in (0.0, 1.0], but got {central_fraction}."
            )
        self.central_fraction = central_fraction

    def construct(self, image: Tensor) -> Tensor:
        return F.central_crop(image, self.central_fraction)


@holds(concat=ops.Concat(1), reduce_mean=ops.ReduceMean())
class SSIM(Layer):
    """Structural similarity of two batches of images: 1 for equal ones.

    `max_val`: an int or float > 0, the range of the pixels.
    `filter_size`, an int > 0, and `filter_sigma`, a number > 0: the Gaussian window.
    `k1`, `k2`: floats, the constants that steady the quotients.

    Called with two Tensors (N, C, H, W) of one shape and float dtype; returns one Float32 value for
    each image, (N,).

    Raises TypeError for settings of other types, ValueError for settings out of range, images of
    two shapes or dtypes, of another number of dimensions, or smaller than the window.

    Differs from MindSpore, which has TypeError for two dtypes and for Float64.
    """

    def __init__(
        self,
        max_val: float = 1.0,
        filter_size: int = 11,
        filter_sigma: float = 1.5,
        k1: float = 0.01,
        k2: float = 0.03,
    ):
        super().__init__()
        check.instance(self.cls_name, "max_val", max_val, (int, float))
        check.positive_int(self.cls_name, "filter_size", filter_size)
        if max_val <= 0 or filter_sigma <= 0:
            raise ValueError(
                f"For '{self.cls_name}', 'max_val' and 'filter_sigma' must be positive, but got {max_val} and "
                f"{filter_sigma}."
            )
        self.max_val, self.filter_size, self.filter_sigma = max_val, filter_size, filter_sigma
        self.k1, self.k2 = k1, k2

    # The dtypes of images, as in MindSpore.
    _msacc_dtypes: tuple[mstype.Type, ...] = (mstype.float32, mstype.float16)

    def _msacc_check_dtypes(self, img1: Tensor, img2: Tensor) -> None:
        if img1.dtype not in self._msacc_dtypes:
            raise TypeError(
                f"For '{self.cls_name}', the 'img1' should be one of {list(self._msacc_dtypes)}, but got {img1.dtype}."
            )
        if img1.dtype != img2.dtype:
            raise TypeError(
                f"For '{self.cls_name}', both images must have one dtype, but got {img1.dtype} and {img2.dtype}; "
                "cast one of them."
            )

    def _msacc_compare(self, img1: Tensor, img2: Tensor) -> Any:
        return S.structural_similarity(
            img1, img2, self.max_val, self.filter_size, self.filter_sigma, self.k1, self.k2
        )

    def construct(self, img1: Tensor, img2: Tensor) -> Tensor:
        self._msacc_check_dtypes(img1, img2)
        ssim, _ = self._msacc_compare(img1, img2)
        return ssim.mean(-1)


@holds("pow", prod=ops.ReduceProd(), stack=ops.Stack(-1))
class MSSSIM(SSIM):
    """SSIM over several scales, each half the last, weighed by `power_factors`, a tuple or list of numbers.

    `max_val`: the largest value of a pixel.
    `filter_size`, an int, and `filter_sigma`, a number: the Gaussian window.
    `k1`, `k2`: numbers that keep divisors from 0.

    Called with two Tensors (N, C, H, W) of one dtype, a float or uint8; the result is Float32 (N,).
    """

    _msacc_dtypes = (mstype.float64, mstype.float32, mstype.float16, mstype.uint8)

    def __init__(
        self,
        max_val: float = 1.0,
        power_factors: Sequence[float] = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333),
        filter_size: int = 11,
        filter_sigma: float = 1.5,
        k1: float = 0.01,
        k2: float = 0.03,
    ):
        super().__init__(max_val, filter_size, filter_sigma, k1, k2)
        self.power_factors = tuple(
            check.instance(self.cls_name, "power_factors", power_factors, (tuple, list))
        )
        self.level = len(self.power_factors)

    def construct(self, img1: Tensor, img2: Tensor) -> Tensor:
        self._msacc_check_dtypes(img1, img2)
        img1, img2 = casting.astype(img1, mstype.float32), casting.astype(img2, mstype.float32)
        parts = []
        for level in range(len(self.power_factors)):
            ssim, contrast = self._msacc_compare(img1, img2)
            parts.append(ssim if level == len(self.power_factors) - 1 else contrast)
            img1, img2 = avg_pool2d(img1, 2, 2), avg_pool2d(img2, 2, 2)
        return S.weigh_scales(parts, self.power_factors)


class PSNR(Cell):
    """Peak signal-to-noise ratio of two batches (N, C, H, W) in decibels, one value per image.

    `max_val`: the largest value of a pixel. Called with two Tensors of one shape and dtype.
    """

    def __init__(self, max_val: float = 1.0):
        super().__init__()
        check.instance(self.cls_name, "max_val", max_val, (int, float))
        if max_val <= 0:
            raise ValueError(f"For 'PSNR', 'max_val' must be positive, but got {max_val}.")
        self.max_val = max_val

    def construct(self, img1: Tensor, img2: Tensor) -> Tensor:
        return S.peak_signal_noise_ratio(img1, img2, self.max_val)


__all__ = [
    "CentralCrop", "ImageGradients", "MSSSIM", "PSNR", "PixelShuffle", "PixelUnshuffle", "SSIM",
]  # fmt: skip
