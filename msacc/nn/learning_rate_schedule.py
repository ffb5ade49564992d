"""Learning rates as Cells: functions of the step that live inside the compiled train step."""

from __future__ import annotations

import math
from typing import Any

import torch

from msacc.common import checks as check
from msacc.common.tensor import Tensor, wrap
from msacc.nn.layer.held import Layer, holds


class LearningRateSchedule(Layer):
    """Base class: define `construct(global_step)`, the 0-based step as an Int32 Tensor."""

    def construct(self, global_step: Tensor) -> Tensor:
        raise NotImplementedError(
            f"{type(self).__name__} is a LearningRateSchedule and must define construct(self, global_step)."
        )


def _float_step(global_step: Any) -> torch.Tensor:
    step = global_step._t if isinstance(global_step, Tensor) else torch.as_tensor(global_step)
    return step.to(torch.float32)


class _Decay(LearningRateSchedule):
    """What the three decays from a starting rate share."""

    def __init__(
        self, learning_rate: float, decay_rate: float, decay_steps: int, is_stair: bool = False
    ):
        super().__init__()
        where = type(self).__name__
        self.learning_rate = check.positive_float(where, "learning_rate", learning_rate)
        self.decay_rate = check.positive_float(where, "decay_rate", decay_rate)
        self.decay_steps = check.positive_int(where, "decay_steps", decay_steps)
        self.is_stair = check.boolean(where, "is_stair", is_stair)

    def _progress(self, global_step: Any) -> torch.Tensor:
        progress = _float_step(global_step) / self.decay_steps
        return torch.floor(progress) if self.is_stair else progress


@holds("cast", "pow")
class ExponentialDecayLR(_Decay):
    """learning_rate * decay_rate ** (step / decay_steps); the exponent is floored if `is_stair`."""

    def construct(self, global_step: Tensor) -> Tensor:
        return wrap(self.learning_rate * self.decay_rate ** self._progress(global_step))


@holds("cast", "pow", math_e=math.e)
class NaturalExpDecayLR(_Decay):
    """learning_rate * exp(-decay_rate * step); `is_stair` moves in whole multiples of decay_steps."""

    def construct(self, global_step: Tensor) -> Tensor:
        step = _float_step(global_step)
        if self.is_stair:
            step = torch.floor(step / self.decay_steps) * self.decay_steps
        return wrap(self.learning_rate * torch.exp(-self.decay_rate * step))


@holds("cast")
class InverseDecayLR(_Decay):
    """learning_rate / (1 + decay_rate * step / decay_steps); floored if `is_stair`."""

    def construct(self, global_step: Tensor) -> Tensor:
        return wrap(self.learning_rate / (1.0 + self.decay_rate * self._progress(global_step)))


@holds("cast", "cos", "min", "sin", math_pi=math.pi)
class CosineDecayLR(LearningRateSchedule):
    """Half a cosine from `max_lr` at step 0 to `min_lr` at `decay_steps`, then constant."""

    def __init__(self, min_lr: float, max_lr: float, decay_steps: int):
        super().__init__()
        where = type(self).__name__
        self.min_lr = check.non_negative_float(where, "min_lr", min_lr)
        self.max_lr = check.positive_float(where, "max_lr", max_lr)
        self.decay_steps = check.positive_int(where, "decay_steps", decay_steps)
        if self.min_lr >= self.max_lr:
            raise ValueError(
                "For 'CosineDecayLR', the 'max_lr' must be greater than the 'min_lr', but got "
                f"'max_lr' {max_lr}, 'min_lr' {min_lr}."
            )
        self.delta = 0.5 * (max_lr - min_lr)

    def construct(self, global_step: Tensor) -> Tensor:
        step = _float_step(global_step).clamp(max=float(self.decay_steps))
        cosine = torch.cos(step / self.decay_steps * math.pi)
        return wrap(self.min_lr + 0.5 * (self.max_lr - self.min_lr) * (1.0 + cosine))


@holds("ceil", "max", "min", "pow")
class PolynomialDecayLR(LearningRateSchedule):
    """From `learning_rate` to `end_learning_rate` as a power of the progress.

    `update_decay_steps`: after `decay_steps`, start over with the next multiple of it instead of
    staying at the end rate.
    """

    def __init__(
        self,
        learning_rate: float,
        end_learning_rate: float,
        decay_steps: int,
        power: float,
        update_decay_steps: bool = False,
    ):
        super().__init__()
        where = type(self).__name__
        self.learning_rate = check.positive_float(where, "learning_rate", learning_rate)
        self.end_learning_rate = check.non_negative_float(
            where, "end_learning_rate", end_learning_rate
        )
        if self.end_learning_rate >= self.learning_rate:
            raise ValueError(
                "For 'PolynomialDecayLR', the 'learning_rate' must be greater than the "
                f"'end_learning_rate', but got {learning_rate} and {end_learning_rate}."
            )
        self.decay_steps = check.positive_int(where, "decay_steps", decay_steps)
        self.start_learning_rate = learning_rate
        self.diff_learning_rate = learning_rate - end_learning_rate
        self.power = check.positive_float(where, "power", power)
        self.update_decay_steps = check.boolean(where, "update_decay_steps", update_decay_steps)

    def construct(self, global_step: Tensor) -> Tensor:
        step, length = _float_step(global_step), float(self.decay_steps)
        if self.update_decay_steps:
            span = length * torch.ceil(step / length).clamp(min=1.0)
        else:
            span = torch.full_like(step, length)
            step = step.clamp(max=length)
        left = (1.0 - step / span) ** self.power
        return wrap((self.learning_rate - self.end_learning_rate) * left + self.end_learning_rate)


@holds("cast", "min")
class WarmUpLR(LearningRateSchedule):
    """Linear from 0 at step 0 to `learning_rate` at `warmup_steps`, then constant."""

    def __init__(self, learning_rate: float, warmup_steps: int):
        super().__init__()
        self.learning_rate = check.non_negative_float("WarmUpLR", "learning_rate", learning_rate)
        self.warmup_steps = check.positive_int("WarmUpLR", "warmup_steps", warmup_steps)

    def construct(self, global_step: Tensor) -> Tensor:
        share = _float_step(global_step).clamp(max=float(self.warmup_steps)) / self.warmup_steps
        return wrap(self.learning_rate * share)


__all__ = [
    "CosineDecayLR",
    "ExponentialDecayLR",
    "InverseDecayLR",
    "LearningRateSchedule",
    "NaturalExpDecayLR",
    "PolynomialDecayLR",
    "WarmUpLR",
]
