"""A bucket: parameters as views of one flat buffer, of which this process owns a shard.

The parameters may themselves be shards of operator-sharded ones: only their local tensors are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.pinned_memory import pinned_copy
from msacc.common.settings import settings
from msacc.step.async_messages import Communication
from msacc.step.bucket_assignment import BucketAssignment, Slot
from msacc.step.local_shard import local_slice, local_tensor, set_local_tensor
from msacc.step.mesh import Mesh
from msacc.step.sharded_parameters import refuse_copy, unshard_parameter


class ShardedPlaceholder:
    """Placeholder in `parameter._msacc_init` for values that are sharded over the processes in a bucket."""

    initializer = None
    is_remote = True

    def __init__(self, source: Parameter, bucket: Bucket, slot: Slot, shard: torch.Tensor):
        self.name, self.shape, self.dtype = source.name, source.shape, source.dtype
        self.bucket, self.slot, self.shard, self.layout = bucket, slot, shard, source.layout

    def fill(self) -> torch.Tensor:
        """RuntimeError: one process does not have the full value."""
        raise RuntimeError(
            f"'{self.name}' is sharded over the processes and this one holds only its piece. Read it "
            "with msacc.parallel.full_value(parameter) on all processes together, or train with hsdp(threshold=...) "
            "above its size."
        )

    def own_value(self) -> torch.Tensor:
        """The value, where this process holds all of it; RuntimeError where it is sharded."""
        if self.bucket.num_shards == 1:
            return self.shard[self.slot.start : self.slot.stop].view(self.slot.shape)
        return refuse_copy(self.name)

    def elements(self) -> tuple[int, int]:
        """Where this process's shard begins and ends among the value's elements, row by row."""
        low, high = self.bucket._overlap(self.slot) or (self.slot.start, self.slot.start)
        return low - self.slot.start, high - self.slot.start

    def local_elements(self) -> torch.Tensor:
        """This process's shard of the value, flat, as a view of the bucket."""
        low, high = self.bucket._overlap(self.slot) or (self.bucket.start, self.bucket.start)
        return self.shard[low - self.bucket.start : high - self.bucket.start]

    def put(self, full: torch.Tensor) -> None:
        """Copies this process's shard of a full new value."""
        if self.layout is None and tuple(full.shape) != tuple(self.shape):
            raise ValueError(
                f"'{self.name}' is sharded with shape {self.shape}; a value of shape {tuple(full.shape)} "
                "cannot replace it."
            )
        self.bucket.copy_overlap(self.slot, local_slice(full, self.layout), self.shard)


