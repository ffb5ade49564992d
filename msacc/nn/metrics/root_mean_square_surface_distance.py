"""RootMeanSquareDistance."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.nn.metrics._surface import SurfaceMetric


class RootMeanSquareDistance(SurfaceMetric):
    """The mean squared distance from the predicted surface to the true one; the root of the mean of both ways.

    The latter with `symmetric` (as in MindSpore, which takes the root in that case only). `distance_metric`:
    'euclidean', 'chessboard' or 'taxicab'. Needs SciPy.
    """

    _msacc_index_error = TypeError

    def __init__(self, symmetric: bool = False, distance_metric: str = "euclidean"):
        super().__init__(distance_metric)
        self.symmetric = check.boolean("RootMeanSquareDistance", "symmetric", symmetric)

    def eval(self) -> Any:
        """The distance, inf where a surface is empty; RuntimeError before `update`."""
        predicted, true = self._msacc_both()
        there = self._msacc_distances(predicted, true)
        if there.size == 0:
            return np.inf
        if not self.symmetric:
            return (there**2).mean()
        back = self._msacc_distances(true, predicted)
        if back.size == 0:
            return np.inf
        return np.sqrt(np.mean(((there**2).mean(), (back**2).mean())))
