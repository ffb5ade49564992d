"""The base class of schedulers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.experimental.optim.optimizer import Optimizer

if TYPE_CHECKING:
    from msacc.common.argument_types import Floats


class LRScheduler:
    """Base class of learning rates that change when you call `step()`, and of none by itself.

    `optimizer`: one of `experimental.optim` or `mint.optim`.
    `last_epoch`: an int, -1 to begin, or the epoch to go on from: every group must then hold 'initial_lr'
      (KeyError). Define `get_lr()`: one number per group out of `base_lrs`, `last_epoch` and `rates`, the
      groups' current rates.
    `last_epoch` counts the calls of `step`, from 0.

    TypeError for another optimizer or type, ValueError for last_epoch < -1.

    In MindSpore `last_epoch` is a Float32 Parameter, here a number.
    """

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(
                f"{type(optimizer).__name__} is not an Optimizer of experimental.optim or mint.optim"
            )
        check.integer(type(self).__name__, "last_epoch", last_epoch)
        if last_epoch < -1:
            raise ValueError(f"Invalid last_epoch: {last_epoch}")
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", float(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(
                    f"param 'initial_lr' is not specified in param_groups[{i}] when resuming an optimizer"
                )
        self.optimizer = optimizer
        self.base_lrs = [float(group["initial_lr"]) for group in optimizer.param_groups]
        self._last_lr: list[Parameter] = list(optimizer.lrs)
        self.last_epoch: float = last_epoch
        self.step()

    @property
    def rates(self) -> list[float]:
        """The groups' rates now."""
        return [float(rate) for rate in self._last_lr]

    def get_lr(self) -> list[Any]:
        """The groups' rates for `last_epoch`."""
        raise NotImplementedError(f"{type(self).__name__} must define get_lr().")

    def get_last_lr(self) -> list[Tensor]:
        """The groups' rates now, as Tensors."""
        return [rate.value() for rate in self._last_lr]

    def _msacc_at(self, epoch: float) -> list[Any]:
        """The rates at an epoch given to `step`; closed form where the scheduler has one."""
        return self.get_lr()

    def step(self, epoch: float | None = None) -> bool | None:
        """Move on by one epoch (or to `epoch`) and set the rates; returns True."""
        if epoch is None:
            self.last_epoch += 1
            self._msacc_set(self.get_lr())
        else:
            self.last_epoch = integral_epoch(epoch)
            self._msacc_set(self._msacc_at(self.last_epoch))
        return True

    def _msacc_set(self, rates: Sequence[Any]) -> None:
        for lr_parameter, rate in zip(self._last_lr, rates, strict=False):
            lr_parameter.set_data(float(rate))


def integral_epoch(epoch: float) -> float:
    """An epoch as a number, an int where it is whole."""
    number = float(epoch)
    return int(number) if number.is_integer() else number


def each_rate(optimizer: Optimizer, values: Floats, name: str) -> list[float]:
    """One number per group; TypeError for what is none."""
    for value in one_each(optimizer, values, name):
        check.instance("LRScheduler", name, value, (float, int, bool, Tensor))
    return [float(value) for value in one_each(optimizer, values, name)]


def one_each(optimizer: Optimizer, values: Any, name: str) -> list[Any]:
    """One value per group, out of a sequence of that length or a single value; ValueError
    otherwise.
    """
    count = len(optimizer.param_groups)
    if not isinstance(values, (list, tuple)):
        return [values] * count
    if len(values) != count:
        raise ValueError(f"Expected {count} {name}, one per parameter group, but got {len(values)}")
    return list(values)
