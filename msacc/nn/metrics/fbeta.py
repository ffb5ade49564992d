"""F-beta and F1."""

from __future__ import annotations

from typing import Any

from msacc.common import checks as check
from msacc.nn.metrics._classification_rates import EPS, as_onehot
from msacc.nn.metrics.metric import Metric, is_onehot, rearrange_inputs


class Fbeta(Metric):
    """(1 + beta²) * true positives / (beta² * actual positives + predicted positives), for each class.

    `beta`: a float > 0. `update` takes scores (N, C) and labels (N,), or one-hot (N, C);
    `eval(average=False)` gives an array (C,), or its mean.
    """

    def __init__(self, beta: float):
        super().__init__()
        if not beta > 0:
            raise ValueError(
                f"For 'Fbeta', the argument 'beta' must be greater than 0, but got {beta}."
            )
        self.beta, self.eps = beta, EPS
        self.clear()

    def clear(self) -> None:
        """Forget everything counted so far."""
        self._true_positives: Any = 0
        self._actual_positives: Any = 0
        self._positives: Any = 0
        self._class_num = 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take in one batch. `inputs`: predictions, labels, Tensors or arrays."""
        predicted, true = self._msacc_as_arrays(inputs, 2)
        if predicted.ndim == true.ndim and is_onehot(true):
            true = true.argmax(axis=1)
        if self._class_num not in (0, predicted.shape[1]):
            raise ValueError(
                f"For 'Fbeta.update', class number not match: earlier predictions hold {self._class_num} "
                f"classes, these hold {predicted.shape[1]}."
            )
        self._class_num = predicted.shape[1]
        predicted, true = as_onehot("Fbeta", predicted, true)
        self._true_positives += (true * predicted).sum(axis=0)
        self._positives += predicted.sum(axis=0)
        self._actual_positives += true.sum(axis=0)

    def eval(self, average: bool = False) -> Any:
        """The value of each class, or their mean for `average`; RuntimeError without samples."""
        check.boolean("Fbeta", "average", average)
        self._msacc_require_samples(self._class_num)
        square = self.beta**2
        below = square * self._actual_positives + self._positives + self.eps
        values = (1.0 + square) * self._true_positives / below
        return values.mean() if average else values


class F1(Fbeta):
    """F-beta with beta = 1.

    `update` and `eval` are those of `Fbeta`.
    """

    def __init__(self) -> None:
        super().__init__(1.0)
