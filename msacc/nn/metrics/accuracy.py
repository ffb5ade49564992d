"""Accuracy."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.nn.metrics.metric import EvaluationBase, rearrange_inputs


class Accuracy(EvaluationBase):
    """The share of correct predictions over all batches since `clear`.

    `eval_type`: 'classification', with predictions (N, C, …) against class numbers (N, …) or
    one-hot labels, ints or floats; or 'multilabel', with 0/1 arrays (N, C, …), where a sample
    counts when all its labels agree. `update(predictions, labels)` takes Tensors, numpy arrays or
    lists; `eval()` returns a float. Raises TypeError for another `eval_type`, ValueError for
    another number of inputs, shapes that do not fit, and values other than 0 and 1 in 'multilabel',
    RuntimeError for `eval()` without samples. As in MindSpore.
    """

    def __init__(self, eval_type: str = "classification"):
        super().__init__(eval_type)
        self.clear()

    def clear(self) -> None:
        """Forget everything counted so far."""
        self._correct_num: Any = 0
        self._total_num = 0
        self._class_num = 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take in one batch. `inputs`: predictions, labels, Tensors or arrays."""
        y_pred, y = self._msacc_pair(inputs)
        if self._type == "classification":
            correct = np.equal(y_pred.argmax(axis=1), y).reshape(-1)
        else:
            flat = [np.moveaxis(a, 1, -1).reshape(-1, self._class_num) for a in (y_pred, y)]
            correct = np.equal(*flat).all(axis=1)
        self._correct_num += correct.sum()
        self._total_num += correct.shape[0]

    def eval(self) -> Any:
        """Correct over all; RuntimeError without samples."""
        self._msacc_require_samples(self._total_num)
        return self._correct_num / self._total_num
