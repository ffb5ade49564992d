"""Loss scale managers: how the loss is scaled so that float16 gradients do not vanish."""

from __future__ import annotations

from typing import Any

from msacc.common import checks as check
from msacc.common.short_repr import ReprByAttributes
from msacc.nn.wrap.loss_scale import DynamicLossScaleUpdateCell, FixedLossScaleUpdateCell

_MOST_OVERFLOWS = 1000


class LossScaleManager(ReprByAttributes):
    """Base class: define all three."""

    def get_loss_scale(self) -> Any:
        """The scale of the coming step."""

    def update_loss_scale(self, overflow: bool) -> None:
        """Take in whether the gradients overflowed. `overflow`: a bool."""

    def get_update_cell(self) -> Any:
        """The Cell that updates the scale inside the train step, or None."""


class FixedLossScaleManager(LossScaleManager):
    """Scales the loss by one number, so that small float16 gradients do not vanish.

    `loss_scale`: the number, 1 or more.
    `drop_overflow_update`: skip steps whose gradients overflow; if False, give the optimizer the same
      `loss_scale`, which then divides the gradients by it.

    Raises ValueError for a `loss_scale` below 1, TypeError for what is no number.

    As in MindSpore.
    """

    def __init__(self, loss_scale: float = 128.0, drop_overflow_update: bool = True):
        if loss_scale < 1:
            raise ValueError(f"The argument 'loss_scale' must be >= 1, but got {loss_scale}")
        self._loss_scale = loss_scale
        self._drop_overflow_update = drop_overflow_update

    def get_loss_scale(self) -> float:
        """The scale."""
        return self._loss_scale

    def get_drop_overflow_update(self) -> bool:
        """Whether steps that overflow are skipped."""
        return self._drop_overflow_update

    def get_update_cell(self) -> FixedLossScaleUpdateCell | None:
        """The Cell for the train step; None if overflow is ignored."""
        return FixedLossScaleUpdateCell(self._loss_scale) if self._drop_overflow_update else None


class DynamicLossScaleManager(LossScaleManager):
    """Scales the loss by a number that falls when gradients overflow and grows when they do not.

    It starts at `init_loss_scale`, is divided by `scale_factor` on overflow (not below 1) and
    multiplied by it after `scale_window` steps without. Steps that overflow are skipped.

    Raises ValueError for `init_loss_scale` below 1, `scale_factor` not above 0 or `scale_window`
    below 1, TypeError for other types, RuntimeError after a thousand overflows in a row. As in
    MindSpore.
    """

    _msacc_argument_attributes = {"init_loss_scale": "loss_scale"}

    def __init__(
        self, init_loss_scale: float = 2**24, scale_factor: float = 2, scale_window: int = 2000
    ):
        if init_loss_scale < 1.0:
            raise ValueError(
                f"The argument 'init_loss_scale' must be >= 1, but got {init_loss_scale}"
            )
        if scale_factor <= 0:
            raise ValueError(f"The argument 'scale_factor' must be > 0, but got {scale_factor}")
        self.loss_scale: float = init_loss_scale
        self.scale_window = check.positive_int(
            "DynamicLossScaleManager", "scale_window", scale_window
        )
        self.scale_factor = scale_factor
        self.cur_iter = 1
        self.last_overflow_iter = 0
        self.bad_step = 0

    def get_loss_scale(self) -> float:
        """The scale of the coming step."""
        return self.loss_scale

    def update_loss_scale(self, overflow: bool) -> None:
        """Take in whether the gradients overflowed. `overflow`: a bool. RuntimeError for too many in a row."""
        if overflow:
            self.loss_scale = max(self.loss_scale / self.scale_factor, 1)
            self.last_overflow_iter = self.cur_iter
            self.bad_step += 1
        else:
            if (self.cur_iter - self.last_overflow_iter) % self.scale_window == 0:
                self.loss_scale *= self.scale_factor
            self.bad_step = 0
        if self.bad_step > _MOST_OVERFLOWS:
            raise RuntimeError(
                f"The gradients overflowed {self.bad_step} times in a row with a loss scale of "
                f"{self.loss_scale}: look for NaN or Inf in the data or the network."
            )
        self.cur_iter += 1

    def get_drop_overflow_update(self) -> bool:
        """True: steps that overflow are skipped."""
        return True

    def get_update_cell(self) -> DynamicLossScaleUpdateCell:
        """The Cell for the train step."""
        return DynamicLossScaleUpdateCell(self.loss_scale, self.scale_factor, self.scale_window)
