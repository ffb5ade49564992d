"""parameter_broadcast: every process of a data-parallel job takes the parameters of one."""

from __future__ import annotations

from typing import Any

import torch
import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell


def parameter_broadcast(
    net: Cell, layout: dict[str, Any], cur_rank: int = 0, initial_rank: int = 0
) -> None:
    """Give each parameter named in `layout` the values it has on rank `initial_rank`.

    Nothing happens without a layout or with a single process. Each process holds its parameters whole, so
    only the layout's names are read. Raises ValueError when `cur_rank` is not this rank or a name is not in
    `net`, NotImplementedError for parameters that `hsdp` sharded.
    """
    if not layout or not dist.is_initialized() or dist.get_world_size() <= 1:
        return
    if cur_rank != dist.get_rank():
        raise ValueError(
            f"For 'parameter_broadcast', 'cur_rank' must be this process's rank {dist.get_rank()}, but got {cur_rank}."
        )
    for parameter in _named(net, layout):
        with torch.no_grad():
            dist.broadcast(parameter._t, initial_rank)


def _named(net: Cell, layout: dict[str, Any]) -> list[Parameter]:
    own = net.parameters_dict()
    for name in layout:
        if name not in own:
            raise ValueError(
                f"For 'parameter_broadcast', the parameter {name!r} of 'layout' is not in the network."
            )
        if own[name]._msacc_init is not None:
            raise NotImplementedError(
                f"msacc cannot broadcast the parameter {name!r}: it is sharded, or not filled yet."
            )
    return [own[name] for name in layout]


__all__ = ["parameter_broadcast"]
