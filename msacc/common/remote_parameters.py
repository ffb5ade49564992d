"""Placeholders for parameters of other pipeline stages: this process knows only their shape."""

from __future__ import annotations

import torch

from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap


class RemotePlaceholder:
    """Stands in a parameter whose values are on the processes of other stages."""

    initializer = None
    is_remote = True
    # Whether this process has ever been a stage of a pipeline.
    anywhere = False

    def __init__(self, source: Parameter, stages: tuple[int, ...]):
        self.name, self.shape, self.dtype, self.stages = (
            source.name,
            source.shape,
            source.dtype,
            stages,
        )

    def fill(self) -> torch.Tensor:
        """Refuse: the values are not here."""
        raise RuntimeError(
            f"'{self.name}' belongs to stage {', '.join(map(str, self.stages))} of the pipeline, and this process runs "
            "another one. Read it there, or with msacc.parallel.full_value(parameter) on all processes together."
        )

    def put(self, full_value: torch.Tensor) -> None:
        """Its stage takes the new value; nothing to do here."""
        if tuple(full_value.shape) != tuple(self.shape):
            raise ValueError(
                f"'{self.name}' has shape {self.shape}; a value of shape {tuple(full_value.shape)} cannot replace it."
            )


def leave(parameter: Parameter, stages: tuple[int, ...]) -> None:
    """Drops a parameter's values, which other stages hold."""
    if is_absent(parameter):
        return
    parameter._msacc_init = RemotePlaceholder(parameter, stages)  # type: ignore[assignment]
    parameter._t = None  # type: ignore[assignment]
    del parameter._t


def is_absent(parameter: Parameter) -> bool:
    """Whether other stages hold it, and this process does not."""
    return isinstance(parameter._msacc_init, RemotePlaceholder)


def no_gradient(parameter: Parameter) -> Tensor:
    """What stands among gradients for that of an absent parameter: shape and type alone."""
    return wrap(torch.empty(parameter.shape, dtype=mstype.to_torch(parameter.dtype), device="meta"))


def is_here(gradient: Tensor) -> bool:
    """Whether a gradient has values, its parameter being on this process."""
    return gradient._t.device.type != "meta"
