"""Metric: the base class of metrics over a dataset."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from msacc.common.short_repr import ReprByAttributes
from msacc.common.tensor import Tensor


def rearrange_inputs(func: Callable[..., Any]) -> Callable[..., Any]:
    """For `func`, a metric's `update`: take the inputs that `set_indexes` chose, in that order."""

    @functools.wraps(func)
    def wrapper(self: Metric, *inputs: object) -> Any:
        indexes = self.indexes
        return func(self, *([inputs[i] for i in indexes] if indexes else inputs))

    return wrapper


class Metric(ReprByAttributes, ABC):
    """Base class: define `clear()`, `update(*inputs)` and `eval()`; TypeError when it is made itself.

    Inputs are Tensors, numpy arrays or lists; computation is in numpy.
    """

    _indexes: list[int] | None = None

    def __init__(self) -> None:
        self._indexes = None

    def _convert_data(self, data: Any) -> np.ndarray:
        """numpy values of a Tensor, list or array; TypeError for anything else."""
        if isinstance(data, Tensor):
            return data.asnumpy()
        if isinstance(data, (list, np.ndarray)):
            return np.asarray(data)
        raise TypeError(
            "For 'Metric' and its derived classes, the input data type must be tensor, list or "
            f"numpy.ndarray, but got {type(data)}."
        )

    def _msacc_as_arrays(
        self, inputs: Any, count: int, what: str = "predicted value, true value"
    ) -> list[np.ndarray]:
        """Exactly `count` inputs as numpy arrays; raises ValueError for another number."""
        if len(inputs) != count:
            name = type(self).__name__
            plural = "input" if count == 1 else "inputs"
            raise ValueError(
                f"For '{name}.update', it needs {count} {plural} ({what}), but got {len(inputs)}."
            )
        return [self._convert_data(item) for item in inputs]

    def _msacc_require_samples(self, samples: int) -> None:
        """Raises RuntimeError when no samples were counted."""
        if not samples:
            raise RuntimeError(
                f"The '{type(self).__name__}' can not be calculated, because the number of samples is 0: "
                "the inputs were empty, or eval() was called before update()."
            )

    @property
    def indexes(self) -> list[int] | None:
        """Which of the network's outputs `update` takes; None for all."""
        return getattr(self, "_indexes", None)

    def set_indexes(self, indexes: list[int]) -> Metric:
        """Choose which outputs `update` takes by `indexes`; returns self; ValueError unless a list of int."""
        if not isinstance(indexes, list) or not all(isinstance(i, int) for i in indexes):
            raise ValueError(
                "For 'set_indexes', the argument 'indexes' must be a list and all its elements must be int, "
                f"please check whether it is correct: got {indexes!r}."
            )
        self._indexes = indexes
        return self

    def __call__(self, *inputs: Any) -> Any:
        """The value over these inputs alone."""
        self.clear()
        self.update(*inputs)
        return self.eval()

    @abstractmethod
    def clear(self) -> None:
        """Forget everything counted so far."""
        raise NotImplementedError(f"{type(self).__name__} must define clear().")

    @abstractmethod
    def update(self, *inputs: Any) -> None:
        """Take in one batch: `inputs` are what the evaluation network returns."""
        raise NotImplementedError(f"{type(self).__name__} must define update().")

    @abstractmethod
    def eval(self) -> Any:
        """The value over all batches since `clear`."""
        raise NotImplementedError(f"{type(self).__name__} must define eval().")


class EvaluationBase(Metric):
    """What metrics over classes share: `eval_type` is 'classification' or 'multilabel'."""

    _msacc_argument_attributes = {"eval_type": "_type"}

    def __init__(self, eval_type: str):
        super().__init__()
        if eval_type not in ("classification", "multilabel"):
            raise TypeError(
                "The argument 'eval_type' must be 'classification' or 'multilabel', but got "
                f"{eval_type!r}."
            )
        self._type = eval_type
        self._class_num = 0

    def _msacc_pair(self, inputs: Any) -> tuple[np.ndarray, np.ndarray]:
        """(predictions, labels), checked; one-hot labels become class numbers."""
        predicted, true = self._msacc_as_arrays(inputs, 2)
        if self._type == "classification" and predicted.ndim == true.ndim and is_onehot(true):
            true = true.argmax(axis=1)
        self._check_shape(predicted, true)
        self._check_value(predicted, true)
        self._msacc_check_classes(predicted)
        return predicted, true

    def _check_shape(self, y_pred: np.ndarray, y: np.ndarray) -> None:
        if self._type != "classification":
            if y_pred.shape != y.shape:
                raise ValueError(
                    f"In {self._type} case, the shape of y_pred (predicted value) should equal to the shape "
                    f"of y (true value), but got y_pred shape: {y_pred.shape} and y shape: {y.shape}."
                )
            return
        if y_pred.ndim != y.ndim + 1:
            raise ValueError(
                "In classification case, y_pred (predicted value) should have one dimension more than y "
                f"(true value), but got y_pred dimension: {y_pred.ndim} and y dimension: {y.ndim}."
            )
        if y.shape != (y_pred.shape[0], *y_pred.shape[2:]):
            raise ValueError(
                "In classification case, y (true value) should have the shape of y_pred (predicted value) "
                f"without its axis 1, but got y_pred shape {y_pred.shape} and y shape {y.shape}."
            )

    def _check_value(self, y_pred: np.ndarray, y: np.ndarray) -> None:
        binary = (
            all(np.equal(a**2, a).all() for a in (y_pred, y))
            if self._type != "classification"
            else True
        )
        if not binary:
            raise ValueError(
                "In multilabel case, all elements in y_pred (predicted value) and y (true value) should be 0 "
                "or 1."
            )

    def _msacc_check_classes(self, y_pred: np.ndarray) -> None:
        """Every batch must have as many classes (axis 1) as the first."""
        if self._class_num == 0:
            self._class_num = y_pred.shape[1]
        elif y_pred.shape[1] != self._class_num:
            raise ValueError(
                f"For '{type(self).__name__}.update', class number not match: earlier predictions hold "
                f"{self._class_num} classes, these hold {y_pred.shape[1]}."
            )


def is_onehot(data: np.ndarray) -> bool:
    """Whether every row along axis 1 holds a single 1 and zeros."""
    if data.ndim < 2 or not np.equal(data**2, data).all():
        return False
    return bool(np.equal(data.sum(axis=1), 1).all())
