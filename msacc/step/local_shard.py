"""What this process holds of a parameter: the full tensor, or its shard where operators are sharded."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.sharding.parameter_layout import ParameterLayout
from msacc.sharding.strategy_state import sharding


def local_shape(parameter: Parameter) -> tuple[int, ...]:
    """The shape of the local shard."""
    layout = parameter.layout
    return tuple(parameter.shape) if layout is None else layout.slice_shape


def local_tensor(parameter: Parameter) -> torch.Tensor:
    """The local shard."""
    t: Any = parameter._t
    return t if parameter.layout is None else t.to_local()  # type: ignore[no-any-return]


def set_local_tensor(parameter: Parameter, t: torch.Tensor) -> None:
    """Sets a parameter's local shard to `t`."""
    parameter._t, parameter._msacc_init = from_local_tensor(t, parameter.layout), None


def from_local_tensor(t: torch.Tensor, layout: ParameterLayout | None) -> torch.Tensor:
    """A DTensor from the local shard; without a layout the tensor itself."""
    if layout is None:
        return t
    dtensor: torch.Tensor = sharding.engine.from_local(t, layout.placements)
    return dtensor


def local_slice(full: torch.Tensor, layout: Any) -> torch.Tensor:
    """The local shard of a full value."""
    return full if layout is None else layout.local_slice(full)


def full_tensor(shard: torch.Tensor, layout: Any) -> torch.Tensor:
    """The full value from every process's shard. Collective where it is sharded."""
    if layout is None or not layout.is_cut:
        return shard
    full: torch.Tensor = from_local_tensor(shard, layout).full_tensor()  # type: ignore[attr-defined]
    return full
