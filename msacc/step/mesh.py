"""The processes of a job as a grid: pipeline stages, replicas, their shards, and the slices of sharded operators.

Rank r is (stage, replica, shard, slice), the slice varying fastest: `slice = r % model`, `shard = r // model % shards`.
Processes that differ in replica and shard see different data; those that differ in stage or slice alone see the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist

from msacc.common.trace_spans import span
from msacc.communication._timeouts import new_group
from msacc.communication.flat_collectives import (
    all_gather_flat,
    all_reduce_together,
    fits_exchange,
    put,
    reduce_scatter_flat,
    widened,
)
from msacc.step.async_messages import Communication


@dataclass(frozen=True)
class Mesh:
    """One process's coordinates and its groups; a group of one member is None.

    `data_size` processes, numbered by `data_rank`, split the batch; `shard_size` of them hold the shards of one
    replica. Each of the `stages` has such processes of its own: `pipelines` holds, for each part of the batch, the
    ranks of the processes that pass it along, by stage; `pipeline_ranks` those of this process's part.
    """

    data_size: int
    data_rank: int
    shard_size: int
    data_group: Any = None
    shard_group: Any = None
    replica_group: Any = None
    # The shard group once more where collectives of one group run one after the other, so that a layer is gathered
    # while the gradients of the one before are reduced.
    reduce_group: Any = None
    # Pipelines: this process's stage (None: it has none), the ranks of its batch, and all that train.
    stages: int = 1
    stage: int | None = 0
    pipelines: tuple[tuple[int, ...], ...] = ()
    pipeline_ranks: tuple[int, ...] = ()
    # The ranks in `pipeline_ranks`, and with them those that get their results: processes without a stage.
    run_group: Any = None
    pipe_group: Any = None
    job_group: Any = None
    # Whether Cells are placed on processes (Cell.place) instead of stages.
    placed: bool = False
    # Whether a batch runs through the stages forwards and then backwards: stage 0 has the first chunk and the last.
    folded: bool = False

    # How many processes together compute one network.
    model_size: int = 1

    @property
    def size(self) -> int:
        """All processes of a stage."""
        return self.data_size * self.model_size

    @property
    def is_single_process(self) -> bool:
        """Whether there is no other process."""
        return self.size * self.stages == 1 and not self.placed

    @property
    def has_loss(self) -> bool:
        """Whether this process computes the loss of its part of the batch."""
        return self.stage == self.loss_stage

    @property
    def loss_stage(self) -> int:
        """The stage of the last chunk."""
        return 0 if self.folded else self.stages - 1

    def stage_of(self, chunk: int) -> int:
        """The stage that runs a chunk: 0, 1, 2, 0, 1, 2, ... or, folded, 0, 1, 2, 2, 1, 0."""
        if self.folded and chunk >= self.stages:
            return 2 * self.stages - 1 - chunk
        return chunk % self.stages

    @property
    def replicas(self) -> int:
        """The number of replicas of the parameters."""
        return self.data_size // self.shard_size

    @property
    def shard_index(self) -> int:
        """The index of this process's shard."""
        return self.data_rank % self.shard_size

    def all_reduce_sum(self, t: torch.Tensor) -> None:
        """Sums over the processes that share the batch, in place."""
        if self.data_group is not None:
            dist.all_reduce(t, group=self.data_group)

    def all_reduce_max(self, t: torch.Tensor) -> None:
        """Takes the maximum over all processes that train together, in place."""
        if self._training_group is not None:
            dist.all_reduce(t, op=dist.ReduceOp.MAX, group=self._training_group)

    def broadcast(self, t: torch.Tensor, source: int | None = None) -> None:
        """Broadcasts from rank `source`, or from the first of all processes that train together, in place."""
        if self._training_group is None:
            return
        if source is None:
            dist.broadcast(t, group_src=0, group=self._training_group)
        else:
            dist.broadcast(t, source, group=self._training_group)

    @property
    def _training_group(self) -> Any:
        return self.data_group if self.job_group is None else self.job_group

    # -- reductions, as communications (see `async_messages`) ----------------------------------------
    def all_reduce_world(self, t: torch.Tensor) -> Communication:
        """The sum over all processes, in place."""
        yield from all_reduce_together([t], dist.group.WORLD)

    def all_reduce_mean(self, t: torch.Tensor) -> Communication:
        """The mean over the processes that share the batch, in place (a sum and a division: gloo has no mean)."""
        if self.data_group is not None:
            total = widened(t)
            yield from all_reduce_together([total], self.data_group)
            put(total.div_(self.data_size), t)

    def is_small(self, t: torch.Tensor) -> bool:
        """Whether a sum over all processes costs so little that it need not overlap with anything."""
        return self.data_group is dist.group.WORLD and fits_exchange([t], self.data_group)

    def sums_and_means(
        self, sums: Sequence[torch.Tensor], means: Sequence[torch.Tensor]
    ) -> list[Communication]:
        """The sums of some tensors over all processes, and the means of others over those that share the batch.

        One message for all where these are the same processes and the tensors are small.
        """
        tensors = [*sums, *means]
        if (
            tensors
            and self.data_group is dist.group.WORLD
            and fits_exchange(tensors, self.data_group)
        ):
            return [self._sums_and_means(sums, means)]
        return [*map(self.all_reduce_world, sums), *map(self.all_reduce_mean, means)]

    def _sums_and_means(
        self, sums: Sequence[torch.Tensor], means: Sequence[torch.Tensor]
    ) -> Communication:
        totals = [widened(t) for t in means]
        yield from all_reduce_together([*sums, *totals], self.data_group)
        for total, t in zip(totals, means, strict=True):
            put(total.div_(self.data_size), t)

    # `sizes`: the elements of each process's shard, where they are not equal.
    def reduce_scatter(
        self, full: torch.Tensor, shard: torch.Tensor, sizes: Sequence[int] | None = None
    ) -> Communication:
        """Into `shard`, this process's shard of the sum of `full` over the shard group."""
        if self.shard_group is None:
            shard.copy_(full)
        else:
            yield from reduce_scatter_flat(full, shard, self.shard_group, sizes=sizes)

    def reduce_scatter_mean(
        self, full: torch.Tensor, shard: torch.Tensor, sizes: Sequence[int] | None = None
    ) -> Communication:
        """Into `shard`, this process's shard of the mean of `full` over the processes that share the batch."""
        if self.shard_group is not None and self.replica_group is None:
            yield from reduce_scatter_flat(full, shard, self.shard_group, mean=True, sizes=sizes)
        else:
            total = widened(shard)
            yield from self.reduce_scatter(full, total, sizes)
            yield from self.all_reduce_replicas(total)
            put(total, shard)

    def all_reduce_replicas(self, shard: torch.Tensor) -> Communication:
        """From a shard summed over the shard group to the mean over all processes, in place."""
        if self.replica_group is not None:
            total = widened(shard)
            yield from all_reduce_together([total], self.replica_group)
            put(total, shard)
        if self.data_size > 1:
            shard.div_(self.data_size)

    def all_gather(
        self, full: torch.Tensor, shard: torch.Tensor, sizes: Sequence[int] | None = None
    ) -> None:
        """Into `full`, the shards of all processes; `shard` may be this process's part of `full`."""
        for work in self.all_gather_async(full, shard, sizes):
            with span("wait"):
                work.wait()

    def all_gather_async(
        self, full: torch.Tensor, shard: torch.Tensor, sizes: Sequence[int] | None = None
    ) -> Communication:
        """The same as a communication."""
        if self.shard_group is not None:
            yield all_gather_flat(full, shard, self.shard_group, sizes)
        elif full.data_ptr() != shard.data_ptr():
            full.copy_(shard)


