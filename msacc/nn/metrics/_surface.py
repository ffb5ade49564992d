"""Helpers of the surface distances: edges of two masks, and distances between them."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.nn.metrics.metric import Metric, rearrange_inputs

_DISTANCES = ("euclidean", "chessboard", "taxicab")


def _ndimage() -> Any:
    from scipy import ndimage  # slow to import

    return ndimage


class SurfaceMetric(Metric):
    """Takes (prediction, label, label index) and keeps the edges of the two masks."""

    def __init__(self, distance_metric: str):
        super().__init__()
        name = type(self).__name__
        check.instance(name, "distance_metric", distance_metric, str)
        self.distance_metric = check.choice(name, "distance_metric", distance_metric, _DISTANCES)
        self.clear()

    def clear(self) -> None:
        """Forget the masks."""
        self._msacc_edges: tuple[np.ndarray, np.ndarray] | None = None

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take in `inputs`: prediction and label of one shape, and the class number that makes the mask."""
        name = type(self).__name__
        if len(inputs) != 3:
            raise ValueError(
                f"For '{name}.update', it needs 3 inputs (predicted value, true value, label index), but got "
                f"{len(inputs)}."
            )
        predicted, true = (self._convert_data(a) for a in inputs[:2])
        index = inputs[2]
        if not isinstance(index, (int, float)):
            raise self._msacc_index_error(
                f"For '{name}.update', the label index must be int or float, got {index!r}."
            )
        if index not in predicted and index not in true:
            raise ValueError(
                f"For '{name}.update', the label index {index} is in neither of the inputs."
            )
        if predicted.size == 0 or predicted.shape != true.shape:
            raise ValueError(
                f"For '{name}.update', the inputs must have one shape and not be empty, but got "
                f"{predicted.shape} and {true.shape}."
            )
        self._msacc_edges = self._msacc_masks_to_edges(
            self._msacc_mask(predicted, index), self._msacc_mask(true, index)
        )

    _msacc_index_error: type[Exception] = ValueError

    @staticmethod
    def _msacc_mask(values: np.ndarray, index: Any) -> np.ndarray:
        return values if values.dtype == bool else values == index

    def _msacc_masks_to_edges(
        self, predicted: np.ndarray, true: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        erode = _ndimage().binary_erosion
        return erode(predicted) ^ predicted, erode(true) ^ true

    def _msacc_both(self) -> tuple[np.ndarray, np.ndarray]:
        self._msacc_require_samples(self._msacc_edges is not None)
        assert self._msacc_edges is not None
        return self._msacc_edges

    def _msacc_distances(self, edges: np.ndarray, to: np.ndarray) -> np.ndarray:
        """From each edge element to the nearest one of the other mask."""
        if not np.any(edges):
            return np.array([])
        if not np.any(to):
            return np.full(to.shape, np.inf)[edges]
        if self.distance_metric == "euclidean":
            return _ndimage().distance_transform_edt(~to)[edges]
        return _ndimage().distance_transform_cdt(~to, metric=self.distance_metric)[edges]
