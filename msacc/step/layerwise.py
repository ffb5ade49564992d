"""level3: no process ever holds all parameters; each layer gathers its own when it runs.

A layer is a Cell that owns parameters. Its pieces are gathered by a hook before its construct, as a
differentiable op inside the same graph, and dropped after it. The backward pass gathers them again: in
a compiled graph by `regather.again_in_backward`, op by op by unpacking what autograd saved.

Gradients are reduced once per bucket and micro-batch, each reduction while the layers before it run backward
(see `gathered`). A bucket that is read several times is reduced when the last of its gradients is known; until
then its whole gradient is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import torch

from msacc.common.notice import once
from msacc.common.parameter import Parameter
from msacc.common.settings import GRAPH_MODE, settings
from msacc.common.tensor import Tensor
from msacc.graph.gradients import differentiate
from msacc.graph.state import pynative
from msacc.nn.cell import Cell
from msacc.step.bucket import Bucket
from msacc.step.gathered import Gathered, StandIn, gather, under_way
from msacc.step.layout import Item
from msacc.step.mesh import Mesh
from msacc.step.regather import patches
from msacc.step.spread import spread
from msacc.step.sums import Sums
from msacc.step.ways import together


class Running:
    """Whether a network is running, on all processes alike: what reads its parameters may gather them."""

    def __init__(self) -> None:
        self.depth = 0
        self.layers: list[Layer] = []

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
    """One Cell's own parameters in one bucket: gathers them, gives them out, takes them back."""

    def __init__(self, bucket: Bucket, piece: Parameter, running: Running):
        self.bucket, self.piece, self.running = bucket, piece, running
        self.stand_in: torch.Tensor | None = None
        running.layers.append(self)
        if bucket.pieces > 1:
            for parameter in bucket.parameters:
                spread(parameter, self)
        slots = bucket.layout.slots
        ends = [slot.start for slot in slots[1:]] + [bucket.layout.size]
        self.sizes = [end - slot.start for slot, end in zip(slots, ends)]

    def gather(self, piece: torch.Tensor) -> torch.Tensor:
        """The whole bucket from every process's piece, differentiable where the piece is."""
        pieces, mesh = self.bucket.pieces, self.bucket.mesh
        group = mesh.shard_group.group_name
        if not piece.requires_grad:
            return gather(piece, pieces, group)
        # Made with the first read and not before: autograd runs backward what came last in the forward pass first.
        if self.stand_in is None:
            self.stand_in = StandIn.apply(piece, pieces, mesh.reduce_group.group_name)
        return Gathered.apply(self.stand_in, piece.detach(), pieces, group)

    def value_of(self, parameter: Parameter) -> torch.Tensor:
        """A parameter read while its layer does not run, gathered with its companions."""
        if not self.running.depth:
            raise RuntimeError(
                f"'{parameter.name}' is spread over the processes (optimizer_level='level3') and exists whole only "
                "while the network runs. Save it with save_checkpoint on all processes, read it in the network, "
                "or train with optimizer_level='level2', which keeps whole parameters."
            )
        full = self.gather(self.piece._t)
        for own, slot in zip(self.bucket.parameters, self.bucket.layout.slots):
            if own is parameter:
                return full[slot.start : slot.stop].view(slot.shape)
        raise AssertionError(parameter.name)

    def give(self, full: torch.Tensor) -> None:
        """Let each parameter be its part of the whole bucket."""
        parts = torch.split(full, self.sizes)
        hooked = [p.name for p in self.bucket.parameters if p.gradient_hooks]
        if hooked:
            raise NotImplementedError(
                f"optimizer_level='level3' has no gradient of '{hooked[0]}' by itself to give to its hook; "
                "register_hook() goes with level1 and level2."
            )
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
        under_way.latest = None


