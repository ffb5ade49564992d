"""Floats as integers: the scale and the integer for 0 that a range of values is written with."""

from __future__ import annotations

from typing import Any

import numpy as np


def cal_quantization_params(
    input_min: np.ndarray,
    input_max: np.ndarray,
    quant_min: int,
    quant_max: int,
    data_type: Any,
    symmetric: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """(scale, zero point) so that `input_min` to `input_max`, widened to hold 0, fall on `quant_min` to `quant_max`.

    `input_min`, `input_max`: arrays of shape (1,), or (channels,).
    `data_type`: numpy.int8 or numpy.uint8; the zero point of int8 is 0 where `symmetric`.
    `symmetric`: the range is as wide below 0 as above.

    Raises ValueError for limits of several shapes or dimensions, for equal quantized limits, and for a channel
    without width among others that have one. Differs from MindSpore: several channels may be asymmetric.
    """
    if quant_min == quant_max:
        raise ValueError(f"'quant_max' must differ from 'quant_min', but both are {quant_max}.")
    low, high = np.minimum(0.0, input_min), np.maximum(0.0, input_max)
    check_limits(low, high)
    if (high == low).all():
        return np.ones(low.shape), np.zeros(low.shape)
    if symmetric:
        high = np.maximum(-low, high)
        low = -high
    scale = (high - low) / (quant_max - quant_min)
    if data_type == np.int8 and symmetric:
        return scale, np.zeros(low.shape)
    if (scale == 0.0).any():
        raise ValueError(
            f"Every channel must have values other than 0, but the scales are {scale}."
        )
    return scale, np.floor(quant_min - low / scale + 0.5)


def check_limits(low: np.ndarray, high: np.ndarray) -> None:
    """ValueError for limits that are no ranges of one or of several channels."""
    if low.shape != high.shape or low.ndim > 1:
        raise ValueError(
            "The lower and upper limits must be one-dimensional and of one shape, but got "
            f"{low.shape} and {high.shape}."
        )


def get_quant_min_max(
    data_type: Any, num_bits: int = 8, narrow_range: bool = False
) -> tuple[int, int]:
    """The smallest and largest integer of `num_bits` bits; `narrow_range` leaves out the smallest.

    Raises ValueError where `data_type` is neither numpy.int8 nor numpy.uint8.
    """
    if data_type == np.int8:
        low, high = -(2 ** (num_bits - 1)), 2 ** (num_bits - 1) - 1
    elif data_type == np.uint8:
        low, high = 0, 2**num_bits - 1
    else:
        raise ValueError(f"'data_type' must be numpy.int8 or numpy.uint8, but got {data_type}.")
    return low + int(narrow_range), high


def weight2int(
    data: np.ndarray, scale: np.ndarray, zero_point: np.ndarray, quant_min: int, quant_max: int
) -> np.ndarray:
    """round(data / scale + zero_point), within `quant_min` to `quant_max`; an array of floats.

    `scale`, `zero_point`: of shape (1,), or (channels,) for the first or else the second axis of `data`.

    Raises ValueError for shapes that do not fit and for a scale of 0.
    """
    if 0 in scale:
        raise ValueError(f"'scale' must have no 0, but got {scale}.")
    return np.clip(unbounded_integers(data, scale, zero_point), quant_min, quant_max)


def unbounded_integers(data: np.ndarray, scale: np.ndarray, zero_point: np.ndarray) -> np.ndarray:
    """round(data / scale + zero_point), channel by channel where there are several."""
    if scale.shape != zero_point.shape:
        raise ValueError(
            f"'scale' and 'zero_point' must have one shape, but got {scale.shape} and {zero_point.shape}."
        )
    if scale.ndim >= 1 and scale.shape[0] > 1:
        scale, zero_point = along_channels(data, scale, zero_point)
    return np.asarray(np.round(data / scale + zero_point))


def along_channels(weight: np.ndarray, *values: np.ndarray) -> list[np.ndarray]:
    """The values, one a channel, shaped to be multiplied with a weight.

    Channels are the first axis, or the second where only that has as many places, as in depthwise convolutions.
    """
    for axis in (0, 1):
        if weight.ndim > axis and values[0].shape[0] == weight.shape[axis]:
            shape = [-1 if i == axis else 1 for i in range(weight.ndim)]
            return [value.reshape(shape) for value in values]
    raise ValueError(
        f"A weight of shape {weight.shape} has no axis of {values[0].shape[0]} channels."
    )
