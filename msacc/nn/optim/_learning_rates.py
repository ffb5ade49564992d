"""The internal forms of learning rates and weight decays in an optimizer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.common.warn_once import once
from msacc.nn.cell import Cell
from msacc.nn.learning_rate_schedule import LearningRateSchedule
from msacc.ops.update.learning_rates import rate_at_step

# A learning rate as the user gives it: fixed, one for each step, or a schedule.
LearningRate: TypeAlias = float | Tensor | Iterable[float] | LearningRateSchedule
Rate = Any  # a float32 Tensor (0-d: fixed, 1-d: one value per step) or a LearningRateSchedule


def read_rate(value: LearningRate, where: str) -> Rate:
    """A learning rate as the user gave it, checked; TypeError or ValueError for what is none."""
    if isinstance(value, (int, float)):
        return Tensor(
            check.non_negative_float(where, "learning_rate", float(value)), mstype.float32
        )
    if isinstance(value, LearningRateSchedule):
        return value
    if isinstance(value, Tensor):
        return _read_tensor(value)
    if isinstance(value, str):
        raise ValueError(
            f"For 'Optimizer', the argument 'learning_rate' must be a number, but got the string {value!r}: "
            "float(…) makes a number of it."
        )
    if isinstance(value, Iterable):
        return Tensor(np.array(list(value)).astype(np.float32))
    raise TypeError(
        "For 'Optimizer', the argument 'learning_rate' must be int, float, Tensor, Iterable or "
        f"LearningRateSchedule, but got {type(value)}."
    )


def _read_tensor(value: Tensor) -> Tensor:
    if value.ndim > 1:
        raise ValueError(
            "For 'Optimizer', a 'learning_rate' of type Tensor must have 0 dimensions (fixed) or 1 (one "
            f"value per step), but got {value.ndim}."
        )
    if value.ndim == 1 and value.size < 2:
        once(
            "short-lr",
            f"Optimizer: the learning_rate Tensor holds {value.size} value, good for one step.",
        )
    return Tensor(value, mstype.float32)


class ListedRate(LearningRateSchedule):
    """One learning rate per step, held in a Parameter."""

    def __init__(self, values: Tensor, name: str):
        super().__init__()
        self.learning_rate = Parameter(values, name)

    def construct(self, global_step: Tensor) -> Tensor:
        return rate_at_step(global_step, self.learning_rate)


class FixedRate(LearningRateSchedule):
    """A fixed learning rate among groups of which another one changes by step."""

    def __init__(self, learning_rate: Parameter):
        super().__init__()
        self.learning_rate = learning_rate

    def construct(self, global_step: Tensor) -> Tensor:
        return wrap(self.learning_rate._t)


class ScaledDecay(Cell):
    """A weight decay schedule times the loss scale, which the gradients still carry."""

    def __init__(self, weight_decay: Cell, loss_scale: float):
        super().__init__()
        self.weight_decay = weight_decay
        self.loss_scale = loss_scale

    def construct(self, global_step: Tensor) -> Tensor:
        return self.weight_decay(global_step) * self.loss_scale


def read_decay(value: float | Cell, loss_scale: float, where: str) -> float | Cell:
    """A weight decay, multiplied by the loss scale; TypeError or ValueError for what is none."""
    if isinstance(value, Cell):
        return ScaledDecay(value, loss_scale)
    if isinstance(value, (int, float)):
        return check.non_negative_float(where, "weight_decay", float(value)) * loss_scale
    raise TypeError(
        "For 'Optimizer', the argument 'weight_decay' must be int, float or Cell, but got "
        f"{value!r} of {type(value)}."
    )


def build_rate(rate: Rate, name: str, among_changing: bool) -> Any:
    """What the optimizer registers: a Parameter for a fixed rate, a Cell for one that changes."""
    if isinstance(rate, LearningRateSchedule):
        return rate
    if rate.ndim == 1:
        return ListedRate(rate, name)
    fixed = Parameter(rate, name)
    return FixedRate(fixed) if among_changing else fixed


def changes(rate: Rate) -> bool:
    """Whether a rate depends on the step."""
    return isinstance(rate, LearningRateSchedule) or rate.ndim == 1
