"""Rounding to few bits and folding of normalizations in numpy, from the kernels' formulas; nothing of either side."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = Any


def along(values: Array, ndim: int, axis: int | None) -> Array:
    """The values in places of `axis`."""
    if axis is None:
        return values
    return np.moveaxis(np.reshape(values, (1,) * (ndim - 1) + (-1,)), -1, axis if ndim > 1 else 0)


def grid(low: Array, high: Array, bits: int, symmetric: bool, narrow: bool) -> list[Array]:
    """Ends of the range with 0 on the grid, and its step."""
    quant_min, quant_max = (1 if narrow else 0), 2**bits - 1
    if symmetric:
        high = np.maximum(np.abs(low), high)
        low = -high
    scale = (high - low) / (quant_max - quant_min)
    with np.errstate(all="ignore"):
        zero = np.where(scale > 0, quant_min - low / scale, 0)
    zero = np.floor(np.clip(zero, quant_min, quant_max) + 0.5)
    return [(quant_min - zero) * scale, (quant_max - zero) * scale, scale]


def rounded(
    x: Array, low: Array, high: Array, axis: int | None = None, **how: Any
) -> tuple[Array, Array]:
    """x on the grid, and where a gradient passes."""
    low, high, scale = (along(v, x.ndim, axis) for v in grid(low, high, **how))
    with np.errstate(all="ignore"):
        steps = np.where(scale > 0, np.floor((np.clip(x, low, high) - low) / scale + 0.5), 0)
    return steps * scale + low, (low <= x) & (x <= high)


def followed(
    x: Array, low: Array, high: Array, decay: float, axis: int | None = None
) -> list[Array]:
    """The range after x."""
    if axis is None:
        ends = [np.min(x).reshape(1), np.max(x).reshape(1)]
    else:
        rows = np.moveaxis(x, axis, 0).reshape(x.shape[axis], -1)
        ends = [rows.min(1), rows.max(1)]
    low, high = (
        decay * old + (1 - decay) * new for old, new in zip((low, high), ends, strict=True)
    )
    return [np.minimum(low, 0), np.maximum(high, 0)]


def learned(
    x: Array, alpha: Array, levels: float, truncated: bool, axis: int | None = None
) -> Array:
    part = x / along(alpha, x.ndim, axis)
    inside = np.clip(part, 0 if truncated else -1, 1)
    return np.floor(inside * levels + 0.5) / levels * along(alpha, x.ndim, axis)


def learned_gradients(
    dout: Array, x: Array, alpha: Array, levels: float, truncated: bool, axis: int | None = None
) -> tuple[Array, Array]:
    """Of x and of alpha."""
    size = along(alpha, x.ndim, axis)
    part, low = x / size, 0 if truncated else -1
    error = learned(x, alpha, levels, truncated, axis) / size - part
    each = dout * np.where(part > 1, 1, np.where(part < low, -1, error))
    if axis is None:
        of_alpha = each.sum().reshape(1)
    else:
        of_alpha = each.sum(tuple(a for a in range(x.ndim) if a != axis))
    return dout * ((part >= low) & (part <= 1)), of_alpha


def statistics(x: Array, eps: float) -> tuple[Array, Array, Array]:
    """Mean, deviation and unbiased variance of each channel."""
    rows = np.moveaxis(x, 1, 0).reshape(x.shape[1], -1)
    n = rows.shape[1]
    return rows.mean(1), np.sqrt(rows.var(1) + eps), rows.var(1) * (n / (n - 1) if n > 1 else 0)


def statistics_gradient(d_mean: Array, d_std: Array, x: Array, mean: Array, std: Array) -> Array:
    n = x.size // x.shape[1]
    d_mean, d_std, mean, std = (along(v, x.ndim, 1) for v in (d_mean, d_std, mean, std))
    return d_mean / n + d_std * (x - mean) / std / n


def fold2(x: Array, beta: Array, gamma: Array, std: Array, mean: Array, by: Array) -> Array:
    """The convolution with the folded weight, `by` its deviation, as if the batch's were in it."""
    return x * along(by / std, x.ndim, 1) + along(beta - gamma * mean / std, x.ndim, 1)


def fold2_gradients(
    dout: Array, x: Array, gamma: Array, std: Array, mean: Array, by: Array
) -> dict[str, Array]:
    axes = tuple(a for a in range(x.ndim) if a != 1)
    d_beta, d_x = dout.sum(axes), (dout * x).sum(axes)
    return {
        "x": dout * along(by / std, x.ndim, 1),
        "beta": d_beta,
        "gamma": -d_beta * mean / std,
        "std": (d_beta * gamma * mean - d_x * by) / std**2,
        "mean": -d_beta * gamma / std,
    }
