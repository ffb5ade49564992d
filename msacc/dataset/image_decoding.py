"""Decoding of image files."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from typing import TypeVar

import numpy as np
from PIL import Image

from msacc.dataset import jpeg

T = TypeVar("T")

# The formats that are decoded: others of PIL start programs (EPS) or are not used for data.
FORMATS = ("BMP", "DIB", "GIF", "JPEG", "JPEG2000", "PNG", "PPM", "TIFF", "WEBP")
# Limits of pixels: of any image, the number that is always allowed, and per byte of the file.
_MAX_PIXELS, _ALWAYS_ALLOWED, _MAX_PIXELS_PER_BYTE = 178_956_970, 1 << 23, 500
_VARIABLE = "MSACC_MAX_IMAGE_PIXELS"


def open_checked(raw: bytes, where: str, what: str, work: Callable[[Image.Image], T]) -> T:
    """Returns `work` of the PIL image (not yet loaded) of an encoded file's bytes.

    Raises RuntimeError, which starts with `where` and names `what`, for invalid or damaged images and for those that
    declare more pixels than their number of bytes allows (image bombs).
    """
    try:
        allowed = _pixel_limit(len(raw))
        image = Image.open(io.BytesIO(raw), formats=FORMATS)
        _check_size(image.size, len(raw), allowed)
        return work(image)
    except (Image.DecompressionBombError, _TooLarge) as error:
        raise RuntimeError(
            f"{where} {what} may be an image bomb: {str(error).rstrip('.')}. If you trust it, set the "
            f"environment variable {_VARIABLE} to "
            "the number of pixels that you allow."
        ) from None
    except (MemoryError, ImportError):
        raise
    except Exception as error:  # PIL's plugins raise many kinds of errors
        raise RuntimeError(f"{where} {what} is no image: {error}") from error


class _TooLarge(Exception):
    """An image of too many pixels."""


def _check_size(size: tuple[int, int], octets: int, allowed: int) -> None:
    if size[0] * size[1] > allowed:
        raise _TooLarge(
            f"it declares {size[0]} x {size[1]} pixels in {octets} bytes, and {allowed} are allowed"
        )


def _pixel_limit(octets: int) -> int:
    """Returns the number of pixels that a file of so many bytes may have."""
    limit = os.environ.get(_VARIABLE, "")
    if limit.isascii() and limit.isdigit():
        if Image.MAX_IMAGE_PIXELS is not None:
            # PIL refuses twice its number.
            Image.MAX_IMAGE_PIXELS = max(Image.MAX_IMAGE_PIXELS, int(limit))
        return int(limit)
    return min(_MAX_PIXELS, max(_ALWAYS_ALLOWED, _MAX_PIXELS_PER_BYTE * octets))


def open_image(raw: np.ndarray, what: str = "the input") -> Image.Image:
    """Returns the PIL image (RGB) of an encoded file's bytes; RuntimeError when they hold no image."""
    return open_checked(raw.tobytes(), "Decode: image decode failed,", what, _rgb)


def _rgb(image: Image.Image) -> Image.Image:
    return image.convert("RGB")


def decode(raw: np.ndarray, what: str = "the input") -> np.ndarray:
    """Decodes an encoded file's bytes to uint8 (H, W, 3), RGB, writeable."""
    image = pixels(raw, what)
    return image if image.flags.writeable else image.copy()


def pixels(raw: np.ndarray, what: str = "the input") -> np.ndarray:
    """`decode` without a copy: the result may be read-only."""
    size = jpeg.extent(raw)
    if size is not None and size[0] * size[1] <= _pixel_limit(raw.size):
        image = jpeg.pixels(raw)
        if image is not None:
            return image
    return open_checked(raw.tobytes(), "Decode: image decode failed,", what, _array)


def _array(image: Image.Image) -> np.ndarray:
    return np.asarray(image if image.mode == "RGB" else image.convert("RGB"))
