"""A convolution and its batch normalization as one convolution with a bias."""

from __future__ import annotations

import numpy as np

from msacc import nn
from msacc.former.compression.integers import along_channels


def fold_batchnorm(weight: np.ndarray, cell_quant: nn.Cell) -> tuple[np.ndarray, np.ndarray]:
    """The weight and the bias with which a convolution gives what `cell_quant` gives in inference.

    `weight`: the weight of `cell_quant`, a Conv2dBnFoldQuant or Conv2dBnFoldQuantOneConv.

    Raises ValueError where `cell_quant.eps` is 0, and for a weight without an axis of its channels.
    """
    return _folded(weight, cell_quant, cell_quant.eps)


def without_fold_batchnorm(
    weight: np.ndarray, cell_quant: nn.Cell
) -> tuple[np.ndarray, np.ndarray]:
    """As `fold_batchnorm`, of a Conv2dBnWithoutFoldQuant: a cell that has its normalization in `batchnorm`."""
    return _folded(weight, cell_quant.batchnorm, cell_quant.batchnorm.eps)


def _folded(weight: np.ndarray, norm: nn.Cell, eps: float) -> tuple[np.ndarray, np.ndarray]:
    if eps == 0:
        raise ValueError("The 'eps' of the batch normalization must not be 0: it may divide by 0.")
    names = ("gamma", "beta", "moving_mean", "moving_variance")
    gamma, beta, mean, variance = (getattr(norm, name).asnumpy() for name in names)
    deviation = np.sqrt(variance + eps)
    by_channel, divisor = along_channels(weight, gamma, deviation)
    return weight * by_channel / divisor, beta - gamma * mean / deviation
