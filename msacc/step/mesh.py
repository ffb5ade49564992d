"""The processes of a job as a grid: stages of a pipeline, copies, their shards, and parts of sharded operators.

Rank r is (stage, copy, shard, part), the part varying fastest: `part = r % model`, `shard = r // model % shards`.
Processes that differ in copy and shard see different data; those that differ in stage or part alone see the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist

from msacc.communication._timeouts import new_group
from msacc.communication.flat_collectives import all_gather_flat, reduce_scatter_flat
from msacc.step.async_messages import Way


@dataclass(frozen=True)
class Mesh:
    """One process's place and its groups; a group of one member is None.

    `data_size` processes, numbered by `data_rank`, share the batch out; `shard_size` of them hold the pieces of
    one copy. Each of the `stages` has such processes of its own: `pipes` holds, for each part of the batch, the
    ranks of the processes that pass it along, by stage; `pipe` those of this process's part.
    """

    data_size: int
    data_rank: int
    shard_size: int
    data_group: Any = None
    shard_group: Any = None
    replica_group: Any = None
    # The shards once more where messages of one group run one after the other, so that a layer is gathered
    # while the gradients of the one before are reduced.
    reduce_group: Any = None
    # Pipelines: this process's stage (None: it has none), those it passes a batch along with, and all that train.
    stages: int = 1
    stage: int | None = 0
    pipes: tuple[tuple[int, ...], ...] = ()
    pipe: tuple[int, ...] = ()
    # Those in `pipe`, and those that get their results besides: processes without a stage.
    run_group: Any = None
    pipe_group: Any = None
    job_group: Any = None
    # Whether Cells say their process (Cell.place) and not their stage.
    placed: bool = False

    # How many processes together compute one network.
    model_size: int = 1

    @property
    def size(self) -> int:
        """All processes."""
        return self.data_size * self.model_size

    @property
    def alone(self) -> bool:
        """Whether there is no other process."""
        return self.size * self.stages == 1 and not self.placed

    @property
    def knows_loss(self) -> bool:
        """Whether this process computes the loss of its part of the batch."""
        return self.stage == self.stages - 1

    @property
    def replicas(self) -> int:
        """How many copies of the parameters exist."""
        return self.data_size // self.shard_size

    @property
    def shard_index(self) -> int:
        """Which piece this process holds."""
        return self.data_rank % self.shard_size

    def add(self, t: torch.Tensor) -> None:
        """The sum over the processes that share the batch, in place."""
        if self.data_group is not None:
            dist.all_reduce(t, group=self.data_group)

    def adding_everywhere(self, t: torch.Tensor) -> Any:
        """Start to sum over all processes, in place; returns the work."""
        return dist.all_reduce(t, async_op=True)

    def highest(self, t: torch.Tensor) -> None:
        """The largest over all processes that train together, in place."""
        if self._everyone is not None:
            dist.all_reduce(t, op=dist.ReduceOp.MAX, group=self._everyone)

    def first_value(self, t: torch.Tensor, source: int | None = None) -> None:
        """The value of rank `source`, or of the first of all processes that train together, in place."""
        if self._everyone is None:
            return
        if source is None:
            dist.broadcast(t, group_src=0, group=self._everyone)
        else:
            dist.broadcast(t, source, group=self._everyone)

    @property
    def _everyone(self) -> Any:
        return self.data_group if self.job_group is None else self.job_group

    # -- reductions, as ways (see `ways`): started by the first step, finished by the last ----------
    def average(self, t: torch.Tensor) -> Way:
        """The mean over the processes that share the batch, in place (a sum and a division: gloo has no mean)."""
        if self.data_group is not None:
            yield dist.all_reduce(t, group=self.data_group, async_op=True)
            t.div_(self.data_size)

    def scatter(self, full: torch.Tensor, out: torch.Tensor) -> Way:
        """Into `out`, this process's piece of the sum of `full` over the shards."""
        if self.shard_group is None:
            out.copy_(full)
        else:
            yield from reduce_scatter_flat(full, out, self.shard_group)

    def mean_piece(self, full: torch.Tensor, out: torch.Tensor) -> Way:
        """Into `out`, this process's piece of the mean of `full` over the processes that share the batch."""
        if self.shard_group is not None and self.replica_group is None:
            yield from reduce_scatter_flat(full, out, self.shard_group, mean=True)
        else:
            yield from self.scatter(full, out)
            yield from self.average_replicas(out)

    def average_replicas(self, piece: torch.Tensor) -> Way:
        """From a piece summed over its shards' processes to the mean over all, in place."""
        if self.replica_group is not None:
            yield dist.all_reduce(piece, group=self.replica_group, async_op=True)
        if self.data_size > 1:
            piece.div_(self.data_size)

    def gather(self, full: torch.Tensor, piece: torch.Tensor) -> None:
        """Into `full`, the pieces of all shards; `piece` may be this process's part of `full`."""
        for work in self.gathering(full, piece):
            work.wait()

    def gathering(self, full: torch.Tensor, piece: torch.Tensor) -> Way:
        """The same as a way."""
        if self.shard_group is not None:
            yield all_gather_flat(full, piece, self.shard_group)
        elif full.data_ptr() != piece.data_ptr():
            full.copy_(piece)


