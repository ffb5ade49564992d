"""Schedulers that restart: warm restarts and cycles."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.experimental.optim._scheduler import LRScheduler, each_rate
from msacc.experimental.optim.optimizer import Optimizer

if TYPE_CHECKING:
    from msacc.common.argument_types import Floats


class CosineAnnealingWarmRestarts(LRScheduler):
    """A cosine from the initial rate down to `eta_min` over `T_0` epochs, then anew over `T_mult` times as many.

    `optimizer`: one of `experimental.optim` or `mint.optim`.
    `T_0`, `T_mult`: ints >= 1.
    `eta_min`: a number.
    `last_epoch`: -1, or the epoch to go on from.

    TypeError for other types, ValueError for values out of these ranges and for `step(epoch)` with a negative
    epoch.

    MindSpore's `step(epoch)` fails for T_mult > 1.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        T_0: int,
        T_mult: int = 1,
        eta_min: float = 0,
        last_epoch: int = -1,
    ):
        for name, value in (("T_0", T_0), ("T_mult", T_mult)):
            check.instance("CosineAnnealingWarmRestarts", name, value, (int, float))
            if not isinstance(value, int) or value < 1:
                raise ValueError(f"{name} should be an integer of at least 1, but got {value}")
        self.eta_min = check.instance(
            "CosineAnnealingWarmRestarts", "eta_min", eta_min, (float, int)
        )
        self.T_0 = self.T_i = float(T_0)
        check.instance("CosineAnnealingWarmRestarts", "last_epoch", last_epoch, (int, float))
        self.T_mult, self.T_cur = T_mult, float(last_epoch)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The rates at T_cur of T_i epochs."""
        share = (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2
        return [self.eta_min + (base - self.eta_min) * share for base in self.base_lrs]

    def step(self, epoch: float | None = None) -> Any:
        """Move on by one epoch, or to `epoch` (a float too)."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0.0
        if epoch is None:
            self.last_epoch += 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur, self.T_i = self.T_cur - self.T_i, self.T_i * self.T_mult
        else:
            self._msacc_jump(float(epoch))
        self._msacc_set(self.get_lr())

    def _msacc_jump(self, epoch: float) -> None:
        if epoch < 0:
            raise ValueError(f"epoch should be a non-negative integer, but got {epoch}")
        self.last_epoch = math.floor(epoch)
        self.T_i, self.T_cur = self.T_0, epoch
        while self.T_cur >= self.T_i:
            self.T_cur, self.T_i = self.T_cur - self.T_i, self.T_i * self.T_mult


class CyclicLR(LRScheduler):
    """From `base_lr` to `max_lr` in `step_size_up` steps and back in `step_size_down`, over and over.

    `optimizer`: one of `experimental.optim` or `mint.optim`.
    `base_lr`, `max_lr`: numbers, or one per group.
    `step_size_up`, `step_size_down` (None: as up): ints.
    `mode`: 'triangular', 'triangular2' (half the height each cycle) or 'exp_range' (the height times
      gamma^step).
    `gamma`: a float.
    `scale_fn`: in place of a mode, the height as a function of the cycle (from 1) or the step, by
      `scale_mode` 'cycle' or 'iterations'.
    `last_epoch`: -1, or the epoch to go on from.

    ValueError for another mode or number of rates, TypeError for what is no number.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        base_lr: Floats,
        max_lr: Floats,
        step_size_up: int = 2000,
        step_size_down: int | None = None,
        mode: str = "triangular",
        gamma: float = 1.0,
        scale_fn: Callable[[Any], Any] | None = None,
        scale_mode: str = "cycle",
        last_epoch: int = -1,
    ):
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError(f"mode {mode!r} is unknown and scale_fn is None")
        lows = each_rate(optimizer, base_lr, "values for base_lr")
        self.max_lrs = each_rate(optimizer, max_lr, "values for max_lr")
        if last_epoch == -1:
            for low, lr_parameter in zip(lows, optimizer.lrs, strict=True):
                lr_parameter.set_data(low)
        down = float(step_size_up if step_size_down is None else step_size_down)
        self.total_step_size = step_size_up + down
        self.step_up_ratio = step_size_up / self.total_step_size
        self.mode, self.gamma, self._msacc_scale = mode, gamma, scale_fn
        # The named modes know what they scale by.
        default_mode = "iterations" if mode == "exp_range" else "cycle"
        self.scale_mode = default_mode if scale_fn is None else scale_mode
        super().__init__(optimizer, last_epoch)
        self.base_lrs = lows

    def scale_fn(self, x: float) -> Any:
        """The height of a cycle (or step) as a share of max_lr - base_lr."""
        if self._msacc_scale is not None:
            return self._msacc_scale(x)
        rules = {"triangular": 1.0, "triangular2": 1 / 2.0 ** (x - 1), "exp_range": self.gamma**x}
        return rules[self.mode]

    def get_lr(self) -> list[float]:
        """The rates at this step."""
        cycle = math.floor(1 + self.last_epoch / self.total_step_size)
        x = 1.0 + self.last_epoch / self.total_step_size - cycle
        ratio = self.step_up_ratio
        height = x / ratio if x <= ratio else (x - 1) / (ratio - 1)
        scale = float(self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch))
        return [
            low + (high - low) * height * scale
            for low, high in zip(self.base_lrs, self.max_lrs, strict=True)
        ]
