"""Resizing with OpenCV's arithmetic, bit for bit.

MindSpore resizes with OpenCV: uint8 images by 11-bit fixed-point weights, others in float32.
Kernels take (n, H, W, C).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PIL import Image

from msacc.dataset.native import compiled_loops as native
from msacc.dataset.vision.utils import Inter

_ONE = 2048
# Limit of channels for the compiled loops.
_MAX_CHANNELS = 64
_F32 = np.float32


def resize(xs: np.ndarray, height: int, width: int, interpolation: Inter) -> np.ndarray:
    """Resizes images (n, H, W, C) to (n, height, width, C)."""
    if xs.shape[1:3] == (height, width):
        return xs.copy()
    if interpolation is Inter.NEAREST:
        return _nearest(xs, height, width)
    if interpolation is Inter.PILCUBIC:
        return _pil_cubic(xs, height, width)
    if xs.dtype.kind not in "uf" or xs.dtype.itemsize == 4 and xs.dtype.kind == "u":
        raise RuntimeError(f"Resize: images of type {xs.dtype} can only be resized by NEAREST.")
    if interpolation is Inter.AREA:
        return _area(xs, height, width)
    if interpolation is Inter.BICUBIC:
        return _cubic(xs, height, width)
    if (loops := _loops(xs)) is not None:
        across, down = (
            _packed_taps(xs.shape[2], width, True),
            _packed_taps(xs.shape[1], height, False),
        )
        return native.linear(loops, xs, across, down)
    return _linear(
        xs, _linear_taps(xs.shape[2], width, True), _linear_taps(xs.shape[1], height, False)
    )


def _loops(xs: np.ndarray) -> native.Loops | None:
    """Returns the compiled loops, where they can resize these images."""
    if xs.dtype != np.uint8 or xs.strides[3] != 1 or xs.shape[3] > _MAX_CHANNELS:
        return None
    return native.loaded()


def _nearest(xs: np.ndarray, height: int, width: int) -> np.ndarray:
    rows = np.minimum((np.arange(height) * (xs.shape[1] / height)).astype(int), xs.shape[1] - 1)
    cols = np.minimum((np.arange(width) * (xs.shape[2] / width)).astype(int), xs.shape[2] - 1)
    return xs.take(rows, axis=1).take(cols, axis=2)


Taps = tuple[np.ndarray, np.ndarray, np.ndarray]


@lru_cache(maxsize=64)
def _linear_taps(size: int, out: int, clamp: bool) -> Taps:
    """Returns first and second neighbor and the second's weight.

    OpenCV sets weights at the border to 0 along the width only; along the height it repeats the
    row, which rounds differently.
    """
    position = ((np.arange(out) + 0.5) * (size / out) - 0.5).astype(_F32)
    first = np.floor(position).astype(np.int64)
    weight = position - first.astype(_F32)
    if clamp:
        weight[(first < 0) | (first >= size - 1)] = 0
        first = np.clip(first, 0, size - 1)
        return first, np.minimum(first + 1, size - 1), weight
    return np.clip(first, 0, size - 1), np.clip(first + 1, 0, size - 1), weight


@lru_cache(maxsize=64)
def _grow_taps(size: int, out: int, clamp: bool) -> Taps:
    """Returns the taps of AREA for enlargement."""
    first = np.floor(np.arange(out) * (size / out)).astype(np.int64)
    weight = ((np.arange(out) + 1) - (first + 1) * (out / size)).astype(_F32)
    weight = np.where(weight <= 0, 0, weight - np.floor(weight)).astype(_F32)
    if clamp:
        weight[first >= size - 1] = 0
    first = np.minimum(first, size - 1)
    return first, np.minimum(first + 1, size - 1), weight


def _fixed(weight: np.ndarray) -> np.ndarray:
    return np.rint(weight.astype(_F32) * _F32(_ONE)).astype(np.int32)


def _linear(xs: np.ndarray, across: Taps, down: Taps) -> np.ndarray:
    """Interpolates with two taps along each axis."""
    top, bottom, weight = down
    if xs.dtype != np.uint8:
        wide = _wide_float(xs, across)
        weight = weight[:, None, None].astype(wide.dtype)
        return (wide[:, top] * (1 - weight) + wide[:, bottom] * weight).astype(xs.dtype)
    n, channels = len(xs), xs.shape[3]
    wide = _wide_uint8(xs, across)
    wide >>= 4
    low, high = _fixed(_F32(1) - weight)[:, None], _fixed(weight)[:, None]
    out = np.take(wide, top, axis=1)
    out *= low
    out >>= 16
    second = np.take(wide, bottom, axis=1)
    second *= high
    second >>= 16
    out += second
    out += 2
    out >>= 2
    return out.astype(np.uint8).reshape(n, len(top), len(across[0]), channels)


# A larger cache: random crops have many sizes.
@lru_cache(maxsize=1024)
def _packed_taps(size: int, out: int, clamp: bool) -> native.Taps:
    """Returns taps in the format of the compiled loops."""
    first, second, weight = _linear_taps(size, out, clamp)
    low, high = _fixed(_F32(1) - weight).astype(np.uint32), _fixed(weight).astype(np.uint32)
    return first.astype(np.int32), second.astype(np.int32), low | (high << 16)


def _wide_float(xs: np.ndarray, across: Taps) -> np.ndarray:
    left, right, weight = across
    kind = np.promote_types(xs.dtype, _F32)
    weight = weight[:, None].astype(kind)
    return xs[:, :, left] * (1 - weight) + xs[:, :, right] * weight


def _wide_uint8(xs: np.ndarray, across: Taps) -> np.ndarray:
    """Returns the horizontal pass, scaled by 2048: int32 of (n, H, width * C)."""
    left, right, weight = across
    n, height, width, channels = xs.shape
    low, high = _fixed(_F32(1) - weight), _fixed(weight)
    if channels == 1 and width <= 64:
        # Products and sums stay below 2**24, so that float32 matrix products are exact.
        mix = np.zeros((width, len(left)), _F32)
        np.add.at(mix, (left, np.arange(len(left))), low)
        np.add.at(mix, (right, np.arange(len(left))), high)
        wide = xs.reshape(n * height, width).astype(_F32) @ mix
        return wide.astype(np.int32).reshape(n, height, len(left))
    # Weights of complete rows: an inner loop over three channels would dominate the cost.
    low, high = np.repeat(low, channels), np.repeat(high, channels)
    row = (n, height, len(left) * channels)
    wide = np.multiply(np.take(xs, left, axis=2).reshape(row), low, dtype=np.int32)
    wide += np.multiply(np.take(xs, right, axis=2).reshape(row), high, dtype=np.int32)
    return wide


@lru_cache(maxsize=64)
def _cubic_taps(size: int, out: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns four neighbors and their weights (a = -0.75)."""
    position = ((np.arange(out) + 0.5) * (size / out) - 0.5).astype(_F32)
    first = np.floor(position).astype(np.int64)
    x, a = (position - first.astype(_F32)).astype(_F32), _F32(-0.75)
    c0 = ((a * (x + 1) - 5 * a) * (x + 1) + 8 * a) * (x + 1) - 4 * a
    c1 = ((a + 2) * x - (a + 3)) * x * x + 1
    c2 = ((a + 2) * (1 - x) - (a + 3)) * (1 - x) * (1 - x) + 1
    weights = np.stack([c0, c1, c2, _F32(1) - c0 - c1 - c2], axis=1).astype(_F32)
    return np.clip(first[:, None] + np.arange(-1, 3), 0, size - 1), weights


