"""level3: no process ever holds all parameters; each layer gathers its own when it runs.

A layer is a Cell that owns parameters. Its pieces are gathered by a hook before its construct, as a
differentiable op inside the same graph, and dropped after it. The backward pass gathers them again: in
a compiled graph by `regather.again_in_backward`, op by op by unpacking what autograd saved.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.graph.gradients import differentiate
from msacc.nn.cell import Cell
from msacc.ops.comm.autograd import AllGather
from msacc.parallel.sharding.bucket import Bucket
from msacc.parallel.sharding.layout import Item
from msacc.parallel.sharding.mesh import Mesh
from msacc.parallel.sharding.optimizer import items
from msacc.parallel.sharding.regather import patches
from msacc.parallel.sharding.step import ShardedTrainStep


class Layer:
    """One Cell's own parameters in one bucket: gathers them, gives them out, takes them back."""

    def __init__(self, bucket: Bucket, piece: Parameter):
        self.bucket, self.piece = bucket, piece
        slots = bucket.layout.slots
        ends = [slot.start for slot in slots[1:]] + [bucket.layout.size]
        self.sizes = [end - slot.start for slot, end in zip(slots, ends)]

    def gather(self, piece: torch.Tensor) -> torch.Tensor:
        """The whole bucket from every process's piece."""
        group = self.bucket.mesh.shard_group
        return AllGather.apply(piece, self.bucket.pieces, group.group_name)

    def give(self, full: torch.Tensor) -> None:
        """Let each parameter be its part of the whole bucket."""
        parts = torch.split(full, self.sizes)
        for parameter, slot, part in zip(self.bucket.parameters, self.bucket.layout.slots, parts):
            parameter._t = part[: slot.stop - slot.start].view(slot.shape)

    def before(self, cell: Cell, args: Any) -> None:
        """Forward-pre hook."""
        full = self.gather(self.piece._t)
        if not torch.compiler.is_compiling():
            _gathered[full.untyped_storage().data_ptr()] = self
        self.give(full)

    def after(self, cell: Cell, args: Any, out: Any) -> None:
        """Forward hook."""
        # What autograd saved is packed by now; the address may soon belong to something else.
        _gathered.clear()
        for parameter in self.bucket.parameters:
            parameter._t = None  # type: ignore[assignment]


# Whole buckets that live during an op-by-op forward pass, by address.
_gathered: dict[int, Layer] = {}


@contextmanager
def _saved_by_piece() -> Iterator[None]:
    """Op by op: autograd keeps (layer, view) in place of a gathered parameter, and gathers again."""
    latest: dict[str, Any] = {"layer": None, "full": None}

    def pack(t: torch.Tensor) -> Any:
        layer = _gathered.get(t.untyped_storage().data_ptr())
        if layer is None or t.requires_grad and t.is_leaf:
            return t
        return layer, t.storage_offset(), t.shape, t.stride()

    def unpack(kept: Any) -> torch.Tensor:
        if isinstance(kept, torch.Tensor):
            return kept
        layer, offset, shape, stride = kept
        if latest["layer"] is not layer:
            with torch.no_grad():
                latest.update(layer=layer, full=layer.gather(layer.piece._t.detach()))
        return latest["full"].as_strided(shape, stride, offset)

    try:
        with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
            yield
    finally:
        _gathered.clear()
        latest.clear()


