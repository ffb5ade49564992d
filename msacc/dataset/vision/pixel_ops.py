"""Image transforms of values, types and layout: Normalize, ToTensor, Decode and others."""

from __future__ import annotations

import numbers
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from PIL import Image

from msacc.common import checks as check
from msacc.dataset import image_decoding
from msacc.dataset.transforms.transforms import cast, numpy_type
from msacc.dataset.vision.arguments import LARGEST, mean_and_std
from msacc.dataset.vision.base import ImageTensorOperation, PilTensorOperation, as_pil_input
from msacc.dataset.vision.device import OnDevice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common import dtype as mstype

_F32 = np.float32


def _use_table(xs: np.ndarray) -> bool:
    """Whether a lookup table of all 256 levels is smaller than the images."""
    return xs.dtype == np.uint8 and xs.size > 256


class Rescale(ImageTensorOperation):
    """Multiply and shift the values of an image: x * rescale + shift, as float32.

    Arrays of up to five dimensions, of floats or of integers up to 32 bits but uint32; `rescale`
    and `shift` are numbers.

    Raises TypeError for other arguments, RuntimeError for other arrays. As in MindSpore, except for
    the number of dimensions.
    """

    deterministic = True
    pointwise = True

    ranks = (0, 1, 2, 3, 4, 5)
    stacks = True

    def __init__(self, rescale: float, shift: float) -> None:
        for name, value in (("rescale", rescale), ("shift", shift)):
            if not isinstance(value, bool):
                check.instance(None, name, value, numbers.Number)
            check.number(None, name, value, -LARGEST, LARGEST)
        self.rescale, self.shift = float(rescale), float(shift)

    def block(self, xs: np.ndarray) -> np.ndarray:
        if xs.dtype.kind not in "uifb" or xs.dtype in (np.uint32, np.int64, np.uint64):
            raise RuntimeError(f"Rescale: images of type {xs.dtype} are not supported; cast first.")
        if _use_table(xs):
            return np.take(self._msacc_value(np.arange(256, dtype=np.uint8)), xs)
        return self._msacc_value(xs)

    def _msacc_value(self, xs: np.ndarray) -> np.ndarray:
        scale, shift = _F32(self.rescale), _F32(self.shift)
        if shift == 0:
            return xs.astype(_F32) * scale
        # MindSpore rounds once, after the addition (fused multiply-add).
        return (xs.astype(np.float64) * float(scale) + float(shift)).astype(_F32)


class Normalize(OnDevice, ImageTensorOperation):
    """Subtract a mean and divide by a standard deviation, channel by channel: (x - mean) / std.

    `mean` and `std`: lists or tuples of numbers in [0, 255] and (0, 255], one for each channel or one for
      all, on the scale of the images.
    `is_hwc`: images are (H, W, C), else (C, H, W).

    The result is float32; a PIL image becomes an array.

    Raises TypeError or ValueError for other arguments, RuntimeError for images of another rank or number of
    channels. Arrays (..., H, W, C) are stacks of images.

    As in MindSpore.
    """

    stacks = True
    pointwise = True

    def __init__(self, mean: Sequence[float], std: Sequence[float], is_hwc: bool = True) -> None:
        self.mean, self.std = mean_and_std(mean, std)
        check.boolean(None, "is_hwc", is_hwc)
        self.is_hwc = is_hwc

    def _msacc_channels(self, xs: np.ndarray) -> int:
        if xs.ndim == 3:
            return 1
        return xs.shape[-1] if self.is_hwc else xs.shape[1]

    def block(self, xs: np.ndarray) -> np.ndarray:
        channels = self._msacc_channels(xs)
        if len(self.mean) not in (1, channels):
            raise RuntimeError(
                f"{type(self).__name__}: number of channels does not match the size of mean and "
                f"std vectors, got channels: {channels}, size of mean: {len(self.mean)}."
            )
        shape = (-1, 1, 1) if xs.ndim == 4 and not self.is_hwc else (-1,)
        mean, std = self.mean.reshape(shape), self.std.reshape(shape)
        if len(self.mean) == 1 and _use_table(xs):
            table = (np.arange(256, dtype=np.uint8).astype(_F32) - mean.ravel()) / std.ravel()
            return np.take(table, xs)
        out = xs.astype(_F32, order="C")
        if channels > 1 and self.is_hwc:
            # Processes complete rows: an inner loop over three channels would dominate the cost.
            width = out.shape[-2]
            rows = out.reshape(*out.shape[:-2], width * channels)
            rows -= np.resize(mean, width * channels)
            rows /= np.resize(std, width * channels)
            return out
        out -= mean
        out /= std
        return out


