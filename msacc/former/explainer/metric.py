"""What measures of explanations have in common: results of samples are gathered, of all or by label."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from msacc import Tensor, log
from msacc._checkparam import check_value_type
from msacc.former.explainer.arrays import format_tensor_to_ndarray
from msacc.former.explainer.attribution import Attribution


def verify_argument(inputs: Any, arg_name: str) -> None:
    """TypeError for what is no Tensor, ValueError unless it is (1, C, H, W)."""
    check_value_type(arg_name, inputs, Tensor)
    if len(inputs.shape) != 4:
        raise ValueError(f"'{arg_name}' must be a 4D Tensor, but its shape is {inputs.shape}.")
    if len(inputs) > 1:
        raise ValueError(
            f"'{arg_name}' must be one sample, but its shape is {inputs.shape}. Call it for each sample."
        )


def label_of(targets: Tensor | int) -> int:
    """The one label; TypeError for what is no int and no Tensor, ValueError for more labels."""
    check_value_type("targets", targets, (int, Tensor))
    if not isinstance(targets, Tensor):
        return targets
    if targets.shape not in ((), (1,)):
        raise ValueError(
            f"'targets' must have the shape () or (1,), but its shape is {targets.shape}."
        )
    return int(targets.asnumpy().item())


def verify_targets(targets: Any, num_labels: int) -> None:
    """As `label_of`; ValueError for a label that is not below `num_labels`."""
    label = label_of(targets)
    if not 0 <= label < num_labels:
        raise ValueError(f"'targets' must be from 0 to {num_labels - 1}, but got {label}.")


def _mean_of_finite(results: Iterable[float]) -> float:
    """0.0 if there is none."""
    finite = [result for result in results if math.isfinite(result)]
    return sum(finite) / len(finite) if finite else 0.0


def _results_of(result: Any) -> list[float]:
    if isinstance(result, float):
        return [result]
    check_value_type("result", result, (float, Tensor, np.ndarray))
    return [float(one) for one in format_tensor_to_ndarray(result).reshape(-1)]


class AttributionMetric:
    """The base of measures of explanations."""

    def __init__(self) -> None:
        self._explainer: Any = None

    def evaluate(self, *args: Any, **kwargs: Any) -> Any:
        """How good an explanation is; derived classes define it."""
        raise NotImplementedError(f"'{type(self).__name__}' must define evaluate.")

    def _record_explainer(self, explainer: Attribution) -> None:
        if self._explainer is not None and self._explainer is not explainer:
            log.info(
                "%s has results of another explainer; reset() forgets them.", type(self).__name__
            )
        self._explainer = explainer


class LabelAgnosticMetric(AttributionMetric):
    """The base of measures that have nothing to do with labels."""

    def __init__(self) -> None:
        super().__init__()
        self._global_results: list[float] = []

    @property
    def performance(self) -> float:
        """The mean of all results that are finite; 0.0 if there is none."""
        return _mean_of_finite(self._global_results)

    def aggregate(self, result: float | Tensor | np.ndarray) -> None:
        """Gather results; TypeError for another type."""
        self._global_results.extend(_results_of(result))

    def get_results(self) -> list[float]:
        """All results."""
        return self._global_results.copy()

    def reset(self) -> None:
        """Forget all results."""
        self._global_results.clear()

    def _check_evaluate_param(self, explainer: Any, inputs: Any) -> None:
        check_value_type("explainer", explainer, Attribution)
        self._record_explainer(explainer)
        verify_argument(inputs, "inputs")


class LabelSensitiveMetric(AttributionMetric):
    """The base of measures for a label.

    `num_labels`: the number of labels, an int > 0; TypeError or ValueError else.
    """

    def __init__(self, num_labels: int) -> None:
        super().__init__()
        self._verify_params(num_labels)
        self._num_labels = num_labels
        self._global_results: dict[int, list[float]] = {}
        self.reset()

    @staticmethod
    def _verify_params(num_labels: Any) -> None:
        check_value_type("num_labels", num_labels, int)
        if num_labels < 1:
            raise ValueError(f"'num_labels' must be greater than 0, but got {num_labels}.")

    @property
    def num_labels(self) -> int:
        """The number of labels."""
        return self._num_labels

    @property
    def class_performances(self) -> list[float]:
        """Of each label the mean of the results that are finite; 0.0 if there is none."""
        return [_mean_of_finite(results) for results in self._global_results.values()]

    @property
    def performance(self) -> float:
        """The mean of all results that are finite; 0.0 if there is none."""
        return _mean_of_finite(one for results in self._global_results.values() for one in results)

    def aggregate(
        self, result: float | Tensor | np.ndarray, targets: int | Tensor | np.ndarray
    ) -> None:
        """Gather results of a label, or of a label each; TypeError for another type, ValueError for other lengths."""
        results = _results_of(result)
        if isinstance(targets, int):
            self._global_results[targets].extend(results)
            return
        labels = format_tensor_to_ndarray(targets).reshape(-1)
        if len(labels) != len(results):
            raise ValueError(
                f"'targets' must be as many as the results {len(results)}, but got {len(labels)}."
            )
        for label, one in zip(labels, results, strict=True):
            self._global_results[int(label)].append(one)

    def get_results(self) -> dict[int, list[float]]:
        """All results by their label."""
        return copy.deepcopy(self._global_results)

    def reset(self) -> None:
        """Forget all results."""
        self._global_results = {label: [] for label in range(self._num_labels)}

    def _check_evaluate_param(
        self, explainer: Any, inputs: Any, targets: Any, saliency: Any
    ) -> None:
        check_value_type("explainer", explainer, Attribution)
        self._record_explainer(explainer)
        verify_argument(inputs, "inputs")
        output = explainer.network(inputs)
        check_value_type("the result of the explainer's network", output, Tensor)
        if output.shape[1] != self._num_labels:
            raise ValueError(
                f"'num_labels' is {self._num_labels}, but the explainer's network gives {output.shape[1]} results."
            )
        verify_targets(targets, self._num_labels)
        check_value_type("saliency", saliency, (Tensor, type(None)))