def one_process() -> Mesh:
    """The mesh of a job without others."""
    return Mesh(1, 0, 1)


def build(shard_size: int = -1, model: int = 1, stages: int = 1) -> Mesh:
    """The mesh of this job: `shard_size` -1 shards over all that share the batch, 1 replicates.

    `model`: how many processes together compute one network, or one of its `stages`. Raises ValueError when these do
    not divide the number of processes, or `shard_size` what is left. All processes must call it.
    """
    if not dist.is_available() or not dist.is_initialized() or dist.get_world_size() == 1:
        return one_process()
    world, rank = dist.get_world_size(), dist.get_rank()
    if world % stages:
        raise ValueError(
            f"{stages} pipeline stages should divide the number of processes ({world}): each has as many."
        )
    if world // stages % model:
        raise ValueError(
            f"{model} processes compute one network together, which should divide their number ({world // stages})."
        )
    data = world // stages // model
    size = data if shard_size == -1 else shard_size
    if size > data or data % size:
        raise ValueError(
            f"hsdp: 'shard_size' should divide the number of processes that share the batch ({data}), but got "
            f"{shard_size}."
        )
    grid = torch.arange(world).view(stages, data // size, size, model)
    shards, pipes = _rows(grid, 2), _rows(grid, 0)
    shard_group = row_group(shards, rank)
    in_turn, pipe_group = dist.get_backend() != "gloo", row_group(pipes, rank)
    return Mesh(
        data,
        rank // model % data,
        size,
        data_group=row_group(_rows(grid.flatten(1, 2), 1), rank),
        shard_group=shard_group,
        replica_group=row_group(_rows(grid, 1), rank),
        reduce_group=row_group(shards, rank, apart=True) if in_turn else shard_group,
        stages=stages,
        stage=rank // (world // stages),
        pipes=tuple(map(tuple, pipes.tolist())),
        pipe=tuple(pipes[pipes.eq(rank).any(1)][0].tolist()),
        run_group=pipe_group,
        pipe_group=pipe_group,
        job_group=row_group(grid.movedim(3, 0).flatten(1), rank) if stages > 1 else None,
        model_size=model,
    )


def stage_ranks(stages: int) -> tuple[int, ...] | None:
    """The processes of this one's stage; None where there is one stage."""
    if stages == 1:
        return None
    each = dist.get_world_size() // stages
    first = dist.get_rank() // each * each
    return tuple(range(first, first + each))


def place(ranks: Sequence[int]) -> Mesh:
    """The mesh of a network whose parts run on certain processes, one after the other; the others only look on."""
    rank, row = dist.get_rank(), tuple(ranks)
    return Mesh(
        1,
        0,
        1,
        stages=len(row),
        stage=row.index(rank) if rank in row else None,
        pipes=(row,),
        pipe=row,
        run_group=row_group(torch.tensor([row]), rank),
        pipe_group=dist.group.WORLD,
        job_group=dist.group.WORLD,
        placed=True,
    )


def _rows(grid: torch.Tensor, axis: int) -> torch.Tensor:
    """The processes that differ along one axis alone, a row each."""
    return grid.movedim(axis, -1).flatten(0, -2)


def row_group(rows: torch.Tensor, rank: int, apart: bool = False) -> Any:
    """The group of the row that `rank` is in, None for no row; every process must create every group.

    `apart`: one of its own, where messages of one group run one after the other.
    """
    if rows.shape[1] == 1:
        return None
    if rows.shape[0] == 1 and rows.numel() == dist.get_world_size() and not apart:
        return dist.group.WORLD
    groups = [new_group(row) for row in rows.tolist()]
    mine = rows.eq(rank).any(1)
    return groups[mine.int().argmax()] if mine.any() else None
