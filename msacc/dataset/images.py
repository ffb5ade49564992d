"""Decoding of image files."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image


def open_image(raw: np.ndarray, what: str = "the input") -> Image.Image:
    """The PIL image (RGB) of an encoded file's bytes; RuntimeError when they hold no image."""
    try:
        return Image.open(io.BytesIO(raw.tobytes())).convert("RGB")
    except (OSError, ValueError) as error:
        raise RuntimeError(f"Decode: image decode failed, {what} is no image: {error}") from error


def decode(raw: np.ndarray, what: str = "the input") -> np.ndarray:
    """An encoded file's bytes as uint8 (H, W, 3), RGB."""
    return np.array(open_image(raw, what))
