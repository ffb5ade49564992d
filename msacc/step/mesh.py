"""The processes of a job as a grid: copies, the shards of a copy, and the parts of an operator-sharded model.

Rank r is (copy, shard, part), the part varying fastest: `part = r % model`, `shard = r // model % shards`.
Processes that differ in copy and shard see different data; those that differ in the part alone see the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist

from msacc.communication._limits import new_group
from msacc.communication.single import gather_into, reduce_scatter_into
from msacc.step.ways import Way


@dataclass(frozen=True)
class Mesh:
    """One process's place and its groups; a group of one member is None.

    `data_size` processes, numbered by `data_rank`, share the batch out; `shard_size` of them hold the pieces of
    one copy.
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
    # How many processes together compute one network.
    model_size: int = 1

    @property
    def size(self) -> int:
        """All processes."""
        return self.data_size * self.model_size

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

    def add_everywhere(self, t: torch.Tensor) -> None:
        """The sum over all processes, in place."""
        if self.size > 1:
            dist.all_reduce(t)

    def highest(self, t: torch.Tensor) -> None:
        """The largest over the processes that share the batch, in place."""
        if self.data_group is not None:
            dist.all_reduce(t, op=dist.ReduceOp.MAX, group=self.data_group)

    def first_value(self, t: torch.Tensor) -> None:
        """The value of the first of the processes that share the batch, in place."""
        if self.data_group is not None:
            dist.broadcast(t, group_src=0, group=self.data_group)

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
            yield reduce_scatter_into(out, full, group=self.shard_group, async_op=True)

    def average_replicas(self, piece: torch.Tensor) -> Way:
        """From a piece summed over its shards' processes to the mean over all, in place."""
        if self.replica_group is not None:
            yield dist.all_reduce(piece, group=self.replica_group, async_op=True)
        if self.data_size > 1:
            piece.div_(self.data_size)

    def gather(self, full: torch.Tensor, piece: torch.Tensor) -> None:
        """Into `full`, the pieces of all shards; `piece` may be this process's part of `full`."""
        if self.shard_group is not None:
            gather_into(full, piece, group=self.shard_group)
        elif full.data_ptr() != piece.data_ptr():
            full.copy_(piece)


def one_process() -> Mesh:
    """The mesh of a job without others."""
    return Mesh(1, 0, 1)


def build(shard_size: int = -1, model: int = 1) -> Mesh:
    """The mesh of this job: `shard_size` -1 shards over all that share the batch, 1 replicates.

    `model`: how many processes together compute one network. Raises ValueError when `model` does not divide
    the number of processes, or `shard_size` what is left. All processes must call it.
    """
    if not dist.is_available() or not dist.is_initialized() or dist.get_world_size() == 1:
        return one_process()
    world, rank = dist.get_world_size(), dist.get_rank()
    if world % model:
        raise ValueError(
            f"{model} processes compute one network together, which should divide their number ({world})."
        )
    data = world // model
    size = data if shard_size == -1 else shard_size
    if size > data or data % size:
        raise ValueError(
            f"hsdp: 'shard_size' should divide the number of processes that share the batch ({data}), but got "
            f"{shard_size}."
        )
    grid = torch.arange(world).view(data // size, size, model)
    shards = grid.movedim(1, -1).flatten(0, 1)
    shard_group = _group(shards, rank)
    in_turn = dist.get_backend() != "gloo"
    return Mesh(
        data,
        rank // model,
        size,
        data_group=_group(grid.flatten(0, 1).T, rank),
        shard_group=shard_group,
        replica_group=_group(grid.movedim(0, -1).flatten(0, 1), rank),
        reduce_group=_group(shards, rank, apart=True) if in_turn else shard_group,
        model_size=model,
    )


def _group(rows: torch.Tensor, rank: int, apart: bool = False) -> Any:
    """The group of the row that `rank` is in, no other's if `apart`; every process must create every group."""
    if rows.shape[1] == 1:
        return None
    if rows.shape[0] == 1 and not apart:
        return dist.group.WORLD
    groups = [new_group(row) for row in rows.tolist()]
    return groups[rows.eq(rank).any(1).int().argmax()]