class LayerwiseMicroStep(Cell):
    """Forward and backward of one micro-batch over pieces; adds to the pieces' gradient sums."""

    def __init__(
        self,
        network: Cell,
        pieces: list[Parameter],
        whole: list[Layer],
        running: Running,
        has_aux: bool = False,
    ):
        super().__init__(auto_prefix=False)
        self.network, self.has_aux = network, has_aux
        self.__dict__["pieces"], self.__dict__["whole"] = pieces, whole
        self.__dict__["sums"], self.__dict__["running"] = [], running

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        if settings.mode != GRAPH_MODE or not any(
            cell._recompute for _, cell in self.network.cells_and_names()
        ):
            return super().__call__(*inputs, **kwargs)
        # torch.compile leaves a recomputed part out of the graph, and what is left gathers piece by piece.
        once(
            "level3-recompute",
            "optimizer_level='level3' with recompute() runs op by op, not as a graph; level2 compiles.",
        )
        with pynative():
            return super().__call__(*inputs, **kwargs)

    def _compile_patches(self) -> dict[str, Any]:
        return patches()

    def _forward(self, *inputs: Any) -> Any:
        for layer in self.whole:
            layer.give(layer.piece._t)
        return self.network(*inputs)

    def _step(self, sens: Tensor, inputs: tuple[Any, ...]) -> Any:
        # Until the backward pass is over: what is recomputed there reads parameters, too.
        self.running.depth = 1
        self.running.forget()
        try:
            value, _, grads = differentiate(
                self._forward, inputs, {}, (), self.pieces, sens, self.has_aux
            )
        finally:
            self.running.depth = 0
            self.running.forget()
            for layer in self.whole:
                layer.give(layer.piece._t)
        if not torch.compiler.is_compiling():
            under_way.finish()
        for held, grad in zip(self.sums, grads):
            held._t.add_(grad._t)
        return value

    def construct(self, sens: Tensor, *inputs: Any) -> Any:
        if torch.compiler.is_compiling():
            return self._step(sens, inputs)
        with _saved_by_piece():
            return self._step(sens, inputs)


class InBackward(Sums):
    """The sums of level3: the backward pass has summed the gradients of sharded layers already."""

    needs_a_run = True

    def __init__(self, buckets: Sequence[Bucket], mesh: Mesh, step: LayerwiseMicroStep):
        self.buckets, self.mesh, self.step = buckets, mesh, step

    def prepare(self) -> None:
        """Allocate the sums."""
        self.pieces = [torch.zeros_like(bucket.piece) for bucket in self.buckets]
        twins = [b.parameters[0].twin(p, "accu_grads") for b, p in zip(self.buckets, self.pieces)]
        self.step.__dict__["sums"] = twins

    def take(self, grads: Any, sync: bool) -> None:
        """Refused: nobody has whole gradients here."""
        raise NotImplementedError("level3 takes no gradients from elsewhere: give it the inputs.")

    def finish(self) -> None:
        """Reduce what the backward pass did not."""
        together(
            self.mesh.average(piece) if bucket.pieces == 1 else self.mesh.average_replicas(piece)
            for bucket, piece in zip(self.buckets, self.pieces)
        )

    def held(self) -> dict[str, torch.Tensor]:
        """This process's part of the sums so far, by name."""
        return {f"accu_grads.piece{i}": s._t for i, s in enumerate(self.step.sums)}


def by_layer(items: Sequence[Item], network: Any, parameters: Sequence[Parameter]) -> list[Item]:
    """Parameters of one layer travel together, those of different layers never."""
    owner: dict[int, str] = {}
    for path, cell in network.cells_and_names():
        for parameter in cell._params.values():
            if parameter is not None:
                owner.setdefault(id(parameter), path)
    return [replace(i, key=(i.key, owner.get(id(parameters[i.index])))) for i in items]


def hook_layers(network: Any, layers: Sequence[Layer], running: Running, hooked: set[int]) -> None:
    """Let each Cell that is not `hooked` yet gather its own parameters when it runs."""
    by_parameter = {id(p): layer for layer in layers for p in layer.bucket.parameters}
    for _, cell in network.cells_and_names():
        if id(cell) in hooked:
            continue
        hooked.add(id(cell))
        cell.__dict__["_unfilled"] = False
        cell._refresh()
        if cell._cells:
            cell.register_forward_pre_hook(running.begin)
            cell.register_forward_hook(running.end, always_call=True)
        own = [by_parameter[id(p)] for p in cell._params.values() if id(p) in by_parameter]
        for layer in {id(x): x for x in own if x.bucket.pieces > 1}.values():
            cell.register_forward_pre_hook(layer.before)
            cell.register_forward_hook(layer.after, always_call=True)