class NormalizePad(Normalize):
    """Normalize three channels and add a fourth of zeros; float32 or float16.

    Takes an array (H, W, C), or (C, H, W) with `is_hwc=False`.

    `mean`, `std`: three numbers, in the units of the pixels.
    `dtype`: 'float32' or 'float16'.
    """

    stacks = False
    pointwise = False

    def __init__(
        self,
        mean: Sequence[float],
        std: Sequence[float],
        dtype: str = "float32",
        is_hwc: bool = True,
    ) -> None:
        super().__init__(mean, std, is_hwc)
        if not isinstance(dtype, str):
            raise check.error_with_note(TypeError, "dtype should be string.", f"Got {dtype!r}.")
        if dtype not in ("float32", "float16"):
            raise check.error_with_note(
                ValueError, "dtype only supports float32 or float16.", f"Got {dtype!r}."
            )
        self.dtype = np.dtype(dtype)

    def block(self, xs: np.ndarray) -> np.ndarray:
        if self._msacc_channels(xs) != 3:
            raise RuntimeError(f"NormalizePad: images should have 3 channels, got {xs.shape[1:]}.")
        out = super().block(xs)
        axis = -1 if self.is_hwc else 1
        empty = np.zeros_like(np.take(out, [0], axis=axis))
        return np.concatenate([out, empty], axis=axis).astype(self.dtype)


class HWC2CHW(ImageTensorOperation):
    """(H, W, C) to (C, H, W); (H, W) stays unchanged."""

    deterministic = True
    channels_first = True

    def block(self, xs: np.ndarray) -> np.ndarray:
        return xs if xs.ndim == 3 else np.ascontiguousarray(xs.transpose(0, 3, 1, 2))


class ToTensor(ImageTensorOperation):
    """An image of shape (H, W, C) or (H, W) to (C, H, W), divided by 255.

    A PIL image or an array of any numeric dtype; `output_type`: the dtype of the result, a
    MindSpore or numpy type, float32 by default.

    Raises TypeError for other arguments, RuntimeError for arrays of another rank. Floats are
    divided by 255 too, as in MindSpore; uint32, int64 and uint64 raise RuntimeError.
    """

    deterministic = True
    pointwise = True
    channels_first = True

    def __init__(self, output_type: mstype.Type | type | np.dtype | str = np.float32) -> None:
        self.output_type = numpy_type(output_type, "output_type")

    def block(self, xs: np.ndarray) -> np.ndarray:
        if xs.dtype.kind in "US" or xs.dtype in (np.uint32, np.int64, np.uint64):
            raise RuntimeError(
                "ToTensor: Input includes unsupported data type in [uint32, int64, uint64, string, "
                f"bytes]. Got {xs.dtype}; cast it before, for example with vision.ToType."
            )
        xs = xs[..., None] if xs.ndim == 3 else xs
        out = xs.transpose(0, 3, 1, 2).astype(_F32, order="C")
        out *= _F32(1 / 255.0)
        return cast(out, self.output_type)

    def on_pil(self, image: Image.Image) -> np.ndarray:
        x = np.array(image)
        x = x[..., None] if x.ndim == 2 else x
        return cast(x.transpose(2, 0, 1).astype(_F32, order="C") / _F32(255), self.output_type)


class ToType(ImageTensorOperation):
    """Cast to `data_type`, a MindSpore or numpy dtype; the shape stays."""

    deterministic = True
    _msacc_former: ClassVar[dict[str, str]] = {"output_type": "data_type"}

    ranks = (0, 1, 2, 3, 4, 5)

    def __init__(self, data_type: mstype.Type | type | np.dtype | str) -> None:
        self.data_type = numpy_type(data_type)

    def block(self, xs: np.ndarray) -> np.ndarray:
        return cast(xs, self.data_type)


class ToPIL(ImageTensorOperation):
    """An array (H, W, C) or (H, W) to a PIL image."""

    def sample(self, x: Any) -> Image.Image:
        return x if isinstance(x, Image.Image) else as_image(x)


