"""MeanSurfaceDistance."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.nn.metrics._surface import SurfaceMetric


class MeanSurfaceDistance(SurfaceMetric):
    """The mean distance from the predicted surface to the true one (`symmetric`: mean of both ways).

    `distance_metric`: 'euclidean', 'chessboard' or 'taxicab'; in elements. Needs SciPy.
    """

    def __init__(self, symmetric: bool = False, distance_metric: str = "euclidean"):
        super().__init__(distance_metric)
        self.symmetric = check.boolean("MeanSurfaceDistance", "symmetric", symmetric)

    def eval(self) -> Any:
        """The distance, inf where a surface is empty; RuntimeError before `update`."""
        predicted, true = self._msacc_both()
        there = self._msacc_distances(predicted, true)
        if there.size == 0:
            return np.inf
        if not self.symmetric:
            return there.mean()
        back = self._msacc_distances(true, predicted)
        return np.inf if back.size == 0 else np.mean((there.mean(), back.mean()))
