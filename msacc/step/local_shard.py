"""What this process holds of a parameter: all of it, or its part where operators are cut."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.sharding.parameter_placement import ParameterLayout
from msacc.sharding.strategy_state import sharding


def held_shape(parameter: Parameter) -> tuple[int, ...]:
    """The shape of this process's part."""
    layout = parameter.layout
    return tuple(parameter.shape) if layout is None else layout.slice_shape


def local(parameter: Parameter) -> torch.Tensor:
    """This process's part."""
    t: Any = parameter._t
    return t if parameter.layout is None else t.to_local()  # type: ignore[no-any-return]


def hold(parameter: Parameter, t: torch.Tensor) -> None:
    """Let a parameter stand on `t`, this process's part."""
    parameter._t, parameter._init = placed_on(t, parameter.layout), None


def placed_on(t: torch.Tensor, layout: ParameterLayout | None) -> torch.Tensor:
    """A tensor of the grid from this process's part; without a layout the part is all."""
    if layout is None:
        return t
    found: torch.Tensor = sharding.engine.from_local(t, layout.placements)
    return found


def own_slice(whole: torch.Tensor, layout: Any) -> torch.Tensor:
    """This process's part of a whole value."""
    return whole if layout is None else layout.own(whole)


def gathered(part: torch.Tensor, layout: Any) -> torch.Tensor:
    """The whole value from every process's part. Collective where it is cut."""
    if layout is None or not layout.is_cut:
        return part
    whole: torch.Tensor = placed_on(part, layout).full_tensor()  # type: ignore[attr-defined]
    return whole