def _cubic(xs: np.ndarray, height: int, width: int) -> np.ndarray:
    cols, across = _cubic_taps(xs.shape[2], width)
    rows, down = _cubic_taps(xs.shape[1], height)
    integers = xs.dtype == np.uint8
    if integers:
        across, down = _fixed(across).astype(np.int64), _fixed(down).astype(np.int64)
        xs = xs.astype(np.int64)
    wide = sum(xs[:, :, cols[:, k]] * across[:, k, None] for k in range(4))
    out = sum(wide[:, rows[:, k]] * down[:, k, None, None] for k in range(4))
    if integers:
        return np.clip((out + (1 << 21)) >> 22, 0, 255).astype(np.uint8)
    return out.astype(xs.dtype)


def _area(xs: np.ndarray, height: int, width: int) -> np.ndarray:
    rows, cols = xs.shape[1:3]
    if height > rows or width > cols:
        return _linear(xs, _grow_taps(cols, width, True), _grow_taps(rows, height, False))
    if (rows, cols) == (2 * height, 2 * width) and xs.dtype == np.uint8:
        parts = xs.reshape(-1, height, 2, width, 2, xs.shape[3]).astype(np.int32)
        return ((parts.sum(axis=(2, 4)) + 2) >> 2).astype(np.uint8)
    n, channels = len(xs), xs.shape[3]
    down = _shares(rows, height) @ xs.reshape(n, rows, cols * channels)
    out = _shares(cols, width) @ down.reshape(n, height, cols, channels)
    return np.rint(out).astype(np.uint8) if xs.dtype == np.uint8 else out.astype(xs.dtype)


@lru_cache(maxsize=64)
def _shares(size: int, out: int) -> np.ndarray:
    """Returns a matrix (out, size): the share of each output pixel that an input pixel covers."""
    edges = np.arange(out + 1) * (size / out)
    low = np.maximum(edges[:-1, None], np.arange(size))
    high = np.minimum(edges[1:, None], np.arange(size) + 1)
    shares = np.clip(high - low, 0, None)
    return shares / shares.sum(axis=1, keepdims=True)


def _pil_cubic(xs: np.ndarray, height: int, width: int) -> np.ndarray:
    if xs.shape[3] != 3 or xs.dtype != np.uint8:
        raise RuntimeError(
            "Resize: PILCUBIC needs uint8 images with 3 channels, "
            f"but got {xs.dtype} with {xs.shape[3]}."
        )
    done = [Image.fromarray(x).resize((width, height), Image.Resampling.BICUBIC) for x in xs]
    return np.stack([np.asarray(image) for image in done])
