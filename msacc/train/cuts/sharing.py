"""Values that one process has loaded, sent to those that hold the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import torch
import torch.distributed as dist

from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor import wrap
from msacc.nn.cell import Cell
from msacc.train.cuts.cut import cut_of
from msacc.train.cuts.redundancy import Groups, alike


def from_the_others(net: Cell, loaded: Mapping[str, Any]) -> Iterator[tuple[str, Parameter]]:
    """Name and value of each parameter of `net` that others have loaded and this process has not. Collective.

    TypeError in one process, where nobody else could have it.
    """
    if not (dist.is_available() and dist.is_initialized() and dist.get_world_size() > 1):
        raise TypeError(
            "For 'load_param_into_net', remove_redundancy=True needs several processes, but this is one: leave it out."
        )
    names: list[Any] = [None] * dist.get_world_size()
    dist.all_gather_object(names, sorted(n for n, v in loaded.items() if isinstance(v, Parameter)))
    held = [set(found) for found in names]
    rank = dist.get_rank()
    for _, parameter in net.parameters_and_names():
        name = parameter.name
        for group in _groups(parameter):
            holders = [r for r in group if name in held[r]]
            lacking = [r for r in group if name not in held[r]]
            if not holders or not lacking:
                continue
            if rank == holders[0]:
                _send(parameter, loaded[name], lacking)
            elif rank in lacking:
                yield name, _receive(parameter, holders[0])


def _groups(parameter: Parameter) -> Groups:
    """The processes that hold the same of a parameter."""
    layout = parameter.layout
    if layout is None:
        return (tuple(range(dist.get_world_size())),)
    ranks = list(layout.ranks)
    places = alike(cut_of(layout.device_matrix, layout.tensor_map))
    return tuple(tuple(ranks[place] for place in group) for group in places)


def _send(parameter: Parameter, value: Parameter, to: list[int]) -> None:
    t = value.init_data().to_torch().detach()
    t = t.to(settings.device, mstype.to_torch(parameter.dtype)).contiguous()
    for rank in to:
        dist.send(t, rank)


def _receive(parameter: Parameter, source: int) -> Parameter:
    layout = parameter.layout
    shape = parameter.shape if layout is None else layout.slice_shape
    t = torch.empty(shape, dtype=mstype.to_torch(parameter.dtype), device=settings.device)
    dist.recv(t, source)
    return Parameter(wrap(t), name=parameter.name)
