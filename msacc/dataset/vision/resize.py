"""Resizing of arrays."""

from __future__ import annotations

import numpy as np
from PIL import Image

from msacc.dataset.opencv import opencv
from msacc.dataset.vision.base import CV_INTERPOLATION, each_image
from msacc.dataset.vision.utils import Inter


def resize(xs: np.ndarray, height: int, width: int, interpolation: Inter) -> np.ndarray:
    """Resizes images (n, H, W, C) to (n, height, width, C)."""
    if xs.shape[1:3] == (height, width):
        return xs.copy()
    if interpolation is Inter.PILCUBIC:
        return _pil_cubic(xs, height, width)
    if xs.dtype == np.float16:
        return resize(xs.astype(np.float32), height, width, interpolation).astype(xs.dtype)
    how = CV_INTERPOLATION[interpolation]
    with opencv("Resize") as cv2:
        return each_image(
            lambda x: cv2.resize(x, (width, height), interpolation=how), xs, xs.shape[3]
        )


def _pil_cubic(xs: np.ndarray, height: int, width: int) -> np.ndarray:
    if xs.shape[3] != 3 or xs.dtype != np.uint8:
        raise RuntimeError(
            "Resize: PILCUBIC needs uint8 images with 3 channels, "
            f"but got {xs.dtype} with {xs.shape[3]}."
        )
    done = [Image.fromarray(x).resize((width, height), Image.Resampling.BICUBIC) for x in xs]
    return np.stack([np.asarray(image) for image in done])
