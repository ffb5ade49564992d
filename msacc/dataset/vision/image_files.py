"""Reading, writing and encoding of image files, and image sizes."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from msacc.common.tensor import Tensor
from msacc.dataset import image_decoding
from msacc.dataset.vision.color import grey
from msacc.dataset.vision.utils import ImageReadMode

if TYPE_CHECKING:
    from msacc.dataset.vision.base import Picture

_LUMA = np.array([9798, 19235, 3735], np.int32)


def _check_type(name: str, value: object, *kinds: type) -> None:
    if not isinstance(value, kinds) or (int in kinds and isinstance(value, bool)):
        allowed = " or ".join(str(kind) for kind in kinds)
        raise TypeError(f"Input {name} is not of type {allowed}, but got: {type(value)}.")


def _array(name: str, value: Any) -> np.ndarray:
    """Returns an array, or the array of a Tensor."""
    _check_type(name, value, np.ndarray, Tensor)
    return value if isinstance(value, np.ndarray) else value.asnumpy()


def _encode(where: str, image: np.ndarray | Tensor, how: dict[str, Any]) -> bytes:
    """Returns the bytes of an encoded file; RuntimeError unless it is a uint8 image of 1 or 3 channels."""
    x = _array("image", image)
    if x.dtype != np.uint8:
        raise RuntimeError(
            f"{where}: The type of the image data should be UINT8, but got {x.dtype}."
        )
    if x.ndim not in (2, 3):
        raise RuntimeError(
            f"{where}: The image has invalid dimensions. It should have two or three dimensions, but "
            f"got {x.ndim} dimensions."
        )
    x = x[..., 0] if x.ndim == 3 and x.shape[2] == 1 else x
    if x.ndim == 3 and x.shape[2] != 3:
        raise RuntimeError(
            f"{where}: The image has invalid channels. It should have 1 or 3 channels, but got "
            f"{x.shape[2]} channels."
        )
    buffer = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(x)).save(buffer, **how)
    return buffer.getvalue()


def _check_level(where: str, name: str, value: int, low: int, high: int) -> int:
    _check_type(name, value, int)
    if not low <= value <= high:
        raise RuntimeError(
            f"{where}: Invalid {name} {value}, should be in range of [{low}, {high}]."
        )
    return int(value)


def encode_jpeg(image: np.ndarray | Tensor, quality: int = 75) -> np.ndarray:
    """Encode an image as JPEG, a uint8 vector.

    `image`: a uint8 array or Tensor (H, W), (H, W, 1) or (H, W, 3).
    `quality`: 1 to 100.

    Raises TypeError for other types, RuntimeError for other images and qualities.
    """
    raw = _encode(
        "EncodeJpeg",
        image,
        {"format": "JPEG", "quality": _check_level("EncodeJpeg", "quality", quality, 1, 100)},
    )
    return np.frombuffer(raw, np.uint8).copy()


def encode_png(image: np.ndarray | Tensor, compression_level: int = 6) -> np.ndarray:
    """Encode an image as PNG, a uint8 vector.

    `image`: a uint8 array or Tensor (H, W), (H, W, 1) or (H, W, 3).
    `compression_level`: 0 to 9.

    Raises TypeError for other types, RuntimeError for other images and levels. The pixels are those of
    MindSpore's file; the bytes are not.
    """
    level = _check_level("EncodePng", "compression_level", compression_level, 0, 9)
    raw = _encode("EncodePng", image, {"format": "PNG", "compress_level": level})
    return np.frombuffer(raw, np.uint8).copy()


def _write(filename: str, raw: bytes) -> None:
    _check_type("filename", filename, str)
    try:
        with open(filename, "wb") as file:
            file.write(raw)
    except OSError as error:
        raise RuntimeError(f"{filename}: {error.strerror}") from error


def write_jpeg(filename: str, image: np.ndarray | Tensor, quality: int = 75) -> None:
    """Write `encode_jpeg(image, quality)` to the file `filename`; errors as there, RuntimeError for the file."""
    _check_type("filename", filename, str)
    level = _check_level("WriteJpeg", "quality", quality, 1, 100)
    _write(filename, _encode("WriteJpeg", image, {"format": "JPEG", "quality": level}))


def write_png(filename: str, image: np.ndarray | Tensor, compression_level: int = 6) -> None:
    """Write `encode_png(image, compression_level)` to the file `filename`; errors as there, RuntimeError too."""
    _check_type("filename", filename, str)
    level = _check_level("WritePng", "compression_level", compression_level, 0, 9)
    _write(filename, _encode("WritePng", image, {"format": "PNG", "compress_level": level}))


def write_file(filename: str, data: np.ndarray | Tensor) -> None:
    """Write `data`, a uint8 vector, an array or a Tensor, to the file `filename`: TypeError, RuntimeError."""
    _check_type("filename", filename, str)
    x = _array("data", data)
    if x.dtype != np.uint8:
        raise RuntimeError(
            f"WriteFile: The type of the elements of data should be UINT8, but got {x.dtype}."
        )
    if x.ndim != 1:
        raise RuntimeError(
            "WriteFile: The data has invalid dimensions. It should have only one dimension, but got "
            f"{x.ndim} dimensions."
        )
    _write(filename, x.tobytes())


def _check_regular_file(where: str, filename: str) -> str:
    _check_type("filename", filename, str)
    if not os.path.exists(filename):
        raise RuntimeError(f"{where}: Invalid file path, {filename} does not exist.")
    if not os.path.isfile(filename):
        raise RuntimeError(f"{where}: Invalid file path, {filename} is not a regular file.")
    return str(filename)


def read_file(filename: str) -> np.ndarray:
    """Read the file `filename` as a uint8 vector: TypeError, RuntimeError."""
    return np.fromfile(_check_regular_file("ReadFile", filename), np.uint8)


def read_image(filename: str, mode: ImageReadMode = ImageReadMode.UNCHANGED) -> np.ndarray:
    """Read the image file `filename` as (H, W, 1) or (H, W, 3).

    `mode`: an ImageReadMode: unchanged (without alpha), grayscale or RGB. Files of 16 bits are uint16 if
    unchanged, all others uint8. Raises TypeError for other types, RuntimeError for invalid images and image
    bombs. Differs from MindSpore by a JPEG decoder's rounding.
    """
    _check_type("filename", filename, str)
    _check_type("mode", mode, ImageReadMode)
    path = _check_regular_file("ReadImage", filename)
    try:
        with open(path, "rb") as file:
            raw = file.read()
    except OSError as error:
        raise RuntimeError(f"ReadImage: Failed to read file {path}: {error}") from error

    def pixels(image: Image.Image) -> np.ndarray:
        if mode is ImageReadMode.GRAYSCALE:
            image.draft("L", image.size)  # a JPEG's own luma
        return _pixels(image, mode)

    return image_decoding.open_checked(raw, "ReadImage: Failed to read file", path, pixels)


def _pixels(image: Image.Image, mode: ImageReadMode) -> np.ndarray:
    x: np.ndarray
    if image.mode.startswith("I"):  # 16 bits
        x = np.array(image).astype(np.uint16)[..., None]
        x = x if mode is ImageReadMode.UNCHANGED else (x >> 8).astype(np.uint8)
    else:
        single = image.mode in ("1", "L", "LA")
        x = np.array(image.convert("L" if single else "RGB"))
        x = x[..., None] if single else x
    if mode is ImageReadMode.GRAYSCALE and x.shape[2] == 3:
        # libpng truncates where OpenCV rounds.
        truncated = (x.astype(np.int32) @ _LUMA >> 15).astype(np.uint8)
        return (truncated if image.format == "PNG" else grey(x))[..., None]
    return np.repeat(x, 3, 2) if mode is ImageReadMode.COLOR and x.shape[2] == 1 else x


def get_image_num_channels(image: Picture) -> int:
    """The number of channels of an array (..., H, W, C) or (H, W), or of a PIL image.

    Raises TypeError for other types, RuntimeError for arrays of fewer than two dimensions.
    """
    return _shape(image)[2]


def get_image_size(image: Picture) -> list[int]:
    """[height, width] of an array (..., H, W, C) or (H, W), or of a PIL image.

    Raises TypeError for other types, RuntimeError for arrays of fewer than two dimensions.
    """
    return list(_shape(image)[:2])


def _shape(image: Picture) -> tuple[int, int, int]:
    _check_type("image", image, np.ndarray, Image.Image)
    if isinstance(image, Image.Image):
        return image.height, image.width, len(image.getbands())
    if image.ndim < 2:
        raise RuntimeError(
            f"The image should have at least two dimensions, but got {image.ndim}; give (H, W, C)."
        )
    height, width, channels = (*image.shape, 1) if image.ndim == 2 else image.shape[-3:]
    return int(height), int(width), int(channels)
