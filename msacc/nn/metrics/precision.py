"""Precision."""

from __future__ import annotations

import numpy as np

from msacc.nn.metrics._classification_rates import PositiveRate


class Precision(PositiveRate):
    """True positives over predicted positives, for each class.

    `eval_type`: 'classification' or 'multilabel'. `update` takes scores (N, C) and labels (N,), or
    one-hot (N, C); `eval(average=False)` gives an array (C,), or its mean.
    """

    def _msacc_base(self, predicted: np.ndarray, true: np.ndarray) -> np.ndarray:
        return predicted
