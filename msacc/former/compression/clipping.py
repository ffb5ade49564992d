"""Where weights are clipped before they are quantized: the bound that changes their distribution least."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.former.compression.constants import QuantDtype

_LEAST = 1e-5
_MOST_BINS = 1024  # of the histogram; more take long and give no better bound


def compute_kl_threshold(data: np.ndarray, bitwidth: QuantDtype) -> float:
    """The magnitude at which `data` is best clipped to be written with as many bits as `bitwidth` has.

    The bound whose quantized distribution is nearest to that of `data` by the symmetric Kullback-Leibler distance of
    cumulated histograms; the largest magnitude where the histogram has no more bins than there are quantized values.

    Raises ValueError where the smallest magnitudes have no values at all.
    """
    magnitudes = np.abs(data)
    largest = magnitudes.max()
    if largest < _LEAST:
        return _LEAST
    counts, edges = np.histogram(magnitudes, bins="sqrt", range=(0, largest), density=True)
    if len(counts) > _MOST_BINS:
        counts, edges = np.histogram(magnitudes, range=(0, largest), density=True)
    levels = 2 ** (bitwidth.num_bits - 1)
    if levels + 1 >= len(edges):
        return float(edges[-1])
    cumulated = np.cumsum(counts / np.sum(counts))
    bounds = range(levels + 1, len(edges))
    best = bounds[int(np.argmin([_distance(cumulated, bound, levels) for bound in bounds]))]
    return max(_LEAST, float((best + 0.5) * (edges[1] - edges[0])))


def _distance(cumulated: np.ndarray, bound: int, levels: int) -> float:
    """How far the distribution is from itself clipped at the bin `bound` and put into `levels` steps."""
    clipped = np.copy(cumulated)
    clipped[bound - 1 :] = 1
    fine, coarse = np.linspace(0.0, 1.0, bound), np.linspace(0.0, 1.0, levels)
    clipped[:bound] = np.interp(fine, coarse, np.interp(coarse, fine, clipped[:bound]))
    if 0 in clipped:
        raise ValueError(
            "The smallest magnitudes of the weights have no values, so that no bound can be compared; "
            "initialize the weights otherwise, or use OptimizeOption.QAT."
        )
    return float(np.sum((cumulated - clipped) * np.log2(cumulated / clipped)))


def clipped_range(
    weight: np.ndarray, dtype: QuantDtype, per_channel: bool
) -> tuple[list[float], list[float]]:
    """(lower, upper) bounds for a weight: one, or one for each channel, its first axis."""
    parts = list(weight) if per_channel else [weight]
    upper = [compute_kl_threshold(part, dtype) for part in parts]
    return [-bound for bound in upper], upper


def normalized_weight(core: Any, norm: Any, eps: float) -> np.ndarray:
    """The weight of `core` times what the normalization `norm`, or None, multiplies each channel with."""
    weight: np.ndarray = core.weight.asnumpy()
    if norm is None:
        return weight
    factor = norm.gamma.asnumpy() / np.sqrt(norm.moving_variance.asnumpy() + eps)
    return weight * factor.reshape(-1, *[1] * (weight.ndim - 1))
