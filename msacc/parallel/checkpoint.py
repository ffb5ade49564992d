"""Checkpoints of sharded runs: one whole file from rank 0, or one file of slices per process.

The slices follow the strategy file where one is asked for; else each file says itself where its slices belong.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import torch
import torch.distributed as dist

from msacc.common.absent import is_absent
from msacc.common.notice import logger
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.communication._witness import waiting
from msacc.nn.cell import Cell
from msacc.parallel.strategies import Shards, asked_file
from msacc.step.bucket import Elsewhere
from msacc.step.context import world_size
from msacc.step.held import gathered, local
from msacc.step.pipeline.homes import homes_of
from msacc.train.cuts.slice_index import INDEX
from msacc.train.serialization.save import gather_parameters, set_parameter_gatherer


def gather(
    cell: Cell, integrated_save: bool, by: str = "first"
) -> Iterator[tuple[str, Any]] | None:
    """What save_checkpoint writes for `cell`; None where this process writes nothing.

    `by`: the "first" process writes, "each" does, each its "share" of what several hold, or one does "alone", without
    a word to the others.
    """
    if by == "share":
        with waiting("the values of a checkpoint"):
            return iter(list(Shards(cell).shares(cell)))
    if not integrated_save and world_size() > 1 and (asked_file(cell)[0] or _any_cut(cell)):
        with waiting("the slices of a checkpoint"):
            return iter(list(Shards(cell).slices(cell)))
    spread = [p for _, p in cell.parameters_and_names() if _is_spread(p)]
    if not spread:
        return gather_parameters(cell, integrated_save)
    if not integrated_save:
        return _slices(cell)
    if by == "alone":
        return _held_here(cell)
    with waiting("the values of a checkpoint"):
        pairs = list(_whole(cell))
    first = not dist.is_initialized() or dist.get_rank() == 0
    return iter(pairs) if first or by == "each" else None


def _any_cut(cell: Cell) -> bool:
    """Whether operators cut a parameter: slices go by the strategy file then, wherever that is written."""
    return any(p.layout is not None and p.layout.is_cut for _, p in cell.parameters_and_names())


def _home(parameter: Parameter) -> Any:
    return parameter._init


def _is_spread(parameter: Parameter) -> bool:
    """Whether other processes hold parts of it, or all of it: those of other stages."""
    held = isinstance(_home(parameter), Elsewhere) or homes_of(parameter) is not None
    return held or is_cut(parameter)


def _whole(cell: Cell) -> Iterator[tuple[str, Tensor]]:
    """Name and whole value of each parameter; every process must go through it. One message per bucket and stage."""
    latest: dict[tuple[int, int], list[torch.Tensor]] = {}
    for _, parameter in cell.parameters_and_names():
        homes = homes_of(parameter)
        if homes is None:
            yield parameter.name, _of_stage(parameter, latest)
        else:
            held = None if is_absent(parameter) else _of_stage(parameter, latest)._t
            yield parameter.name, wrap(homes.whole(parameter, held))


def _of_stage(parameter: Parameter, latest: dict[tuple[int, int], list[torch.Tensor]]) -> Tensor:
    """The whole value of a parameter whose parts this process and others of its stage hold."""
    home = _home(parameter)
    if not isinstance(home, Elsewhere):
        return wrap(whole_value(parameter))
    key = (id(home.bucket), id(home.piece))
    if key not in latest:
        latest[key] = home.bucket.whole(home.piece)
    return wrap(gathered(latest[key][_place(home)], home.layout).clone())


def is_cut(parameter: Parameter) -> bool:
    """Whether operators that are cut left this process a part of a parameter."""
    return parameter.layout is not None


def whole_value(parameter: Parameter) -> torch.Tensor:
    """The whole value. Collective where the parameter is cut."""
    parameter.init_data()
    return gathered(local(parameter), parameter.layout)


def _held_here(cell: Cell) -> Iterator[tuple[str, Any]]:
    """Name and value of each parameter that this process holds whole; the others are named."""
    left_out = []
    for _, parameter in cell.parameters_and_names():
        home = _home(parameter)
        if is_absent(parameter):
            left_out.append(parameter.name)
        elif not isinstance(home, Elsewhere):
            yield parameter.name, parameter.init_data()
        elif home.bucket.pieces == 1:
            yield parameter.name, wrap(home.bucket.views(home.piece)[_place(home)].clone())
        else:
            left_out.append(parameter.name)
    if left_out:
        logger.warning(
            f"A process alone cannot save what is spread over all of them; {len(left_out)} parameters are not in "
            f"the file: {', '.join(left_out)}. load_param_into_net names them as not loaded."
        )


def _place(home: Elsewhere) -> int:
    return home.bucket.layout.slots.index(home.slot)


def _slices(cell: Cell) -> Iterator[tuple[str, Any]]:
    """Name and slice (one dimension) of each sharded parameter, whole values of the others, an index."""
    index: dict[str, list[Any]] = {}
    for _, parameter in cell.parameters_and_names():
        home = _home(parameter)
        if is_absent(parameter):
            continue  # in the files of its stage
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