def single_process() -> Mesh:
    """The mesh of a job of one process."""
    return Mesh(1, 0, 1)


def build(shard_size: int = -1, model: int = 1, stages: int = 1, folded: bool = False) -> Mesh:
    """The mesh of this job: `shard_size` -1 shards over all that share the batch, 1 replicates.

    `model`: how many processes together compute one network, or one of its `stages`; `folded`: see Mesh. Raises
    ValueError when these do not divide the number of processes, or `shard_size` what is left. All processes must
    call it.
    """
    if not dist.is_available() or not dist.is_initialized() or dist.get_world_size() == 1:
        return single_process()
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
    shards, pipelines = _rank_rows(grid, 2), _rank_rows(grid, 0)
    shard_group = row_group(shards, rank)
    is_sequential, pipe_group = dist.get_backend() != "gloo", row_group(pipelines, rank)
    return Mesh(
        data,
        rank // model % data,
        size,
        data_group=row_group(_rank_rows(grid.flatten(1, 2), 1), rank),
        shard_group=shard_group,
        replica_group=row_group(_rank_rows(grid, 1), rank),
        reduce_group=row_group(shards, rank, separate=True) if is_sequential else shard_group,
        stages=stages,
        stage=rank // (world // stages),
        pipelines=tuple(map(tuple, pipelines.tolist())),
        pipeline_ranks=tuple(pipelines[pipelines.eq(rank).any(1)][0].tolist()),
        run_group=pipe_group,
        pipe_group=pipe_group,
        job_group=row_group(grid.movedim(3, 0).flatten(1), rank) if stages > 1 else None,
        model_size=model,
        folded=folded,
    )


def stage_ranks(stages: int) -> tuple[int, ...] | None:
    """The ranks of this process's stage; None where there is one stage."""
    if stages == 1:
        return None
    per_stage = dist.get_world_size() // stages
    first = dist.get_rank() // per_stage * per_stage
    return tuple(range(first, first + per_stage))


def mesh_of_ranks(ranks: Sequence[int]) -> Mesh:
    """The mesh of a network whose parts run on these ranks, one after the other; the other processes have no stage."""
    rank, row = dist.get_rank(), tuple(ranks)
    return Mesh(
        1,
        0,
        1,
        stages=len(row),
        stage=row.index(rank) if rank in row else None,
        pipelines=(row,),
        pipeline_ranks=row,
        run_group=row_group(torch.tensor([row]), rank),
        pipe_group=dist.group.WORLD,
        job_group=dist.group.WORLD,
        placed=True,
    )


def _rank_rows(grid: torch.Tensor, axis: int) -> torch.Tensor:
    """The ranks that differ along one axis alone, a row each."""
    return grid.movedim(axis, -1).flatten(0, -2)


def row_group(rows: torch.Tensor, rank: int, separate: bool = False) -> Any:
    """The group of the row that `rank` is in, None for no row; every process must create every group.

    `separate`: a new group, where collectives of one group run one after the other.
    """
    if rows.shape[1] == 1:
        return None
    if rows.shape[0] == 1 and rows.numel() == dist.get_world_size() and not separate:
        return dist.group.WORLD
    groups = [new_group(row) for row in rows.tolist()]
    is_member = rows.eq(rank).any(1)
    return groups[is_member.int().argmax()] if is_member.any() else None
