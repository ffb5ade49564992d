"""Recall."""

from __future__ import annotations

import numpy as np

from msacc.nn.metrics._classification_rates import PositiveRate


class Recall(PositiveRate):
    """True positives over actual positives, for each class."""

    def _base(self, predicted: np.ndarray, true: np.ndarray) -> np.ndarray:
        return true
