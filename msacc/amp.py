"""Mixed precision: levels, loss scalers and the check for finite gradients (`mindspore.amp`)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.short_repr import ReprByAttributes
from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import leaves
from msacc.ops import debug
from msacc.train.amp import auto_mixed_precision as auto_mixed_precision
from msacc.train.amp import build_train_network as build_train_network
from msacc.train.amp import custom_mixed_precision as custom_mixed_precision
from msacc.train.amp import get_black_list as get_black_list
from msacc.train.amp import get_white_list as get_white_list
from msacc.train.loss_scale_manager import DynamicLossScaleManager as DynamicLossScaleManager
from msacc.train.loss_scale_manager import FixedLossScaleManager as FixedLossScaleManager
from msacc.train.loss_scale_manager import LossScaleManager as LossScaleManager


def all_finite(inputs: Sequence[Tensor] | Tensor) -> Tensor:
    """A 0-d bool Tensor: whether every value of the Tensors is finite. `inputs`: a Tensor, or tuples or lists of
    them.
    """
    return wrap(debug.all_finite.raw([leaf._t for leaf in leaves(inputs)]))


def _times(inputs: Tensor | Sequence[Tensor], factor: torch.Tensor) -> Any:
    if isinstance(inputs, Tensor):
        return wrap(inputs._t * factor.to(inputs._t.dtype))
    return tuple([_times(item, factor) for item in inputs])


def _grad_scale_map(scale_value: Tensor, inputs: Tensor | Sequence[Tensor]) -> Any:
    """A Tensor or a (nested) tuple of them times the scale, for a user's LossScaler."""
    return _times(inputs, scale_value._t)


def _grad_unscale_map(scale_value: Tensor, inputs: Sequence[Tensor]) -> Any:
    """A Tensor or a (nested) tuple of them divided by the scale, for a user's LossScaler."""
    return _times(inputs, scale_value._t.reciprocal())


class LossScaler(ReprByAttributes, ABC):
    """Base class: define `scale`, `unscale` and `adjust`. TypeError when it is made itself."""

    @abstractmethod
    def scale(self, inputs: Any) -> Any:
        """Inputs times the scale. `inputs`: a Tensor or a (nested) tuple of them."""
        raise NotImplementedError(f"{type(self).__name__} must define scale().")

    @abstractmethod
    def unscale(self, inputs: Any) -> Any:
        """Inputs divided by the scale. `inputs`: a Tensor or a (nested) tuple of them."""
        raise NotImplementedError(f"{type(self).__name__} must define unscale().")

    @abstractmethod
    def adjust(self, grads_finite: Any) -> Any:
        """Adjust the scale to whether the gradients are finite. `grads_finite`: a Tensor of one bool, or a bool."""
        raise NotImplementedError(f"{type(self).__name__} must define adjust().")


class StaticLossScaler(LossScaler):
    """One scale, of at least 1. `scale` and `unscale` take a Tensor or a (nested) tuple of them.

    `scale_value`: the scale, a float. `scale` multiplies by it, `unscale` divides; shapes and
    dtypes stay. `adjust` leaves it as it is.
    """

    def __init__(self, scale_value: float):
        check.floating(type(self).__name__, "scale_value", scale_value, also_int=True)
        if scale_value < 1.0:
            raise ValueError(f"The argument 'scale_value' must be >= 1, but got {scale_value}")
        self.scale_value = Parameter(Tensor(scale_value, mstype.float32), name="scale_value")

    def scale(self, inputs: Tensor | Sequence[Tensor]) -> Any:
        """Inputs times the scale. `inputs`: a Tensor or a (nested) tuple of them; shapes and dtypes stay."""
        return _grad_scale_map(self.scale_value, inputs)

    def unscale(self, inputs: Any) -> Any:
        """Inputs divided by the scale. `inputs`: a Tensor or a (nested) tuple of them; shapes and dtypes stay."""
        return _grad_unscale_map(self.scale_value, inputs)

    def adjust(self, grads_finite: Tensor) -> bool:
        """False: nothing changes, whatever `grads_finite` is."""
        return False


class DynamicLossScaler(StaticLossScaler):
    """Divides the scale by `scale_factor` when gradients overflow (not below 1) and multiplies it after
    `scale_window` steps in which they do not.

    `scale_value`: the first scale, a float of at least 1.
    `scale_factor`: what it is multiplied and divided by.
    `scale_window`: an int.

    `scale` and `unscale` take and return Tensors.
    """

    def __init__(self, scale_value: float, scale_factor: int, scale_window: int):
        super().__init__(scale_value)
        self.scale_window = check.positive_int("DynamicLossScaler", "scale_window", scale_window)
        self.scale_factor = check.positive_int("DynamicLossScaler", "scale_factor", scale_factor)
        self.counter = Parameter(Tensor(0, mstype.int32), name="counter")

    def adjust(self, grads_finite: Tensor) -> bool:
        """Take in whether the gradients are finite; returns True. `grads_finite`: a Tensor of one bool, or a bool."""
        scale, counter = self.scale_value._t, self.counter._t
        finite = (
            grads_finite._t
            if isinstance(grads_finite, Tensor)
            else torch.tensor(bool(grads_finite))
        )
        finite = finite.reshape(()).to(scale.device).bool()
        with torch.no_grad():
            raised = scale * self.scale_factor
            raised = torch.where(torch.isfinite(raised), raised, scale)
            due = counter == self.scale_window - 1
            lowered = (scale / self.scale_factor).clamp(min=1.0)
            scale.copy_(torch.where(finite, torch.where(due, raised, scale), lowered))
            counter.copy_((counter + 1) % self.scale_window * finite)
        return True


__all__ = [
    "DynamicLossScaleManager",
    "DynamicLossScaler",
    "FixedLossScaleManager",
    "LossScaleManager",
    "LossScaler",
    "StaticLossScaler",
    "all_finite",
    "auto_mixed_precision",
    "build_train_network",
    "custom_mixed_precision",
    "get_black_list",
    "get_white_list",
]
