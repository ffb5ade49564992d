"""Learning rates scaled with the effective batch."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from msacc.common.tensor import Tensor, wrap
from msacc.nn.learning_rate_schedule import LearningRateSchedule

if TYPE_CHECKING:
    from collections.abc import Sequence


class _ScaledRate(LearningRateSchedule):
    """A schedule times a constant."""

    def __init__(self, schedule: LearningRateSchedule, factor: float):
        super().__init__()
        self.schedule, self.factor = schedule, factor

    def construct(self, global_step: Tensor) -> Tensor:
        return wrap(self.schedule(global_step)._t * self.factor)


def scale_learning_rate(
    lr: Tensor | LearningRateSchedule | float | Sequence[float],
    base_batch: int,
    effective_batch: int,
    rule: str = "linear",
) -> Any:
    """A learning rate found for `base_batch` samples per update, for `effective_batch` of them.

    `rule`: "linear" multiplies by their ratio, "sqrt" by its square root. `lr`: a number, a list or
    tuple of numbers, a Tensor or a LearningRateSchedule; the result is of the same kind. Raises
    ValueError for another rule or batches below 1, TypeError for another `lr`.
    """
    for name, value in (("base_batch", base_batch), ("effective_batch", effective_batch)):
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise ValueError(
                f"scale_learning_rate: '{name}' should be an int of 1 or more, but got {value!r}."
            )
    if rule not in ("linear", "sqrt"):
        raise ValueError(
            f"scale_learning_rate: 'rule' should be 'linear' or 'sqrt', but got {rule!r}."
        )
    ratio = effective_batch / base_batch
    return _scaled(lr, ratio if rule == "linear" else math.sqrt(ratio))


def _scaled(lr: Tensor | LearningRateSchedule | float | Sequence[float], factor: float) -> Any:
    if isinstance(lr, Tensor):
        return wrap(lr._t * factor)
    if isinstance(lr, LearningRateSchedule):
        return _ScaledRate(lr, factor)
    if isinstance(lr, (list, tuple)):
        return type(lr)([_scaled(item, factor) for item in lr])
    if isinstance(lr, (int, float)) and not isinstance(lr, bool):
        return lr * factor
    raise TypeError(
        f"scale_learning_rate: 'lr' should be a number, a list, a Tensor or a LearningRateSchedule, got {lr!r}."
    )
