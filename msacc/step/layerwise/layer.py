"""The layers of a network at level3, each of which gathers a bucket for its Cell."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell
from msacc.step.bucket import Bucket
from msacc.step.gather_autograd import AllGather, BucketLeaf, all_gather
from msacc.step.layerwise.saved_buckets import forget_alive, note_alive
from msacc.step.sharded_parameters import shard_parameter


class Running:
    """Whether a network is running on all processes, so that reading a parameter may gather it."""

    def __init__(self) -> None:
        self.depth = 0
        self.layers: list[Layer] = []
        # Another optimizer has taken the parameters over: the hooks stay with the Cells and do nothing.
        self.over = False

    def forget(self) -> None:
        """Gradients from now on belong to another micro-batch."""
        for layer in self.layers:
            layer.stand_in = None

    def begin(self, cell: Cell, args: Any) -> None:
        """Forward-pre hook of Cells that hold others."""
        self.depth += 1

    def end(self, cell: Cell, args: Any, out: Any) -> None:
        """Forward hook."""
        self.depth -= 1


class Layer:
    """One Cell's parameters in one bucket: gathers, assigns and frees them."""

    def __init__(self, bucket: Bucket, piece: Parameter, running: Running):
        self.bucket, self.piece, self.running = bucket, piece, running
        self.stand_in: torch.Tensor | None = None
        running.layers.append(self)
        if bucket.num_shards > 1:
            for parameter in bucket.parameters:
                shard_parameter(parameter, self)
        slots = bucket.assignment.slots
        ends = [slot.start for slot in slots[1:]] + [bucket.assignment.size]
        self.sizes = [end - slot.start for slot, end in zip(slots, ends, strict=True)]

    @property
    def group(self) -> Any:
        """The processes that hold the bucket's shards."""
        return self.bucket.mesh.shard_group

    def gather(self, piece: torch.Tensor) -> torch.Tensor:
        """The whole bucket from every process's piece, differentiable where the piece is. Collective."""
        pieces, mesh = self.bucket.num_shards, self.bucket.mesh
        group = self.group.group_name
        if not piece.requires_grad:
            return all_gather(piece, pieces, group)
        # Created at the first read: autograd runs backward what came last in the forward pass first.
        if self.stand_in is None:
            self.stand_in = BucketLeaf.apply(piece, pieces, mesh.reduce_group.group_name)
        return AllGather.apply(self.stand_in, piece.detach(), pieces, group)

    def value_of(self, parameter: Parameter) -> torch.Tensor:
        """A parameter read while its layer does not run, gathered with its companions."""
        if not self.running.depth:
            raise RuntimeError(
                f"'{parameter.name}' is spread over the processes (optimizer_level='level3') and exists whole only "
                "while the network runs. Read it with msacc.parallel.full_value(parameter) on all processes together, "
                "or in the network, or train with optimizer_level='level2', which keeps whole parameters."
            )
        full = self.gather(self.piece._t)
        for own, slot in zip(self.bucket.parameters, self.bucket.assignment.slots, strict=True):
            if own is parameter:
                return full[slot.start : slot.stop].view(slot.shape)
        raise AssertionError(parameter.name)

    def give(self, full: torch.Tensor) -> None:
        """Assigns each parameter its view of the gathered bucket."""
        pieces = torch.split(full, self.sizes)
        hooked = [p.name for p in self.bucket.parameters if p.gradient_hooks]
        if hooked:
            raise NotImplementedError(
                f"optimizer_level='level3' has no gradient of '{hooked[0]}' by itself to give to its hook; "
                "register_hook() goes with level1 and level2."
            )
        for parameter, slot, piece in zip(
            self.bucket.parameters, self.bucket.assignment.slots, pieces, strict=False
        ):
            parameter._t = piece[: slot.stop - slot.start].view(slot.shape)

    def before(self, cell: Cell, args: Any) -> None:
        """Forward-pre hook."""
        if self.running.over:
            return
        full = self.gather(self.piece._t)
        note_alive(full, self)
        self.give(full)

    def after(self, cell: Cell, args: Any, out: Any) -> None:
        """Forward hook."""
        if self.running.over:
            return
        # What autograd saved is packed by now.
        forget_alive()
        for parameter in self.bucket.parameters:
            parameter._t = None  # type: ignore[assignment]
