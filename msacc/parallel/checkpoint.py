"""Checkpoints of sharded runs: one whole file from rank 0, or one file of slices per process."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import torch
import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.nn.cell import Cell
from msacc.step.bucket import Elsewhere
from msacc.train.serialization.save import gather_parameters, set_parameter_gatherer
from msacc.train.serialization.slices import INDEX


def gather(cell: Cell, integrated_save: bool) -> Iterator[tuple[str, Any]] | None:
    """What save_checkpoint writes for `cell`; None where this process writes nothing."""
    spread = [p for _, p in cell.parameters_and_names() if isinstance(_home(p), Elsewhere)]
    if not spread:
        return gather_parameters(cell, integrated_save)
    if not integrated_save:
        return _slices(cell)
    pairs = list(_whole(cell))
    first = not dist.is_initialized() or dist.get_rank() == 0
    return iter(pairs) if first else None


def _home(parameter: Parameter) -> Any:
    return parameter._init


def _whole(cell: Cell) -> Iterator[tuple[str, Tensor]]:
    """Name and whole value of each parameter; every process must go through it. One message per bucket."""
    latest: dict[tuple[int, int], list[torch.Tensor]] = {}
    for _, parameter in cell.parameters_and_names():
        home = _home(parameter)
        if not isinstance(home, Elsewhere):
            yield parameter.name, parameter.init_data()
            continue
        key = (id(home.bucket), id(home.piece))
        if key not in latest:
            latest[key] = home.bucket.whole(home.piece)
        place = home.bucket.layout.slots.index(home.slot)
        yield parameter.name, wrap(latest[key][place].clone())


def _slices(cell: Cell) -> Iterator[tuple[str, Any]]:
    """Name and slice (one dimension) of each sharded parameter, whole values of the others, an index."""
    index: dict[str, list[Any]] = {}
    for _, parameter in cell.parameters_and_names():
        home = _home(parameter)
        if not isinstance(home, Elsewhere):
            yield parameter.name, parameter.init_data()
            continue
        found = home.bucket._overlap(home.slot)
        if found is None:
            index[parameter.name] = [0, 0, list(home.shape)]
            continue
        low, high = found
        start = low - home.slot.start
        index[parameter.name] = [start, start + high - low, list(home.shape)]
        own = low - home.bucket.start
        yield parameter.name, wrap(home.piece[own : own + high - low].clone())
    yield INDEX, json.dumps(index)


set_parameter_gatherer(gather)
