"""Perplexity."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.nn.metrics.metric import Metric, rearrange_inputs


class Perplexity(Metric):
    """exp of the mean negative log probability of the labels; `ignore_label` is left out.

    `ignore_label`: an int or None. `update` takes probabilities (…, C) and labels (…).
    """

    def __init__(self, ignore_label: int | None = None):
        super().__init__()
        if ignore_label is not None:
            check.integer("Perplexity", "ignore_label", ignore_label)
        self.ignore_label = ignore_label
        self.clear()

    def clear(self) -> None:
        """Forget everything counted so far."""
        self._sum_metric, self._num_inst = 0.0, 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take in one batch. `inputs`: probabilities [N, C], labels [N]; RuntimeError where they do not match."""
        probabilities, labels = self._msacc_as_arrays(inputs, 2, "predicted value, label")
        if labels.size != probabilities.size / probabilities.shape[-1]:
            raise RuntimeError(
                "For 'Perplexity.update', every prediction needs one label, but got predicted value shape "
                f"{probabilities.shape}, label shape {labels.shape}."
            )
        labels = labels.reshape(-1).astype(int)
        target_probabilities = probabilities[np.arange(labels.size), labels]
        count = target_probabilities.size
        if self.ignore_label is not None:
            ignored = labels == self.ignore_label
            target_probabilities, count = (
                np.where(ignored, 1, target_probabilities),
                count - int(ignored.sum()),
            )
        self._sum_metric -= np.sum(np.log(np.maximum(1e-10, target_probabilities)))
        self._num_inst += count

    def eval(self) -> float:
        """The perplexity; RuntimeError without samples."""
        self._msacc_require_samples(self._num_inst)
        return math.exp(self._sum_metric / self._num_inst)
