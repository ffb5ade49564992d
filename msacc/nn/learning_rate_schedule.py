"""Learning rates as Cells: functions of the step that live inside the compiled train step."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.core.op import exported_names
from msacc.ops.update import learning_rates


class LearningRateSchedule(Layer):
    """Base class of learning rates that an optimizer asks for anew in every step.

    Define `construct(global_step)`: `global_step` is the 0-based step, an Int32 Tensor of shape
    [1]; give a Float32 Tensor of one value. NotImplementedError where `construct` is not defined.
    """

    def construct(self, global_step: Tensor) -> Tensor:
        raise NotImplementedError(
            f"{type(self).__name__} is a LearningRateSchedule and must define construct(self, global_step)."
        )


class _Decay(LearningRateSchedule):
    """What the three decays from a starting rate share."""

    _msacc_rule: ClassVar[Callable[..., Any]]

    def __init__(
        self, learning_rate: float, decay_rate: float, decay_steps: int, is_stair: bool = False
    ):
        super().__init__()
        where = type(self).__name__
        self.learning_rate = check.positive_float(where, "learning_rate", learning_rate)
        self.decay_rate = check.positive_float(where, "decay_rate", decay_rate)
        self.decay_steps = check.positive_int(where, "decay_steps", decay_steps)
        self.is_stair = check.boolean(where, "is_stair", is_stair)

    def construct(self, global_step: Tensor) -> Any:
        rule = type(self)._msacc_rule
        return rule(
            global_step, self.learning_rate, self.decay_rate, self.decay_steps, self.is_stair
        )


@holds("cast", "pow")
class ExponentialDecayLR(_Decay):
    """A learning rate that falls exponentially.

    `rate = learning_rate * decay_rate^(step / decay_steps)`

    `learning_rate`, `decay_rate`: floats > 0.
    `decay_steps`: int > 0.
    `is_stair`: floor the exponent.

    Raises TypeError for other types, ValueError for numbers that are not positive.
    """

    _msacc_rule = staticmethod(learning_rates.exponential_decay)


@holds("cast", "pow", math_e=math.e)
class NaturalExpDecayLR(_Decay):
    """A learning rate that falls by powers of e, whatever `decay_steps`, unless `is_stair`.

    `rate = learning_rate * exp(-decay_rate * step)`

    `learning_rate`, `decay_rate`: floats > 0.
    `decay_steps`: int > 0.
    `is_stair`: take the step in whole multiples of `decay_steps`.

    Raises TypeError for other types, ValueError for numbers that are not positive.
    """

    _msacc_rule = staticmethod(learning_rates.natural_exp_decay)


@holds("cast")
class InverseDecayLR(_Decay):
    """A learning rate that falls with the inverse of the step.

    `rate = learning_rate / (1 + decay_rate * step / decay_steps)`

    `learning_rate`, `decay_rate`: floats > 0.
    `decay_steps`: int > 0.
    `is_stair`: floor step / decay_steps.

    Raises TypeError for other types, ValueError for numbers that are not positive.
    """

    _msacc_rule = staticmethod(learning_rates.inverse_decay)


@holds("cast", "cos", "min", "sin", math_pi=math.pi)
class CosineDecayLR(LearningRateSchedule):
    """Half a cosine from `max_lr` at step 0 to `min_lr` at step `decay_steps`, then `min_lr`.

    `rate = min_lr + (max_lr - min_lr) * (1 + cos(pi * step / decay_steps)) / 2`

    `min_lr`: float >= 0.
    `max_lr`: float > min_lr.
    `decay_steps`: int > 0.

    Raises TypeError for other types, ValueError for values out of these ranges.
    """

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

    def construct(self, global_step: Tensor) -> Any:
        return learning_rates.cosine_decay(global_step, self.min_lr, self.max_lr, self.decay_steps)


@holds("ceil", "max", "min", "pow")
class PolynomialDecayLR(LearningRateSchedule):
    """A learning rate that falls by a power of the steps left.

    `rate = (learning_rate - end_learning_rate) * (1 - step / decay_steps)^power + end_learning_rate`

    `learning_rate`: float > 0.
    `end_learning_rate`: float >= 0.
    `decay_steps`: int > 0.
    `power`: float > 0.

    After `decay_steps` the rate stays, or with `update_decay_steps` starts over with the next
    multiple of `decay_steps`.

    Called with the step, an Int32 Tensor, it returns a Float32 Tensor of one value.

    Raises TypeError for other types, ValueError for values out of these ranges. As in MindSpore.
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
        self.decay_steps = check.positive_int(where, "decay_steps", decay_steps)
        self.start_learning_rate = learning_rate
        self.diff_learning_rate = learning_rate - end_learning_rate
        self.power = check.positive_float(where, "power", power)
        self.update_decay_steps = check.boolean(where, "update_decay_steps", update_decay_steps)

    def construct(self, global_step: Tensor) -> Any:
        span = self.learning_rate, self.end_learning_rate, self.decay_steps
        return learning_rates.polynomial_decay(
            global_step, *span, self.power, self.update_decay_steps
        )


@holds("cast", "min")
class WarmUpLR(LearningRateSchedule):
    """A learning rate that grows to its full value, then is constant.

    `rate = learning_rate * min(step / warmup_steps, 1)`

    `learning_rate`: float >= 0.
    `warmup_steps`: int > 0.

    Called with the step, an Int32 Tensor, it returns a Float32 Tensor of one value.

    Raises TypeError for other types, ValueError for values out of these ranges. As in MindSpore.
    """

    def __init__(self, learning_rate: float, warmup_steps: int):
        super().__init__()
        self.learning_rate = check.non_negative_float("WarmUpLR", "learning_rate", learning_rate)
        self.warmup_steps = check.positive_int("WarmUpLR", "warmup_steps", warmup_steps)

    def construct(self, global_step: Tensor) -> Any:
        return learning_rates.warm_up(global_step, self.learning_rate, self.warmup_steps)


__all__ = exported_names(globals())