def as_image(x: np.ndarray) -> Image.Image:
    """Returns a PIL image of a uint8 array (other types are cast)."""
    if not isinstance(x, np.ndarray) or x.ndim not in (2, 3):
        raise TypeError(
            f"The input of ToPIL should be an array (H, W) or (H, W, C), got {x!r:.60}."
        )
    grey = x[..., 0] if x.ndim == 3 and x.shape[2] == 1 else x
    return Image.fromarray(cast(grey, np.dtype(np.uint8)))


class ToNumpy(PilTensorOperation):
    """A PIL image to an array."""

    def sample(self, x: object) -> np.ndarray:
        return np.array(x)


class Decode(OnDevice, ImageTensorOperation):
    """An encoded image, a file's bytes as a uint8 vector, to RGB.

    The result is uint8 of shape (H, W, 3), or a PIL image if `to_pil`. Bytes objects and arrays of
    bytes, as MindDataset returns them, are accepted as well.

    Raises TypeError when `to_pil` is no bool, RuntimeError for other input and bytes that are no
    image. Differs from MindSpore: PIL decodes both, so that the pixels of a JPEG may differ by the
    decoder's rounding; MindSpore has TypeError and ValueError for some of the wrong inputs.
    """

    def __init__(self, to_pil: bool = False) -> None:
        check.boolean(None, "to_pil", to_pil)
        self.to_pil = to_pil

    def __call__(self, img: np.ndarray | bytes) -> Any:
        """The image in `img`, the bytes of a file."""
        return super().__call__(img)

    def supports_block(self, xs: np.ndarray) -> bool:
        return False

    def threadable(self) -> bool:
        # Transforms of PIL images draw from Python's global generator.
        return not self.to_pil and super().threadable()

    def sample(self, x: object) -> Any:
        if isinstance(x, bytes) or (isinstance(x, np.ndarray) and x.dtype.kind == "S"):
            x = np.frombuffer(x if isinstance(x, bytes) else x.tobytes(), np.uint8)
        if not isinstance(x, np.ndarray) or x.ndim != 1 or x.dtype.kind not in "ui":
            what = f"{x.dtype} {x.shape}" if isinstance(x, np.ndarray) else type(x).__name__
            raise RuntimeError(
                f"Decode: the input should be a file's bytes (uint8, 1-D), got {what}."
            )
        return image_decoding.open_image(x) if self.to_pil else image_decoding.decode(x)


class Grayscale(PilTensorOperation):
    """Convert a PIL image to grayscale, with 1 or 3 equal channels.

    `num_output_channels`: 1 or 3.
    """

    def __init__(self, num_output_channels: int = 1) -> None:
        check.instance(None, "num_output_channels", num_output_channels, int)
        if num_output_channels not in (1, 3):
            raise ValueError(
                "Number of channels of the output grayscale imageshould be either 1 or 3. "
                f"Got {num_output_channels}."
            )
        self.num_output_channels = num_output_channels

    def on_pil(self, image: Image.Image) -> Image.Image:
        grey = as_pil_input(image).convert("L")
        return grey if self.num_output_channels == 1 else Image.merge("RGB", [grey] * 3)


class LinearTransformation(ImageTensorOperation):
    """(x flattened - mean) @ matrix, in x's shape.

    `transformation_matrix`: an array (D, D), `mean_vector`: (D,), D the number of the image's values.
    """

    deterministic = True

    def __init__(self, transformation_matrix: np.ndarray, mean_vector: np.ndarray) -> None:
        check.instance(None, "transformation_matrix", transformation_matrix, np.ndarray)
        check.instance(None, "mean_vector", mean_vector, np.ndarray)
        rows, cols = transformation_matrix.shape
        if rows != cols:
            raise check.error_with_note(
                ValueError,
                "transformation_matrix should be a square matrix.",
                f"Got shape {transformation_matrix.shape} instead.",
            )
        if mean_vector.shape != (rows,):
            raise ValueError(
                f"mean_vector length {len(mean_vector)} should match either one dimension of the "
                f"squaretransformation_matrix {transformation_matrix.shape}."
            )
        self.matrix, self.mean = transformation_matrix, mean_vector

    def block(self, xs: np.ndarray) -> np.ndarray:
        flat = xs.reshape(len(xs), -1) - self.mean
        return (flat @ self.matrix).reshape(xs.shape)
