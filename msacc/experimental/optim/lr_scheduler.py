"""Learning rate schedulers over an optimizer's parameter groups, stepped by hand, as in torch."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.experimental.optim._cyclic import CosineAnnealingWarmRestarts, CyclicLR
from msacc.experimental.optim._plateau import ReduceLROnPlateau, SequentialLR
from msacc.experimental.optim._scheduler import LRScheduler, one_each
from msacc.experimental.optim.optimizer import Optimizer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class StepLR(LRScheduler):
    """Times `gamma` every `step_size` epochs.

    `optimizer`: one of `experimental.optim` or `mint.optim`.
    `step_size`: an int.
    `gamma`: a float.
    `last_epoch`: -1, or the epoch to go on from.

    TypeError for other types. A `step_size` of 0 is never over: the rate stays.
    """

    def __init__(
        self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1
    ):
        self.step_size = check.instance("StepLR", "step_size", step_size, int)
        self.gamma = check.floating("StepLR", "gamma", gamma)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The rates times gamma at each multiple of step_size."""
        every = self.step_size
        due = every != 0 and self.last_epoch > 0 and self.last_epoch % every == 0
        return [r * self.gamma if due else r for r in self.rates]

    def _msacc_at(self, epoch: float) -> list[float]:
        times = epoch // self.step_size if self.step_size else 0
        return [base * self.gamma**times for base in self.base_lrs]


class LinearLR(LRScheduler):
    """The initial rate times a factor that moves from `start_factor` to `end_factor` over `total_iters` epochs.

    `optimizer`: one of `experimental.optim` or `mint.optim`; `start_factor` in (0, 1]; `end_factor` in [0,
      1].
    `total_iters`: an int.
    `last_epoch`: -1, or the epoch to go on from.

    TypeError for other types, ValueError for values out of these ranges.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        start_factor: float = 1.0 / 3,
        end_factor: float = 1.0,
        total_iters: int = 5,
        last_epoch: int = -1,
    ):
        check.in_range(
            "LinearLR", "start_factor", start_factor, 0.0, 1.0, closed="r", also_int=True
        )
        check.in_range("LinearLR", "end_factor", end_factor, 0.0, 1.0, closed="lr", also_int=True)
        self.total_iters = check.instance("LinearLR", "total_iters", total_iters, int)
        self.start_factor, self.end_factor = start_factor, end_factor
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The rates moved on by one epoch."""
        if self.last_epoch == 0:
            return [r * self.start_factor for r in self.rates]
        if self.last_epoch > self.total_iters:
            return self.rates
        rise = self.end_factor - self.start_factor
        factor = 1.0 + rise / (self.total_iters * self.start_factor + (self.last_epoch - 1) * rise)
        return [r * factor for r in self.rates]

    def _msacc_at(self, epoch: float) -> list[float]:
        share = min(self.total_iters, epoch) / self.total_iters
        factor = self.start_factor + (self.end_factor - self.start_factor) * share
        return [base * factor for base in self.base_lrs]


class ExponentialLR(LRScheduler):
    """Times `gamma` every epoch.

    `optimizer`: one of `experimental.optim` or `mint.optim`.
    `gamma`: a float.
    `last_epoch`: -1, or the epoch to go on from.

    TypeError for other types.
    """

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1):
        self.gamma = check.floating("ExponentialLR", "gamma", gamma)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The rates times gamma."""
        return self.rates if self.last_epoch == 0 else [r * self.gamma for r in self.rates]

    def _msacc_at(self, epoch: float) -> list[float]:
        return [base * self.gamma**epoch for base in self.base_lrs]


class PolynomialLR(LRScheduler):
    """The initial rate times (1 - epoch / total_iters)^power, 0 from `total_iters` on.

    `optimizer`: one of `experimental.optim` or `mint.optim`.
    `total_iters`: an int.
    `power`: a float >= 0.
    `last_epoch`: -1, or the epoch to go on from.

    TypeError for other types, ValueError for a negative power.
    """

    def __init__(
        self, optimizer: Optimizer, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1
    ):
        self.power = check.non_negative_float("PolynomialLR", "power", power)
        self.total_iters = check.instance("PolynomialLR", "total_iters", total_iters, int)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The rates moved on by one epoch."""
        if self.last_epoch == 0 or self.last_epoch > self.total_iters:
            return self.rates
        now, before = (1.0 - (self.last_epoch - i) / self.total_iters for i in (0, 1))
        return [r * (now / before) ** self.power for r in self.rates]

    def _msacc_at(self, epoch: float) -> list[float]:
        remaining = (1.0 - min(self.total_iters, epoch) / self.total_iters) ** self.power
        return [base * remaining for base in self.base_lrs]


class _ByFunction(LRScheduler):
    """Holds a function of the epoch for each group."""

    def __init__(
        self,
        optimizer: Optimizer,
        lr_lambda: Callable[[int], float] | Sequence[Callable[[int], float]],
        last_epoch: int = -1,
    ):
        self.lr_lambdas = one_each(optimizer, lr_lambda, "lr_lambdas")
        super().__init__(optimizer, last_epoch)


