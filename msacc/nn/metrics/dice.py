"""Dice."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.nn.metrics.metric import Metric, rearrange_inputs


class Dice(Metric):
    """2 * |a·b| / (|a|² + |b|² + smooth) of each batch, summed, over the number of samples."""

    def __init__(self, smooth: float = 1e-5):
        super().__init__()
        self.smooth = check.positive_float("Dice", "smooth", smooth, also_int=True)
        self.clear()

    def clear(self) -> None:
        """Forget everything counted so far."""
        self._msacc_sum, self._samples_num = 0.0, 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take in one batch. `inputs`: predictions and labels of one shape."""
        predicted, true = self._msacc_as_arrays(inputs, 2)
        if predicted.shape != true.shape:
            raise ValueError(
                "For 'Dice.update', predicted value and true value should have same shape, but got "
                f"{predicted.shape} and {true.shape}."
            )
        self._samples_num += true.shape[0]
        a, b = predicted.ravel(), true.ravel()
        union = np.dot(a, a) + np.dot(b, b)
        self._msacc_sum += 2 * float(np.dot(a, b)) / float(union + self.smooth)

    def eval(self) -> float:
        """The coefficient; RuntimeError without samples."""
        self._msacc_require_samples(self._samples_num)
        return self._msacc_sum / float(self._samples_num)
