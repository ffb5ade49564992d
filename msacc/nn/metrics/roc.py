"""ROC."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.nn.metrics.metric import Metric, rearrange_inputs

Curve = tuple[Any, Any, Any]


class ROC(Metric):
    """The receiver operating characteristic of the last batch.

    Binary: scores and labels of one shape, `pos_label` (1) is the positive class. `class_num` classes:
    scores [N, C], one curve a class. `eval` returns (false positive rates, true positive rates,
    thresholds), lists of them with several classes.
    """

    def __init__(self, class_num: int | None = None, pos_label: int | None = None):
        super().__init__()
        for name, value in (("class_num", class_num), ("pos_label", pos_label)):
            if value is not None:
                check.integer("ROC", name, value)
        self.class_num, self.pos_label = class_num, pos_label
        self.clear()

    def clear(self) -> None:
        """Forget the batch."""
        self.y_pred: Any = 0
        self.y: Any = 0
        self._is_update = False

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take in one batch, `inputs`: scores, labels; it replaces the one before."""
        scores, labels = self._msacc_as_arrays(inputs, 2)
        if scores.ndim == labels.ndim:
            if self.class_num not in (None, 1):
                raise ValueError(
                    f"For 'ROC', scores shaped like the labels mean one class, but 'class_num' is {self.class_num}."
                )
            self.class_num, self.pos_label = 1, 1 if self.pos_label is None else self.pos_label
            scores = scores.ravel()
        elif scores.ndim == labels.ndim + 1:
            self._msacc_check_several(scores)
        else:
            raise ValueError(
                "For 'ROC', the predicted value must have the dimensions of the true value, or one more, but "
                f"got {scores.ndim} and {labels.ndim}."
            )
        self.y_pred, self.y, self._is_update = scores, labels.ravel(), True

    def _msacc_check_several(self, scores: np.ndarray) -> None:
        if self.pos_label is not None:
            raise ValueError(
                f"For 'ROC', several classes take no 'pos_label', but got {self.pos_label}."
            )
        if self.class_num != scores.shape[1]:
            raise ValueError(
                f"For 'ROC', 'class_num' must be the number of classes in the predicted value, but got "
                f"{self.class_num} and {scores.shape[1]}."
            )

    def eval(self) -> Curve:
        """The curve or curves; RuntimeError before `update`."""
        self._msacc_require_samples(self._is_update)
        if self.class_num == 1:
            return _curve(self.y_pred, self.y, self.pos_label)
        curves = [_curve(self.y_pred[:, c], self.y, c) for c in range(self.class_num or 0)]
        return tuple(list(part) for part in zip(*curves, strict=True))  # type: ignore[return-value]


def _curve(scores: np.ndarray, labels: np.ndarray, positive: Any) -> Curve:
    order = np.argsort(-scores)
    scores, hits = scores[order], (labels[order] == positive).astype(np.int64)
    # A point wherever the score changes, and at the end.
    ends = np.append(np.where(np.diff(scores))[0], scores.size - 1)
    true = np.cumsum(hits)[ends]
    false = 1 + ends - true
    true, false = np.append(0, true), np.append(0, false)
    if false[-1] <= 0 or true[-1] <= 0:
        kind = "negative" if false[-1] <= 0 else "positive"
        raise ValueError(f"For 'ROC.eval', there are no {kind} samples in the true value.")
    thresholds = np.append(scores[ends][0] + 1, scores[ends])
    return false / false[-1], true / true[-1], thresholds
