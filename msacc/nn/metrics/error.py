"""Mean absolute and mean squared error."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.nn.metrics.metric import Metric, rearrange_inputs


class _Error(Metric):
    """A sum of errors over the number of samples (axis 0)."""

    def __init__(self) -> None:
        super().__init__()
        self.clear()

    def clear(self) -> None:
        """Forget everything counted so far."""
        self._msacc_sum: Any = 0
        self._samples_num = 0

    def _msacc_error(self, difference: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    @rearrange_inputs
    def update(self, *inputs: object) -> None:
        """Take in one batch. `inputs`: predictions, true values, Tensors or arrays."""
        predicted, true = self._msacc_as_arrays(inputs, 2)
        self._msacc_sum += self._msacc_error(true.reshape(predicted.shape) - predicted).sum()
        self._samples_num += true.shape[0]

    def eval(self) -> Any:
        """The mean error per sample; RuntimeError without samples."""
        self._msacc_require_samples(self._samples_num)
        return self._msacc_sum / self._samples_num


class MAE(_Error):
    """Sum of |difference| per sample.

    `update` takes two Tensors or arrays of one shape; `eval` gives the mean over samples.
    """

    def _msacc_error(self, difference: np.ndarray) -> np.ndarray:
        return np.abs(difference)


class MSE(_Error):
    """Sum of squared differences per sample.

    `update` takes two Tensors or arrays of one shape; `eval` gives the mean over samples.
    """

    def _msacc_error(self, difference: np.ndarray) -> np.ndarray:
        return np.power(difference, 2)
