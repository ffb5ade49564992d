"""How the parameters of a job that trains are cut, in the terms of strategy files.

Operators cut a parameter as its `layout` says. The shards of the optimizer are flat pieces while it trains; in files
they are even slices along the first axis, as MindSpore has them, where that divides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import torch
import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.nn.cell import Cell
from msacc.step.begun import TOLD, Begun
from msacc.step.bucket import Bucket, Elsewhere
from msacc.step.context import strategy_file, world_size
from msacc.step.store import buckets_of
from msacc.train.cuts.cut import Box, Cut, cut_of
from msacc.train.cuts.redundancy import alike, savers
from msacc.train.cuts.strategy_files import write_strategy_file


def asked_file(cell: Cell) -> tuple[str, bool]:
    """The strategy file that a cell's training or the context asks for ('' for none), and whether of trained ones."""
    for _, inner in cell.cells_and_names():
        if isinstance(inner, Begun):
            return inner.plan.strategy_file, inner.plan.only_trainable
        if path := getattr(inner, "_save_strategy_file_path", ""):
            return path, inner._only_trainable_params
    config = strategy_file()
    return config["strategy_file"], config["only_trainable"]


def write(step: Begun) -> None:
    """Write the strategy file that a step was asked for, as it begins."""
    if step.plan.strategy_file and world_size() > 1:
        save(step, step.plan.strategy_file, step.plan.only_trainable)


def save(cell: Cell, path: str, only_trainable: bool) -> None:
    """Write how the parameters of a cell are cut."""
    shards = Shards(cell)
    named = {
        p.name: shards.cut(p)
        for _, p in cell.parameters_and_names()
        if p.shape and (p.requires_grad or not only_trainable)
    }
    write_strategy_file(path, named, shards.stage)


class Shards:
    """Which bucket each parameter of a cell is in, and so how it is cut."""

    def __init__(self, cell: Cell):
        self.buckets: dict[int, Bucket] = {}
        self.stage = 0
        for _, inner in cell.cells_and_names():
            optimizer = getattr(inner, "optimizer", None)
            for bucket in buckets_of(optimizer) if isinstance(optimizer, Cell) else ():
                self.buckets |= {id(p): bucket for p in bucket.parameters}

    def bucket(self, parameter: Parameter) -> Bucket | None:
        """The bucket that holds a parameter or a state; None for what stands by itself."""
        home: Any = parameter._init
        return home.bucket if isinstance(home, Elsewhere) else self.buckets.get(id(parameter))

    def base(self, parameter: Parameter) -> Cut:
        """How operators cut it."""
        layout = parameter.layout
        if layout is None:
            return Cut((world_size(),), ((),) * len(parameter.shape))
        if list(layout.ranks) != sorted(layout.ranks):
            raise NotImplementedError(
                f"{parameter.name!r} lies on the processes {list(layout.ranks)}, which a strategy file cannot say: "
                "leave rank_list out of its Layout, or save with integrated_save=True."
            )
        self.stage = layout.ranks[0] // len(layout.ranks)
        return cut_of(layout.device_matrix, layout.tensor_map)

    def cut(self, parameter: Parameter) -> Cut:
        """How it is cut in files: `base`, and the optimizer's shards where they divide its first axis."""
        base, bucket = self.base(parameter), self.bucket(parameter)
        if bucket is None or bucket.pieces == 1 or not parameter.shape or not base.free():
            return base
        step = math.prod(base.grid[base.free()[-1] + 1 :])
        cut = Cut(base.grid, base.axes, step, bucket.pieces)
        try:
            cut.box(0, _whole_shape(parameter))
        except ValueError:
            return base
        return cut

    def slices(self, cell: Cell) -> Iterator[tuple[str, Tensor]]:
        """Name and slice of each parameter; every process must go through it."""
        for parameter, local in _held(cell):
            yield parameter.name, wrap(self._own(parameter, local))

    def shares(self, cell: Cell) -> Iterator[tuple[str, Tensor]]:
        """Name and value of what this process saves where each value is saved once: all must go through it."""
        groups = {}
        for _, parameter in cell.parameters_and_names():
            cut = self.base(parameter)
            groups[parameter.name] = alike(cut, dist.get_rank() // cut.processes * cut.processes)
        mine = savers(groups).get(dist.get_rank(), ())
        for parameter, local in _held(cell):
            if parameter.name in mine:
                yield parameter.name, wrap(local.clone())

    def _own(self, parameter: Parameter, local: torch.Tensor) -> torch.Tensor:
        """This process's slice of what operators leave here."""
        base, cut = self.base(parameter), self.cut(parameter)
        place = dist.get_rank() % base.processes if dist.is_initialized() else 0
        shape = _whole_shape(parameter)
        return local[_within(cut.box(place, shape), base.box(place, shape))].clone()


def _held(cell: Cell) -> Iterator[tuple[Parameter, torch.Tensor]]:
    """Each parameter and what operators leave of it here. Collective: one message per bucket."""
    latest: dict[tuple[int, int], list[torch.Tensor]] = {}
    for _, parameter in cell.parameters_and_names():
        home: Any = parameter._init
        if not isinstance(home, Elsewhere):
            yield parameter, _local(parameter.init_data()._t)
            continue
        key = (id(home.bucket), id(home.piece))
        if key not in latest:
            latest = {key: home.bucket.whole(home.piece)}
        yield parameter, latest[key][home.bucket.layout.slots.index(home.slot)]


def _whole_shape(parameter: Parameter) -> tuple[int, ...]:
    layout = parameter.layout
    return tuple(parameter.shape if layout is None else layout.shape)


def _local(t: torch.Tensor) -> torch.Tensor:
    """What this process holds of a tensor that is spread."""
    return t.to_local() if hasattr(t, "to_local") else t


def _within(part: Box, box: Box) -> Box:
    return tuple(slice(p.start - b.start, p.stop - b.start) for p, b in zip(part, box))


TOLD.append(write)
