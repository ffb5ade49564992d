"""Parameter slices loaded before a step begins: stored until the parameters' sharding is known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from msacc.common.lazy_values import pending
from msacc.common.parallel_modes import ParallelMode
from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.step.context_settings import world_size

# On a parameter while its step begins: the slice.
_ATTRIBUTE = "_kept_slice"
_MODES = (ParallelMode.SEMI_AUTO_PARALLEL, ParallelMode.AUTO_PARALLEL)


class ExpectedSharding:
    """`for_auto_parallel`: an AutoParallel was made, so that a step to come may cut parameters."""

    for_auto_parallel = False


class PendingSlice:
    """Stands in a parameter of which this process has loaded a slice and knows no layout yet."""

    is_remote = False
    key = None

    def __init__(self, parameter: Parameter, value: torch.Tensor):
        self.name, self.shape, self.dtype = parameter.name, tuple(parameter.shape), parameter.dtype
        self.slice = value
        self.zeros = pending("zeros", self.shape, self.dtype)
        self.initializer = self.zeros.initializer

    def fill(self) -> torch.Tensor:
        """Refuse: there is a slice alone."""
        raise RuntimeError(
            f"'{self.name}' was loaded with a slice of shape {tuple(self.slice.shape)} of {self.shape}, which is laid "
            "when a training step begins that cuts it: call Model.infer_train_layout, Model.infer_predict_layout or "
            "Model.build before loading, or load whole values with load_distributed_checkpoint."
        )


def may_be_slice(parameter: Parameter, shape: tuple[int, ...]) -> bool:
    """Whether a value of `shape` may be a slice of a parameter that a step to come will cut."""
    spreads = ExpectedSharding.for_auto_parallel or settings.parallel.get("parallel_mode") in _MODES
    if world_size() == 1 or not spreads:
        return False
    whole = tuple(parameter.shape)
    return len(whole) == len(shape) and all(
        n and not w % n for n, w in zip(shape, whole, strict=True)
    )


def set_pending_slice(parameter: Parameter, value: torch.Tensor) -> None:
    """Let a slice stand in for a parameter."""
    parameter._msacc_init = PendingSlice(parameter, value)  # type: ignore[assignment]
    parameter._t = None  # type: ignore[assignment]
    del parameter._t


def expand_pending_slices(parameters: Iterable[Parameter]) -> None:
    """As a step begins: zeros in the place of what was kept, to be laid out like any other values."""
    for parameter in parameters:
        placeholder: Any = parameter._msacc_init
        if isinstance(placeholder, PendingSlice):
            parameter.__dict__[_ATTRIBUTE] = placeholder.slice
            parameter._msacc_init = placeholder.zeros


def take_pending_slice(parameter: Parameter) -> torch.Tensor | None:
    """The slice that waits for a parameter which is laid out now; it is asked for once."""
    value: torch.Tensor | None = parameter.__dict__.pop(_ATTRIBUTE, None)
    return value


def pending_slice_shape(parameter: Parameter) -> tuple[int, ...] | None:
    """The shape of the slice that waits for a parameter."""
    value = parameter.__dict__.get(_ATTRIBUTE)
    return None if value is None else tuple(value.shape)