class Bucket:
    """Flat storage for the parameters that are assigned to it.

    `shard` is what this process keeps between steps and what the optimizer updates; `full` holds
    every value and exists from the first step on. A bucket that is not sharded has shard == full.
    """

    def __init__(self, assignment: BucketAssignment, mesh: Mesh, parameters: Sequence[Parameter]):
        self.assignment, self.mesh = assignment, mesh
        self.parameters = [parameters[slot.index] for slot in assignment.slots]
        self.num_shards = mesh.shard_size if assignment.sharded else 1
        shard_index = mesh.shard_index if assignment.sharded else 0
        self.start, stop = assignment.shard_range(shard_index, self.num_shards)
        self.shard_numel = stop - self.start
        # Elements of each process's shard; None: all are equal.
        self.sizes = (
            [b - a for a, b in pairwise([0, *assignment.ends])] if assignment.ends else None
        )
        self.full: torch.Tensor | None = None
        # In a stage at level3: what gathers it for a chunk (StageLayer).
        self.layer: Any = None
        self.shard = self._take_shard(self.parameters)

    def new(self, size: int) -> torch.Tensor:
        """Zeros of the bucket's dtype."""
        return torch.zeros(size, dtype=self.assignment.dtype, device=settings.device)

    def _take_shard(self, sources: Sequence[Parameter], on_cpu: bool = False) -> torch.Tensor:
        """This process's shard of some parameters; of an uninitialized one only the shard is drawn."""
        shard = self.new(self.shard_numel)
        shard = pinned_copy(shard) if on_cpu else shard
        for slot, source in zip(self.assignment.slots, sources, strict=True):
            if source._msacc_init is None:
                self.copy_overlap(slot, local_tensor(source), shard)
            elif overlap := self._overlap(slot):
                low, high = overlap
                values = source._msacc_init.part(low - slot.start, high - slot.start)
                shard[low - self.start : high - self.start].copy_(values)
            source._msacc_init = ShardedPlaceholder(source, self, slot, shard)  # type: ignore[assignment]
            source._t = None  # type: ignore[assignment]
        return shard

    def _overlap(self, slot: Slot) -> tuple[int, int] | None:
        """Where a slot and this process's shard overlap, in elements of the bucket."""
        low, high = max(slot.start, self.start), min(slot.stop, self.start + self.shard_numel)
        return (low, high) if low < high else None

    def copy_overlap(self, slot: Slot, full: torch.Tensor, shard: torch.Tensor) -> None:
        """Copies what of a full value lies in this process's shard."""
        overlap = self._overlap(slot)
        if overlap is not None:
            low, high = overlap
            values = full.reshape(-1)[low - slot.start : high - slot.start]
            shard[low - self.start : high - self.start].copy_(values)

    def take_state(self, states: Sequence[Parameter], on_cpu: bool = False) -> torch.Tensor:
        """This process's shard of an optimizer state with one tensor per parameter; `on_cpu`: in the CPU's memory."""
        return self._take_shard([states[slot.index] for slot in self.assignment.slots], on_cpu)

    # -- parameters ----------------------------------------------------------------------------
    def materialize(self) -> None:
        """Gives every parameter its full value, as a view of `full`. Collective the first time."""
        if self.full is None:
            self.full = self.shard if self.num_shards == 1 else self.new(self.assignment.size)
            if self.num_shards > 1:
                self.shard_of(self.full).copy_(self.shard)
                self.shard = self.shard_of(self.full)
                self.mesh.all_gather(self.full, self.shard, self.sizes)
        for parameter, view in zip(self.parameters, self.views(self.full), strict=True):
            set_local_tensor(parameter, view)

    def shard_of(self, flat: torch.Tensor) -> torch.Tensor:
        """This process's shard of a full flat buffer."""
        return flat[self.start : self.start + self.shard_numel]

    def views(self, flat: torch.Tensor) -> list[torch.Tensor]:
        """One view per parameter of a full flat buffer."""
        return [flat[slot.start : slot.stop].view(slot.shape) for slot in self.assignment.slots]

    def views_in_shard(self, shard: torch.Tensor) -> dict[int, torch.Tensor]:
        """{index: view of `shard`} of the parameters that are whole in this process's shard."""
        stop = self.start + self.shard_numel
        return {
            slot.index: shard[slot.start - self.start : slot.stop - self.start].view(slot.shape)
            for slot in self.assignment.slots
            if self.start <= slot.start and slot.stop <= stop
        }

    def gather_shards(self) -> Communication:
        """After the update: gathers the shards of all processes into `full`."""
        if self.num_shards > 1 and self.full is not None:
            yield from self.mesh.all_gather_async(self.full, self.shard, self.sizes)

    # -- full values ---------------------------------------------------------------------------
    def full_values(self, shard: torch.Tensor) -> list[torch.Tensor]:
        """All parameters' values of some state, from every process's shard of it. Collective."""
        shard = shard.to(settings.device)  # an offloaded state comes from the CPU's memory
        if self.num_shards == 1:
            return self.views(shard)
        flat = self.new(self.assignment.size)
        self.mesh.all_gather(flat, shard.contiguous(), self.sizes)
        return self.views(flat)

    def release(self) -> None:
        """Gives the parameters their full values back, each in a tensor of its own. Collective."""
        self._restore(self.parameters, self.shard)

    def release_state(self, states: Sequence[Parameter], shard: torch.Tensor) -> None:
        """The same for an optimizer state that `take_state` took."""
        self._restore([states[slot.index] for slot in self.assignment.slots], shard)

    def _restore(self, targets: Sequence[Parameter], shard: torch.Tensor) -> None:
        for target, value in zip(targets, self.full_values(shard), strict=True):
            unshard_parameter(target)
            set_local_tensor(target, value.clone())


def local_value(parameter: Parameter) -> torch.Tensor:
    """What this process has of a parameter, in place: the value, or its shard of it."""
    placeholder = parameter._msacc_init
    return (
        placeholder.local_elements()
        if isinstance(placeholder, ShardedPlaceholder)
        else parameter.init_data()._t
    )
