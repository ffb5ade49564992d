"""A bucket: parameters as views of one flat buffer, of which this process owns a piece.

The parameters may themselves be parts of operator-sharded ones: only their local tensors are looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.step.async_messages import Way
from msacc.step.bucket_layout import BucketLayout, Slot
from msacc.step.local_shard import hold, local, own_slice
from msacc.step.mesh import Mesh
from msacc.step.sharded_parameters import refuse_copy, unshard_parameter


class ShardedPlaceholder:
    """Stands in a parameter whose values are spread over the processes' pieces of a bucket."""

    initializer = None
    is_remote = True

    def __init__(self, source: Parameter, bucket: Bucket, slot: Slot, piece: torch.Tensor):
        self.name, self.shape, self.dtype = source.name, source.shape, source.dtype
        self.bucket, self.slot, self.piece, self.layout = bucket, slot, piece, source.layout

    def fill(self) -> torch.Tensor:
        """Refuse: one process does not have the whole value."""
        raise RuntimeError(
            f"'{self.name}' is sharded over the processes and this one holds only its piece. Save it "
            "with save_checkpoint on all processes, or train with hsdp(threshold=...) above its size."
        )

    def own_value(self) -> torch.Tensor:
        """The value, where this process holds all of it; RuntimeError where it is sharded."""
        if self.bucket.pieces == 1:
            return self.piece[self.slot.start : self.slot.stop].view(self.slot.shape)
        return refuse_copy(self.name)

    def part(self) -> torch.Tensor:
        """This process's part of the value, in one dimension, where it lies."""
        low, high = self.bucket._overlap(self.slot) or (self.bucket.start, self.bucket.start)
        return self.piece[low - self.bucket.start : high - self.bucket.start]

    def put(self, whole: torch.Tensor) -> None:
        """Take this process's part of a whole new value."""
        if self.layout is None and tuple(whole.shape) != tuple(self.shape):
            raise ValueError(
                f"'{self.name}' is sharded with shape {self.shape}; a value of shape {tuple(whole.shape)} "
                "cannot replace it."
            )
        self.bucket.cut(self.slot, own_slice(whole, self.layout), self.piece)


class Bucket:
    """Flat storage for the parameters of one layout.

    `piece` is what this process keeps between steps and what the optimizer updates; `full` holds
    every value and exists from the first step on. A bucket that is not sharded has piece == full.
    """

    def __init__(self, layout: BucketLayout, mesh: Mesh, parameters: Sequence[Parameter]):
        self.layout, self.mesh = layout, mesh
        self.parameters = [parameters[slot.index] for slot in layout.slots]
        self.pieces = mesh.shard_size if layout.sharded else 1
        self.piece_size = layout.size // self.pieces
        self.start = self.piece_size * (mesh.shard_index if layout.sharded else 0)
        self.full: torch.Tensor | None = None
        self.piece = self._take_piece(self.parameters)

    def new(self, size: int) -> torch.Tensor:
        """Zeros of the bucket's type."""
        return torch.zeros(size, dtype=self.layout.dtype, device=settings.device)

    def _take_piece(self, sources: Sequence[Parameter]) -> torch.Tensor:
        """This process's piece of some parameters; of one not filled yet it draws its part alone."""
        piece = self.new(self.piece_size)
        for slot, source in zip(self.layout.slots, sources, strict=True):
            if source._init is None:
                self.cut(slot, local(source), piece)
            elif found := self._overlap(slot):
                low, high = found
                drawn = source._init.part(low - slot.start, high - slot.start)
                piece[low - self.start : high - self.start].copy_(drawn)
            source._init = ShardedPlaceholder(source, self, slot, piece)  # type: ignore[assignment]
            source._t = None  # type: ignore[assignment]
        return piece

    def _overlap(self, slot: Slot) -> tuple[int, int] | None:
        """The part of a slot that lies in this process's piece, in elements of the bucket."""
        low, high = max(slot.start, self.start), min(slot.stop, self.start + self.piece_size)
        return (low, high) if low < high else None

    def cut(self, slot: Slot, whole: torch.Tensor, piece: torch.Tensor) -> None:
        """Copy this process's part of a whole value into a piece."""
        found = self._overlap(slot)
        if found is not None:
            low, high = found
            part = whole.reshape(-1)[low - slot.start : high - slot.start]
            piece[low - self.start : high - self.start].copy_(part)

    def take_state(self, states: Sequence[Parameter]) -> torch.Tensor:
        """This process's piece of an optimizer state that has one tensor per parameter."""
        return self._take_piece([states[slot.index] for slot in self.layout.slots])

    # -- parameters ----------------------------------------------------------------------------
    def expose(self) -> None:
        """Give every parameter its whole value, as a view of `full`. Collective the first time."""
        if self.full is None:
            self.full = self.piece if self.pieces == 1 else self.new(self.layout.size)
            if self.pieces > 1:
                self.own_part(self.full).copy_(self.piece)
                self.piece = self.own_part(self.full)
                self.mesh.gather(self.full, self.piece)
        for parameter, view in zip(self.parameters, self.views(self.full), strict=True):
            hold(parameter, view)

    def own_part(self, flat: torch.Tensor) -> torch.Tensor:
        """The part of a whole flat buffer that belongs to this process."""
        return flat[self.start : self.start + self.piece_size]

    def views(self, flat: torch.Tensor) -> list[torch.Tensor]:
        """One view per parameter of a whole flat buffer."""
        return [flat[slot.start : slot.stop].view(slot.shape) for slot in self.layout.slots]

    def gather(self) -> Way:
        """After the update: every process gets every piece."""
        if self.pieces > 1 and self.full is not None:
            yield from self.mesh.gathering(self.full, self.piece)

    # -- whole values --------------------------------------------------------------------------
    def whole(self, piece: torch.Tensor) -> list[torch.Tensor]:
        """All parameters' values of some state, from every process's piece of it. Collective."""
        if self.pieces == 1:
            return self.views(piece)
        flat = self.new(self.layout.size)
        self.mesh.gather(flat, piece.contiguous())
        return self.views(flat)

    def release(self) -> None:
        """Give the parameters their whole values back, each in a tensor of its own. Collective."""
        self._give_back(self.parameters, self.piece)

    def release_state(self, states: Sequence[Parameter], piece: torch.Tensor) -> None:
        """The same for an optimizer state that `take_state` took."""
        self._give_back([states[slot.index] for slot in self.layout.slots], piece)

    def _give_back(self, targets: Sequence[Parameter], piece: torch.Tensor) -> None:
        for target, value in zip(targets, self.whole(piece), strict=True):
            unshard_parameter(target)
            hold(target, value.clone())


def held_here(parameter: Parameter) -> torch.Tensor:
    """What this process has of a parameter, where it lies: the value, or its part of it."""
    home = parameter._init
    return home.part() if isinstance(home, ShardedPlaceholder) else parameter.init_data()._t
