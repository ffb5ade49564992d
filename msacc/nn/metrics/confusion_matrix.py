"""ConfusionMatrix and the rates derived from one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from msacc.common import checks as check
from msacc.nn.metrics.metric import Metric, rearrange_inputs

# Predictions of one outcome, by class or in all.
_Counts: TypeAlias = np.ndarray | np.floating
_NORMALIZE = ("target", "prediction", "all", "no_norm")
_DECREASE = ("none", "mean", "sum", "mean_batch", "sum_batch", "mean_channel", "sum_channel")


class ConfusionMatrix(Metric):
    """Counts [true class, predicted class] over `num_classes`.

    Predictions are scores [N, C, ...], class numbers, or floats compared with `threshold`. `normalize`:
    by 'target' (rows), 'prediction' (columns), 'all', or 'no_norm'.
    """

    def __init__(self, num_classes: int, normalize: str = "no_norm", threshold: float = 0.5):
        super().__init__()
        where = "ConfusionMatrix"
        self.num_classes = check.integer(where, "num_classes", num_classes)
        self.normalize = check.choice(where, "normalize", normalize, _NORMALIZE)
        self.threshold = check.floating(where, "threshold", threshold)
        self.clear()

    def clear(self) -> None:
        """Forget everything counted so far."""
        self.confusion_matrix = np.zeros((self.num_classes, self.num_classes))
        self._is_update = False

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take in one batch. `inputs`: predictions, labels, Tensors or arrays."""
        predicted, true = self._msacc_as_arrays(inputs, 2)
        if predicted.ndim not in (true.ndim, true.ndim + 1):
            raise ValueError(
                "For 'ConfusionMatrix.update', the predicted value should have the dimensions of the true "
                f"value, or one more, but got {predicted.ndim} and {true.ndim}."
            )
        if predicted.ndim == true.ndim + 1:
            predicted = np.argmax(predicted, axis=1)
        elif predicted.dtype.kind == "f":
            predicted = (predicted >= self.threshold).astype(int)
        pairs = (true.reshape(-1) * self.num_classes + predicted.reshape(-1)).astype(int)
        counts = np.bincount(pairs, minlength=self.num_classes**2)
        self.confusion_matrix += counts.reshape(self.num_classes, self.num_classes)
        self._is_update = True

    def eval(self) -> np.ndarray:
        """The matrix, float64; RuntimeError before `update`."""
        self._msacc_require_samples(self._is_update)
        matrix = self.confusion_matrix.astype(float)
        axis = {"target": 1, "prediction": 0, "all": None}
        if self.normalize == "no_norm":
            return matrix
        total = matrix.sum(axis=axis[self.normalize], keepdims=True)
        return np.divide(matrix, total, out=np.zeros_like(matrix), where=total != 0)


class ConfusionMatrixMetric(Metric):
    """One rate of the binary confusion matrices of each sample and channel.

    Inputs are 0/1 arrays [N, C, ...]; `skip_channel=False` leaves channel 0 out. `metric_name`: such as
    'sensitivity', 'precision', 'f1_score'. `calculation_method=False` adds up all counts first; True
    takes the rate of each sample and channel and reduces them by `decrease`. NotImplementedError for
    an unknown name.
    """

    def __init__(
        self,
        skip_channel: bool = True,
        metric_name: str = "sensitivity",
        calculation_method: bool = False,
        decrease: str = "mean",
    ):
        super().__init__()
        where = "ConfusionMatrixMetric"
        self.skip_channel = check.boolean(where, "skip_channel", skip_channel)
        self.calculation_method = check.boolean(where, "calculation_method", calculation_method)
        self.metric_name = check.instance(where, "metric_name", metric_name, str)
        check.instance(where, "decrease", decrease, str)
        self.decrease = check.choice(where, "decrease", decrease, _DECREASE)
        self.clear()

    def clear(self) -> None:
        """Forget everything counted so far."""
        self._msacc_sum: Any = 0
        self._msacc_count = 0
        self._msacc_totals = np.zeros(4)

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take in one batch. `inputs`: predictions, labels, both of 0 and 1 and of one shape."""
        predicted, true = self._msacc_as_arrays(inputs, 2)
        counts = self._msacc_counts(predicted, true)
        small = predicted.ndim == 2 or (predicted.ndim == 3 and predicted.shape[-1] == 1)
        if not self.calculation_method or small:
            self._msacc_totals += np.nan_to_num(counts).sum(axis=(0, 1))
            self.__dict__["_msacc_by_counts"] = True
            return
        values, weights = _reduced(_rate(self.metric_name, counts), self.decrease)
        number = int(weights.item())
        self._msacc_sum += values.item() * number
        self._msacc_count += number

    def _msacc_counts(self, predicted: np.ndarray, true: np.ndarray) -> np.ndarray:
        """[N, C, (tp, fp, tn, fn)]."""
        if not np.all(true.astype(np.uint8) == true):
            raise ValueError("For 'ConfusionMatrix.update', the true value must hold only 0 and 1.")
        if predicted.ndim < 2 or predicted.shape != true.shape:
            raise ValueError(
                "For 'ConfusionMatrix.update', both inputs need one shape with at least 2 dimensions, but got "
                f"{predicted.shape} and {true.shape}."
            )
        if not self.skip_channel and true.shape[1] > 1:
            predicted, true = predicted[:, 1:], true[:, 1:]
        p, t = (a.astype(float).reshape(*a.shape[:2], -1) for a in (predicted, true))
        tp, tn = (p + t == 2).sum(axis=2).astype(float), (p + t == 0).sum(axis=2).astype(float)
        positive = t.sum(axis=2)
        return np.stack([tp, t.shape[-1] - positive - tn, tn, positive - tp], axis=-1)

    def eval(self) -> Any:
        """The rate; RuntimeError without samples."""
        if self.calculation_method and not self.__dict__.get("_msacc_by_counts"):
            self._msacc_require_samples(self._msacc_count)
            return self._msacc_sum / self._msacc_count
        return np.atleast_1d(_rate(self.metric_name, self._msacc_totals))


def _reduced(values: np.ndarray, how: str) -> tuple[np.ndarray, np.ndarray]:
    """(values over samples and channels, how many were no NaN)."""
    weights = (~np.isnan(values)).astype(float)
    values = np.nan_to_num(values, nan=0.0)
    if how == "sum":
        return values.sum(axis=(0, 1)), weights.sum(axis=(0, 1))
    if how == "mean":
        values, weights = _mean(values, weights, 1)
        return _mean(values, (weights > 0).astype(float), 0)
    if how == "none":
        return values, weights
    axis = 0 if how.endswith("batch") else 1
    if how.startswith("sum"):
        return values.sum(axis=axis), weights.sum(axis=axis)
    return _mean(values, weights, axis)


def _mean(values: np.ndarray, weights: np.ndarray, axis: int) -> tuple[np.ndarray, np.ndarray]:
    count = weights.sum(axis=axis)
    total = values.sum(axis=axis)
    return np.divide(total, count, out=np.zeros_like(total), where=count > 0), count


def _over(a: _Counts, b: _Counts) -> Any:
    """a / b, NaN where b is 0."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    return np.divide(a, b, out=np.full(np.broadcast_shapes(a.shape, b.shape), np.nan), where=b != 0)


