"""The common base of Precision and Recall: true positives and positives by class or by sample."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.nn.metrics.metric import EvaluationBase, rearrange_inputs

EPS = sys.float_info.min


def as_onehot(where: str, scores: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Predicted and true classes as one-hot rows; ValueError for a label beyond the classes."""
    classes = scores.shape[1]
    if labels.max() + 1 > classes:
        raise ValueError(
            f"For '{where}.update', the true value holds class {labels.max()}, but the predictions only "
            f"{classes} classes."
        )
    return np.eye(classes)[scores.argmax(axis=1).reshape(-1)], np.eye(classes)[labels.reshape(-1)]


class PositiveRate(EvaluationBase):
    """True positives over what `_msacc_base` counts: by class, or by sample for 'multilabel'."""

    def __init__(self, eval_type: str = "classification"):
        super().__init__(eval_type)
        self.eps = EPS
        self.clear()

    def clear(self) -> None:
        """Forget everything counted so far."""
        self._class_num = 0
        empty: Any = np.empty(0) if self._type == "multilabel" else 0
        self._true_positives, self._msacc_counted = empty, empty

    def _msacc_base(self, predicted: np.ndarray, true: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take in one batch. `inputs`: predictions, labels, Tensors or arrays."""
        predicted, true = self._msacc_pair(inputs)
        if self._type == "classification":
            predicted, true = as_onehot(type(self).__name__, predicted, true)
            self._true_positives = self._true_positives + (true * predicted).sum(axis=0)
            self._msacc_counted = self._msacc_counted + self._msacc_base(predicted, true).sum(
                axis=0
            )
            return
        predicted, true = (a.swapaxes(1, 0).reshape(self._class_num, -1) for a in (predicted, true))
        hits, counted = (
            (true * predicted).sum(axis=0),
            self._msacc_base(predicted, true).sum(axis=0),
        )
        self._true_positives = np.concatenate((self._true_positives, hits))
        self._msacc_counted = np.concatenate((self._msacc_counted, counted))

    def eval(self, average: bool = False) -> Any:
        """The rate of each class (sample for 'multilabel'), or their mean for `average`; RuntimeError without
        samples.
        """
        self._msacc_require_samples(self._class_num)
        check.boolean(type(self).__name__, "average", average)
        rates = self._true_positives / (self._msacc_counted + self.eps)
        return rates.mean() if average else rates
