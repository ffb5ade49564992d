"""Top-k accuracy."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.nn.metrics.metric import Metric, is_onehot, rearrange_inputs


class TopKCategoricalAccuracy(Metric):
    """The share of samples whose label is among the k highest scores [N, C].

    `k`: an int > 0. `update` takes scores (N, C) and labels (N,), or one-hot (N, C); `eval` gives a
    number.
    """

    def __init__(self, k: int):
        super().__init__()
        self.k = check.integer("TopKCategoricalAccuracy", "k", k)
        if k < 1:
            raise ValueError(
                f"For 'TopKCategoricalAccuracy', the argument 'k' must be at least 1, but got {k}."
            )
        self.clear()

    def clear(self) -> None:
        """Forget everything counted so far."""
        self._correct_num: Any = 0
        self._samples_num = 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take in one batch. `inputs`: scores, labels (class numbers or one-hot)."""
        scores, labels = self._msacc_as_arrays(inputs, 2)
        if scores.ndim == labels.ndim and is_onehot(labels):
            labels = labels.argmax(axis=1)
        best = np.argsort(-scores, axis=1)[:, : self.k]
        labels = labels.reshape(-1, 1)
        self._correct_num += np.equal(best, labels).sum()
        self._samples_num += labels.shape[0]

    def eval(self) -> Any:
        """Correct over all; RuntimeError without samples."""
        self._msacc_require_samples(self._samples_num)
        return self._correct_num / self._samples_num


class Top1CategoricalAccuracy(TopKCategoricalAccuracy):
    """Top-k accuracy with k = 1.

    `update` takes scores (N, C) and labels (N,), or one-hot (N, C); `eval` gives a number.
    """

    def __init__(self) -> None:
        super().__init__(1)


class Top5CategoricalAccuracy(TopKCategoricalAccuracy):
    """Top-k accuracy with k = 5.

    `update` takes scores (N, C) and labels (N,), or one-hot (N, C); `eval` gives a number.
    """

    def __init__(self) -> None:
        super().__init__(5)