class LayerwiseMicroStep(Cell):
    """Forward and backward of one micro-batch over pieces; adds to the pieces' gradient sums."""

    def __init__(
        self, network: Cell, pieces: list[Parameter], whole: list[Layer], has_aux: bool = False
    ):
        super().__init__(auto_prefix=False)
        self.network, self.has_aux = network, has_aux
        self.__dict__["pieces"], self.__dict__["whole"] = pieces, whole
        self.__dict__["sums"] = []

    def _compile_patches(self) -> dict[str, Any]:
        return patches()

    def _forward(self, *inputs: Any) -> Any:
        for layer in self.whole:
            layer.give(layer.piece._t)
        return self.network(*inputs)

    def _step(self, sens: Tensor, inputs: tuple[Any, ...]) -> Any:
        value, _, grads = differentiate(
            self._forward, inputs, {}, (), self.pieces, sens, self.has_aux
        )
        for held, grad in zip(self.sums, grads):
            held._t.add_(grad._t)
        for layer in self.whole:
            layer.after(self, inputs, None)
        return value

    def construct(self, sens: Tensor, *inputs: Any) -> Any:
        if torch.compiler.is_compiling():
            return self._step(sens, inputs)
        with _saved_by_piece():
            return self._step(sens, inputs)


class InBackward:
    """The flavour of level3: the backward pass has summed the gradients of sharded layers already."""

    def __init__(self, buckets: list[Bucket], mesh: Mesh, step: LayerwiseMicroStep):
        self.buckets, self.mesh, self.step = buckets, mesh, step

    def prepare(self) -> None:
        """Allocate the sums."""
        for bucket in self.buckets:
            bucket.grad_piece = bucket.grads = torch.zeros_like(bucket.piece)
        twins = [b.parameters[0].twin(b.grad_piece, "accu_grads") for b in self.buckets]
        self.step.__dict__["sums"] = twins

    def result(self, out: Any, sync: bool) -> Any:
        """What the network gave."""
        return out

    def take(self, grads: Any, sync: bool) -> None:
        """Refused: nobody has whole gradients here."""
        raise NotImplementedError("level3 takes no gradients from elsewhere: give it the inputs.")

    def finish(self) -> None:
        """Reduce what the backward pass did not."""
        for bucket in self.buckets:
            assert bucket.grad_piece is not None
            if bucket.pieces == 1:
                bucket.reduce()
            else:
                self.mesh.average_replicas(bucket.grad_piece)

    def clear(self) -> None:
        """Forget the window."""
        for bucket in self.buckets:
            bucket.clear()

    def held(self) -> dict[str, torch.Tensor]:
        """This process's part of the sums so far, by name."""
        return {f"accu_grads.piece{i}": s._t for i, s in enumerate(self.step.sums)}


class LayerwiseTrainStep(ShardedTrainStep):
    """The step of level3."""

    def _items(self) -> list[Item]:
        """Parameters of one layer travel together, those of different layers never."""
        owner: dict[int, str] = {}
        for path, cell in self.network.cells_and_names():
            for parameter in cell._params.values():
                if parameter is not None:
                    owner.setdefault(id(parameter), path)
        return [
            Item(i.index, i.shape, i.dtype, (i.key, owner.get(id(self.parameters[i.index]))))
            for i in items(self.optimizer)
        ]

    def _micro_step(self) -> Cell:
        layers = [Layer(b, p) for b, p in zip(self.buckets, self.flat.parameters)]
        by_parameter = {id(p): layer for layer in layers for p in layer.bucket.parameters}
        for _, cell in self.network.cells_and_names():
            cell.__dict__["_unfilled"] = False
            cell._refresh()
            own = [by_parameter[id(p)] for p in cell._params.values() if id(p) in by_parameter]
            for layer in {id(x): x for x in own if x.bucket.pieces > 1}.values():
                cell.register_forward_pre_hook(layer.before)
                cell.register_forward_hook(layer.after)
        whole = [layer for layer in layers if layer.bucket.pieces == 1]
        step = LayerwiseMicroStep(self.network, list(self.flat.parameters), whole, self.has_aux)
        self.__dict__["flavour"] = InBackward(self.buckets, self.mesh, step)
        return step

    def _expose(self) -> None:
        """Parameters stay in pieces."""

    def _send_nothing(self, inputs: tuple[Any, ...]) -> None:
        """The other processes wait for this one's layers: run them, with a gradient of zero."""
        with self._collecting(keep=False):
            self.micro_step(wrap(torch.zeros((), device=settings.device)), *inputs)

    def _spread(self) -> None:
        """The next forward pass gathers."""
