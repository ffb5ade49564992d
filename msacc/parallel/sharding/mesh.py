"""The processes of a job as a grid: shards along one side, replicas along the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist


@dataclass
class Mesh:
    """`shard_size` neighbours hold the pieces of one copy; `replicas` copies exist.

    Rank r has shard index r % shard_size. Groups are None where they would have one member.
    """

    world: int
    rank: int
    shard_size: int
    shard_group: Any
    replica_group: Any

    @property
    def replicas(self) -> int:
        """How many copies of the parameters exist."""
        return self.world // self.shard_size

    @property
    def shard_index(self) -> int:
        """Which piece this process holds."""
        return self.rank % self.shard_size

    def average(self, t: torch.Tensor) -> None:
        """The mean over all processes, in place (a sum and a division: gloo has no mean)."""
        if self.world > 1:
            dist.all_reduce(t)
            t.div_(self.world)

    def scatter_mean(self, full: torch.Tensor, out: torch.Tensor) -> None:
        """Into `out`, this process's piece of the mean of `full` over all processes."""
        if self.shard_group is None:
            out.copy_(full)
        else:
            dist.reduce_scatter_tensor(out, full, group=self.shard_group)
        self.average_replicas(out)

    def average_replicas(self, piece: torch.Tensor) -> None:
        """From a piece summed over its shards' processes to the mean over all, in place."""
        if self.replica_group is not None:
            dist.all_reduce(piece, group=self.replica_group)
        if self.world > 1:
            piece.div_(self.world)

    def gather(self, full: torch.Tensor, piece: torch.Tensor) -> None:
        """Into `full`, the pieces of all shards; `piece` may be this process's part of `full`."""
        if self.shard_group is not None:
            dist.all_gather_into_tensor(full, piece, group=self.shard_group)
        elif full.data_ptr() != piece.data_ptr():
            full.copy_(piece)


def one_process() -> Mesh:
    """The mesh of a job without others."""
    return Mesh(1, 0, 1, None, None)


def build(shard_size: int = -1) -> Mesh:
    """The mesh of this job: `shard_size` -1 shards over all processes, 1 replicates.

    Raises ValueError when `shard_size` does not divide the number of processes.
    """
    if not dist.is_available() or not dist.is_initialized() or dist.get_world_size() == 1:
        return one_process()
    world, rank = dist.get_world_size(), dist.get_rank()
    size = world if shard_size == -1 else shard_size
    if size > world or world % size:
        raise ValueError(
            f"hsdp: 'shard_size' should divide the number of processes ({world}), but got {shard_size}."
        )
    shard_group = dist.group.WORLD if size == world else _rows(world, size, rank)
    replica_group = dist.group.WORLD if size == 1 else _columns(world, size, rank)
    return Mesh(
        world,
        rank,
        size,
        None if size == 1 else shard_group,
        None if size == world else replica_group,
    )


def _rows(world: int, size: int, rank: int) -> Any:
    """Groups of `size` neighbours; every process must create every group."""
    if size == 1:
        return None
    groups = [dist.new_group(list(range(s, s + size))) for s in range(0, world, size)]
    return groups[rank // size]


def _columns(world: int, size: int, rank: int) -> Any:
    if size == world:
        return None
    groups = [dist.new_group(list(range(i, world, size))) for i in range(size)]
    return groups[rank % size]
