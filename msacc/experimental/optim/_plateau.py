"""SequentialLR and ReduceLROnPlateau."""

from __future__ import annotations

import math
from bisect import bisect_right
from typing import TYPE_CHECKING

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.experimental.optim._scheduler import LRScheduler, each_rate
from msacc.experimental.optim.optimizer import Optimizer

if TYPE_CHECKING:
    from msacc.common.argument_types import Floats


class SequentialLR:
    """Several schedulers of one optimizer, the next taking over at each epoch in `milestones`.

    `optimizer`: one of `experimental.optim` or `mint.optim`.
    `schedulers`: of that optimizer.
    `milestones`: rising ints, one fewer than schedulers.
    `last_epoch`: -1, or the epoch to go on from.

    ValueError where they do not fit.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        schedulers: list[LRScheduler],
        milestones: list[int],
        last_epoch: int = -1,
    ):
        for i, scheduler in enumerate(schedulers):
            if scheduler.optimizer is not optimizer:
                raise ValueError(f"The scheduler at index {i} belongs to another optimizer.")
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                "There must be one scheduler more than milestones, but got "
                f"{len(schedulers)} and {len(milestones)}."
            )
        self._schedulers, self.milestones, self.optimizer = schedulers, milestones, optimizer
        self.last_epoch = last_epoch + 1
        for group, lr_parameter in zip(optimizer.param_groups, optimizer.lrs, strict=True):
            lr_parameter.set_data(float(group["initial_lr"]))
        for scheduler in schedulers:
            scheduler.last_epoch -= 1
        schedulers[0].step()
        self._last_lr = schedulers[0]._last_lr

    def step(self) -> None:
        """Move on by one epoch."""
        self.last_epoch += 1
        number = bisect_right(self.milestones, self.last_epoch)
        starts = number > 0 and self.milestones[number - 1] == self.last_epoch
        self._schedulers[number].step(*((0,) if starts else ()))

    def get_last_lr(self) -> list[Tensor]:
        """The groups' rates now, as Tensors."""
        return [rate.value() for rate in self._last_lr]


class ReduceLROnPlateau:
    """Times `factor` when the value given to `step` has not improved for `patience` steps.

    `optimizer`: one of `experimental.optim` or `mint.optim`.
    `mode`: 'min' or 'max'; `factor` < 1.
    `patience`: an int.
    `threshold`: the least improvement that counts, relative or absolute by `threshold_mode` 'rel' or 'abs'.
    `cooldown`: steps of rest after a change.
    `min_lr`: the least rate, a number or one per group.
    `eps`: smaller changes are left out.

    ValueError for another mode, factor or number of rates, TypeError for another optimizer.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr: Floats = 0,
        eps: float = 1e-8,
    ):
        if factor >= 1.0:
            raise ValueError(f"The lr factor should be less than 1.0, but got {factor}.")
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"Expected an `Optimizer`, but got type {type(optimizer).__name__}")
        check.choice("ReduceLROnPlateau", "mode", mode, ("min", "max"))
        check.choice("ReduceLROnPlateau", "threshold_mode", threshold_mode, ("rel", "abs"))
        self.optimizer, self.mode, self.factor, self.patience = optimizer, mode, factor, patience
        self.threshold, self.threshold_mode, self.cooldown, self.eps = (
            threshold,
            threshold_mode,
            cooldown,
            eps,
        )
        self.min_lrs = each_rate(optimizer, min_lr, "min_lrs")
        self.best = math.inf if mode == "min" else -math.inf
        self.last_epoch = self.cooldown_counter = self.wait = 0
        self._last_lr = list(optimizer.lrs)

    def step(self, metrics: Tensor | float) -> bool:
        """Take in the value of this epoch, `metrics`, a number or a Tensor of one; returns True."""
        self.last_epoch += 1
        value = float(metrics)
        if self._improves(value):
            self.best, self.wait = value, 0
        else:
            self.wait += 1
        if self.in_cooldown():
            self.cooldown_counter -= 1
            self.wait = 0
        if self.wait > self.patience:
            self._lower()
            self.cooldown_counter, self.wait = self.cooldown, 0
        return True

    def in_cooldown(self) -> bool:
        """Whether it rests after a change."""
        return self.cooldown_counter > 0

    def _improves(self, value: float) -> bool:
        sign = -1 if self.mode == "min" else 1
        if self.threshold_mode == "rel":
            bound = self.best * (1 + sign * self.threshold)
        else:
            bound = self.best + sign * self.threshold
        return value < bound if self.mode == "min" else value > bound

    def _lower(self) -> None:
        for lr_parameter, low in zip(self._last_lr, self.min_lrs, strict=True):
            before = float(lr_parameter)
            after = max(before * self.factor, low)
            if before - after > self.eps:
                lr_parameter.set_data(after)

    def get_last_lr(self) -> list[Tensor]:
        """The groups' rates now, as Tensors."""
        return [rate.value() for rate in self._last_lr]
