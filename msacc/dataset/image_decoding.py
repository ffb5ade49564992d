"""Decoding of image files."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from PIL import Image

from msacc.dataset import jpeg

T = TypeVar("T")

# What is decoded: other formats of PIL start programs (EPS) or are nobody's data.
FORMATS = ("BMP", "DIB", "GIF", "JPEG", "JPEG2000", "PNG", "PPM", "TIFF", "WEBP")
# Pixels of any image, of one whatever its file's size, and otherwise for each byte of its file.
_MOST, _FREE, _DENSEST = 178_956_970, 1 << 23, 500
_VARIABLE = "MSACC_MAX_IMAGE_PIXELS"


def opened(raw: bytes, where: str, what: str, work: Callable[[Image.Image], T]) -> T:
    """What `work` makes of the PIL image of an encoded file's bytes, which it has yet to load.

    RuntimeError, which begins with `where` and names `what`, for what is no image, is damaged, or declares more pixels
    than its bytes can be worth.
    """
    try:
        allowed = _allowed(len(raw))
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
    except Exception as error:  # PIL's plugins raise whatever they stumble over.
        raise RuntimeError(f"{where} {what} is no image: {error}") from error


class _TooLarge(Exception):
    """An image of too many pixels."""


def _check_size(size: tuple[int, int], octets: int, allowed: int) -> None:
    if size[0] * size[1] > allowed:
        raise _TooLarge(
            f"it declares {size[0]} x {size[1]} pixels in {octets} bytes, and {allowed} are allowed"
        )


def _allowed(octets: int) -> int:
    """The pixels that a file of so many bytes may have."""
    asked = os.environ.get(_VARIABLE, "")
    if asked.isascii() and asked.isdigit():
        if Image.MAX_IMAGE_PIXELS is not None:
            # PIL refuses twice its number.
            Image.MAX_IMAGE_PIXELS = max(Image.MAX_IMAGE_PIXELS, int(asked))
        return int(asked)
    return min(_MOST, max(_FREE, _DENSEST * octets))


def open_image(raw: Any, what: str = "the input") -> Image.Image:
    """The PIL image (RGB) of an encoded file's bytes; RuntimeError when they hold no image."""
    return opened(raw.tobytes(), "Decode: image decode failed,", what, _rgb)


def _rgb(image: Image.Image) -> Image.Image:
    return image.convert("RGB")


def decode(raw: np.ndarray, what: str = "the input") -> np.ndarray:
    """An encoded file's bytes as uint8 (H, W, 3), RGB."""
    made = pixels(raw, what)
    return made if made.flags.writeable else made.copy()


def pixels(raw: np.ndarray, what: str = "the input") -> np.ndarray:
    """`decode` for what only reads the pixels: nothing is copied that need not be."""
    size = jpeg.extent(raw)
    if size is not None and size[0] * size[1] <= _allowed(raw.size):
        made = jpeg.pixels(raw)
        if made is not None:
            return made
    return opened(raw.tobytes(), "Decode: image decode failed,", what, _array)


def _array(image: Image.Image) -> np.ndarray:
    return np.asarray(image if image.mode == "RGB" else image.convert("RGB"))