class LambdaLR(_ByFunction):
    """The initial rate times lr_lambda(epoch).

    `optimizer`: one of `experimental.optim` or `mint.optim`; `lr_lambda`: a function of the epoch,
    or one per group; `last_epoch`: -1, or the epoch to go on from. ValueError for another number of
    functions.
    """

    def get_lr(self) -> list[Any]:
        """The rates of this epoch."""
        return [
            base * float(fn(self.last_epoch))
            for fn, base in zip(self.lr_lambdas, self.base_lrs, strict=False)
        ]


class MultiplicativeLR(_ByFunction):
    """The rate times lr_lambda(epoch), from the second epoch on.

    `optimizer`: one of `experimental.optim` or `mint.optim`; `lr_lambda`: a function of the epoch,
    or one per group; `last_epoch`: -1, or the epoch to go on from. ValueError for another number of
    functions.
    """

    def get_lr(self) -> list[Any]:
        """The rates moved on by one epoch."""
        if self.last_epoch <= 0:
            return self.rates
        return [
            r * float(fn(self.last_epoch))
            for fn, r in zip(self.lr_lambdas, self.rates, strict=False)
        ]


class MultiStepLR(LRScheduler):
    """Times `gamma` at each epoch in `milestones`; twice at one that is listed twice.

    `optimizer`: one of `experimental.optim` or `mint.optim`.
    `milestones`: a list of ints.
    `gamma`: a number.
    `last_epoch`: -1, or the epoch to go on from.

    TypeError for other types. `step(epoch)` works here; MindSpore's fails.
    """

    def __init__(
        self, optimizer: Optimizer, milestones: list[int], gamma: float = 0.1, last_epoch: int = -1
    ):
        check.instance("MultiStepLR", "milestones", milestones, list)
        for item in milestones:
            check.integer("MultiStepLR", "milestones", item)
        self.milestones = Counter(milestones)
        self.gamma = check.instance("MultiStepLR", "gamma", gamma, (float, int))
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The rates moved on by one epoch."""
        return [r * self.gamma ** self.milestones.get(int(self.last_epoch), 0) for r in self.rates]

    def _msacc_at(self, epoch: float) -> list[float]:
        passed = sum(count for at, count in self.milestones.items() if at <= epoch)
        return [base * self.gamma**passed for base in self.base_lrs]


class ConstantLR(LRScheduler):
    """The initial rate times `factor` for `total_iters` epochs, then the initial rate.

    `optimizer`: one of `experimental.optim` or `mint.optim`; `factor` in [0, 1].
    `total_iters`: an int.
    `last_epoch`: -1, or the epoch to go on from.

    TypeError for other types, ValueError for a factor out of range.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        factor: float = 1.0 / 3,
        total_iters: int = 5,
        last_epoch: int = -1,
    ):
        self.factor = check.in_range(
            "ConstantLR", "factor", factor, 0.0, 1.0, closed="lr", also_int=True
        )
        self.total_iters = check.instance("ConstantLR", "total_iters", total_iters, int)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The rates moved on by one epoch."""
        if self.last_epoch == 0:
            return [r * self.factor for r in self.rates]
        return [r / self.factor if self.last_epoch == self.total_iters else r for r in self.rates]

    def _msacc_at(self, epoch: float) -> list[float]:
        return [
            base * (1.0 if epoch >= self.total_iters else self.factor) for base in self.base_lrs
        ]


class CosineAnnealingLR(LRScheduler):
    """A cosine from the initial rate to `eta_min` in `T_max` epochs and back.

    `optimizer`: one of `experimental.optim` or `mint.optim`.
    `T_max`: an int.
    `eta_min`: a number.
    `last_epoch`: -1, or the epoch to go on from.

    TypeError for other types. As in MindSpore a `T_max` of 0 makes the rate NaN.
    """

    def __init__(
        self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1
    ):
        self.eta_min = check.instance("CosineAnnealingLR", "eta_min", eta_min, (float, int))
        self.T_max = check.instance("CosineAnnealingLR", "T_max", T_max, int)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The rates moved on by one epoch."""
        epoch, low, length = self.last_epoch, self.eta_min, self.T_max
        if epoch == 0:
            return self.rates
        if length == 0:
            return [math.nan for _ in self.rates]
        if (epoch - 1 - length) % (2 * length) == 0:
            half = (1 - math.cos(math.pi / length)) / 2
            return [
                r + (base - low) * half for base, r in zip(self.base_lrs, self.rates, strict=True)
            ]
        now, before = (1 + math.cos(math.pi * (epoch - i) / length) for i in (0, 1))
        return [now / before * (r - low) + low for r in self.rates]

    def _msacc_at(self, epoch: float) -> list[float]:
        turn = epoch / self.T_max if self.T_max else math.nan
        share = (1 + math.cos(math.pi * turn)) / 2
        return [self.eta_min + (base - self.eta_min) * share for base in self.base_lrs]


__all__ = [
    "ConstantLR",
    "CosineAnnealingLR",
    "CosineAnnealingWarmRestarts",
    "CyclicLR",
    "ExponentialLR",
    "LRScheduler",
    "LambdaLR",
    "LinearLR",
    "MultiStepLR",
    "MultiplicativeLR",
    "PolynomialLR",
    "ReduceLROnPlateau",
    "SequentialLR",
    "StepLR",
]
