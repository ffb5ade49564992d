"""HausdorffDistance."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.nn.metrics._surface import SurfaceMetric


class HausdorffDistance(SurfaceMetric):
    """The largest distance between the two surfaces, or its `percentile` (0 to 100).

    `directed`: from the prediction only.
    `crop`: look at the bounding box of both masks only.
    `distance_metric`: 'euclidean', 'chessboard' or 'taxicab'.

    Needs SciPy.
    """

    def __init__(
        self,
        distance_metric: str = "euclidean",
        percentile: float | None = None,
        directed: bool = False,
        crop: bool = True,
    ):
        super().__init__(distance_metric)
        where = "HausdorffDistance"
        if percentile is not None:
            check.floating(where, "percentile", percentile)
        self.percentile = percentile
        self.directed = check.boolean(where, "directed", directed)
        self.crop = check.boolean(where, "crop", crop)

    def _msacc_masks_to_edges(
        self, predicted: np.ndarray, true: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        if self.crop:
            either = predicted | true
            if not np.any(either):
                return np.zeros_like(predicted), np.zeros_like(true)
            box = tuple(slice(i.min(), i.max() + 1) for i in np.nonzero(either))
            predicted, true = np.squeeze(predicted[box]), np.squeeze(true[box])
        return super()._msacc_masks_to_edges(predicted, true)

    def _msacc_one_way(self, edges: np.ndarray, to: np.ndarray) -> Any:
        distances = self._msacc_distances(edges, to)
        if distances.shape == (0,):
            return np.inf
        if not self.percentile:
            return distances.max()
        if not 0 <= self.percentile <= 100:
            raise ValueError(
                f"For 'HausdorffDistance', 'percentile' must be in [0, 100], but got {self.percentile}."
            )
        return np.percentile(distances, self.percentile)

    def eval(self) -> Any:
        """The distance, inf where a surface is empty; RuntimeError before `update`."""
        predicted, true = self._msacc_both()
        there = self._msacc_one_way(predicted, true)
        return there if self.directed else max(there, self._msacc_one_way(true, predicted))
