"""Helpers of initializers: fans, gains, and draws into numpy arrays. Research code imports these too."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from msacc.common import philox
from msacc.common.seed import draw_key

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints


def _assignment(arr: np.ndarray, num: float | np.ndarray) -> np.ndarray:
    """Write `num` (a number or an array) into `arr` and return it; for a 0-d `arr` that is written too."""
    arr[...] = num
    return arr


def _calculate_fan_in_and_fan_out(shape: Any) -> tuple[int, int]:
    """Inputs and outputs each element of a weight of `shape` connects; ValueError below two dimensions."""
    if len(shape) < 2:
        raise ValueError(
            f"For 'fan_in and fan_out', the shape must have two dimensions or more, but got {shape}."
        )
    receptive = math.prod(shape[2:])
    return shape[1] * receptive, shape[0] * receptive


def _calculate_in_and_out(arr: np.ndarray) -> tuple[int, int]:
    """Inputs and outputs each element of the weight `arr` connects."""
    return _calculate_fan_in_and_fan_out(arr.shape)


def _calculate_correct_fan(shape: Ints, mode: str) -> int:
    """The inputs (`mode` 'fan_in') or outputs ('fan_out') of a weight; ValueError for another mode."""
    fans = dict(zip(("fan_in", "fan_out"), _calculate_fan_in_and_fan_out(shape), strict=True))
    if mode.lower() not in fans:
        raise ValueError(f"'mode' should be 'fan_in' or 'fan_out', but got {mode!r}.")
    return fans[mode.lower()]


def _calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """The factor on the standard deviation that suits an activation; `param` is leaky_relu's slope.

    Raises ValueError for another activation, or a slope that is no number.
    """
    fixed = {"tanh": 5.0 / 3, "relu": math.sqrt(2.0)}
    linear = ("linear", "sigmoid", *(f"conv{n}d" for n in (1, 2, 3)))
    linear += tuple(f"conv_transpose{n}d" for n in (1, 2, 3))
    if nonlinearity in linear:
        return 1
    if nonlinearity == "leaky_relu":
        return math.sqrt(2.0 / (1 + _slope(param) ** 2))
    if nonlinearity in fixed:
        return fixed[nonlinearity]
    raise ValueError(
        f"For 'HeUniform' and 'HeNormal', 'nonlinearity' should be one of "
        f"{sorted({*linear, *fixed, 'leaky_relu'})}, but got '{nonlinearity}'."
    )


def _slope(param: float | None) -> float:
    if param is None:
        return 0.01
    if isinstance(param, bool) or not isinstance(param, (int, float)):
        raise ValueError(
            f"For 'HeUniform', 'negative_slope' should be an int or a float, but got {param!r}."
        )
    return param


def _not_negative(sigma: float) -> None:
    if sigma < 0:
        raise ValueError(f"'sigma' should be at least 0, but got {sigma}: sigma < 0")


def _init_random_normal(mean: float, sigma: float, shape: Ints) -> np.ndarray:
    """Float32, normal, of one tensor's own key; ValueError for a negative `sigma`."""
    _not_negative(sigma)
    out = torch.empty(shape, dtype=torch.float32)
    philox.normal(out, draw_key(), mean, sigma)
    return out.numpy()


def _init_random_uniform(a: float, b: float, shape: Ints) -> np.ndarray:
    """Float32, uniform between `a` and `b`, of one tensor's own key."""
    out = torch.empty(shape, dtype=torch.float32)
    philox.uniform(out, draw_key(), a, b)
    return out.numpy()


def _init_truncated_normal(
    a: float, b: float, mean: float, sigma: float, shape: Ints
) -> np.ndarray:
    """Float32, normal between `a` and `b`, of one tensor's own key; ValueError for a negative `sigma`."""
    _not_negative(sigma)
    out = torch.empty(shape, dtype=torch.float32)
    philox.truncated_normal(out, draw_key(), mean, sigma, a, b)
    return out.numpy()