def _tpr(
    tp: _Counts,
    fp: _Counts,
    tn: _Counts,
    fn: _Counts,
) -> Any:
    return _over(tp, tp + fn)


def _tnr(
    tp: _Counts,
    fp: _Counts,
    tn: _Counts,
    fn: _Counts,
) -> Any:
    return _over(tn, tn + fp)


def _ppv(
    tp: _Counts,
    fp: _Counts,
    tn: _Counts,
    fn: _Counts,
) -> Any:
    return _over(tp, tp + fp)


def _npv(
    tp: _Counts,
    fp: _Counts,
    tn: _Counts,
    fn: _Counts,
) -> Any:
    return _over(tn, tn + fn)


def _prevalence(
    tp: _Counts,
    fp: _Counts,
    tn: _Counts,
    fn: _Counts,
) -> Any:
    tpr, tnr = _tpr(tp, fp, tn, fn), _tnr(tp, fp, tn, fn)
    return _over(np.sqrt(tpr * (1.0 - tnr)) + tnr - 1.0, tpr + tnr - 1.0)


def _matthews(
    tp: _Counts,
    fp: _Counts,
    tn: _Counts,
    fn: _Counts,
) -> Any:
    return _over(tp * tn - fp * fn, np.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)))


_RATES: dict[str, tuple[str, Callable[..., Any]]] = {
    "tpr": ("sensitivity recall hit_rate true_positive_rate", _tpr),
    "tnr": ("specificity selectivity true_negative_rate", _tnr),
    "ppv": ("precision positive_predictive_value", _ppv),
    "npv": ("negative_predictive_value", _npv),
    "fnr": ("miss_rate false_negative_rate", lambda tp, fp, tn, fn: _over(fn, tp + fn)),
    "fpr": ("fall_out false_positive_rate", lambda tp, fp, tn, fn: _over(fp, tn + fp)),
    "fdr": ("false_discovery_rate", lambda tp, fp, tn, fn: _over(fp, tp + fp)),
    "for": ("false_omission_rate", lambda tp, fp, tn, fn: _over(fn, tn + fn)),
    "pt": ("prevalence_threshold", _prevalence),
    "ts": (
        "threat_score critical_success_index csi",
        lambda tp, fp, tn, fn: _over(tp, tp + fn + fp),
    ),
    "acc": ("accuracy", lambda tp, fp, tn, fn: _over(tp + tn, tp + fp + tn + fn)),
    "ba": ("balanced_accuracy", lambda *c: (_tpr(*c) + _tnr(*c)) / 2.0),
    "f1": ("f1_score", lambda tp, fp, tn, fn: _over(2.0 * tp, 2.0 * tp + fn + fp)),
    "mcc": ("matthews_correlation_coefficient", _matthews),
    "fm": ("fowlkes_mallows_index", lambda *c: np.sqrt(_ppv(*c) * _tpr(*c))),
    "bm": ("informedness bookmaker_informedness", lambda *c: _tpr(*c) + _tnr(*c) - 1.0),
    "mk": ("markedness deltap", lambda *c: _ppv(*c) + _npv(*c) - 1.0),
}
_BY_NAME = {
    name: rule for short, (names, rule) in _RATES.items() for name in (short, *names.split())
}


def _rate(name: str, counts: np.ndarray) -> Any:
    """A rate out of [..., (tp, fp, tn, fn)]."""
    rule = _BY_NAME.get(name.replace(" ", "_").lower())
    if rule is None:
        raise NotImplementedError(f"The metric '{name}' is unknown; known are {sorted(_BY_NAME)}.")
    return rule(*np.moveaxis(counts, -1, 0))
