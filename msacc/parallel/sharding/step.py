"""One optimizer step: micro-batches computed locally, gradients reduced, pieces updated, gathered.

The micro-step is the one that runs in a single process: whole local parameters, whole local gradient
sums. What makes it parallel are the explicit collectives around it, once per step (level1) or once per
micro-batch (level2).
"""

from __future__ import annotations

from typing import Any

import torch
import torch.distributed as dist

from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.graph.state import run
from msacc.nn.cell import Cell
from msacc.nn.optim import Optimizer
from msacc.parallel.nn.grad_accumulation import split
from msacc.parallel.sharding import mesh as meshes
from msacc.parallel.sharding.bucket import Bucket
from msacc.parallel.sharding.cells import MicroStep, Update, holders
from msacc.parallel.sharding.layout import Item, plan
from msacc.parallel.sharding.optimizer import (
    can_be_flat,
    flat_optimizer,
    items,
    refresh,
    squared_norm,
    state_names,
)
from msacc.parallel.sharding.options import StepOptions


class ShardedTrainStep(Cell):
    """Calls with one step's local batch; returns the loss summed over the micro-batches.

    The loss is the mean over the processes of that sum, as one network over the global batch would
    report it. Parameters, gradient sums and optimizer state live in flat buckets.
    """

    def __init__(self, network: Cell, optimizer: Optimizer, options: StepOptions):
        super().__init__(auto_prefix=False)
        self.network, self.optimizer, self.options = network, optimizer, options
        own = self.__dict__
        own["parameters"] = list(optimizer.parameters)
        own["buckets"], own["_ready"] = [], False

    # -- setting up ----------------------------------------------------------------------------
    def _items(self) -> list[Item]:
        return items(self.optimizer)

    def _micro_step(self) -> Cell:
        self.__dict__["sums"] = holders(self.parameters)
        return MicroStep(self.network, self.parameters, self.sums)

    def _agree_on_values(self) -> None:
        """Every process starts from rank 0's values, unless an initializer draws the same for all."""
        if self.mesh.world == 1:
            return
        for parameter in self.network.get_parameters():
            if parameter._init is None:
                dist.broadcast(parameter._t, 0)

    def shard(self) -> None:
        """Move parameters and optimizer state into buckets; each process keeps its pieces only.

        The first step does it, so that a checkpoint can be loaded until then. Collective.
        """
        if self.buckets:
            return
        options, own = self.options, self.__dict__
        own["mesh"] = meshes.one_process() if options.alone else meshes.build(options.shard_size)
        # Nothing that a whole-parameter rule needs may be cut.
        own["is_flat"] = can_be_flat(self.optimizer)
        layouts = plan(
            self._items(), self.mesh.shard_size, options.threshold if self.is_flat else 2**62
        )
        self._agree_on_values()
        own["buckets"] = [Bucket(layout, self.mesh, self.parameters) for layout in layouts]
        own["flat"] = flat_optimizer(self.optimizer, self.buckets)
        own["micro_step"] = self._micro_step()
        own["update"] = Update(self.flat)

    def _prepare(self) -> None:
        self.shard()
        for bucket in self.buckets:
            bucket.expose()
            bucket.expose_grads(self.sums)
        refresh(self.flat, self.buckets)
        self.network.init_parameters_data()
        self.micro_step.set_train(self.training)
        self.__dict__["_ready"] = True

    def set_train(self, mode: bool = True) -> Any:
        """Training mode for the network and the step."""
        if self.buckets:
            self.micro_step.set_train(mode)
        return super().set_train(mode)

    # -- one step ------------------------------------------------------------------------------
    def __call__(self, *inputs: Any) -> Any:
        if run.in_graph:
            raise RuntimeError(
                "a sharded train step cannot be part of another graph: call it directly."
            )
        if not self._ready:
            self._prepare()
        total, weight = self._accumulate(self._own_part(inputs))
        self._reduce()
        loss = self._update(total, weight)
        self._finish()
        return loss

    def _reduce(self) -> None:
        """Make every bucket's gradient piece the mean over the processes."""
        for bucket in self.buckets:
            if self.options.level == "level1" or bucket.pieces == 1:
                bucket.reduce()

    def _finish(self) -> None:
        """Spread the updated pieces, forget the gradients."""
        for bucket in self.buckets:
            bucket.gather()
            bucket.clear()

    def _own_part(self, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
        """This process's share of a batch that every process is fed whole."""
        if not self.options.full_batch or self.mesh.world == 1:
            return inputs
        return split(inputs, self.mesh.world)[self.mesh.rank]

    def _accumulate(self, inputs: tuple[Any, ...]) -> tuple[torch.Tensor, Any]:
        """Add up the micro-batches' gradients; (sum of losses, what to divide the gradient by)."""
        options = self.options
        micros = split(inputs, options.micro_size, options.remainder)
        weights = self._weights(micros)
        total: torch.Tensor | None = None
        for k, micro in enumerate(micros):
            sens = self._scale() if weights is None else self._scale() * weights[k]
            if weights is not None and not bool(weights[k]):
                continue
            loss = self.micro_step(wrap(sens), *micro)
            total = loss._t if total is None else total + loss._t
            if options.level == "level2":
                self._reduce_micro(k)
        if total is None:
            total = torch.zeros((), device=settings.device)
        if weights is not None:
            return total, torch.stack(list(weights)).sum()
        return total, len(micros) if options.reduction == "mean" else 1

    def _weights(self, micros: list[tuple[Any, ...]]) -> list[torch.Tensor] | None:
        """Each micro-batch's weight where they are not all equal."""
        if self.options.count is not None:
            return [
                torch.as_tensor(_plain(self.options.count(*m)), dtype=torch.float32) for m in micros
            ]
        if self.options.remainder == "short":
            sizes = [max(a.shape[0] for a in m if isinstance(a, Tensor)) for m in micros]
            if len(set(sizes)) > 1:
                return [torch.tensor(float(s), device=settings.device) for s in sizes]
        return None

    def _scale(self) -> torch.Tensor:
        scale = self.options.loss_scale
        return _one() if scale is None else _plain(scale()).reshape(())

    def _reduce_micro(self, k: int) -> None:
        """level2: add this micro-batch's reduced gradients to the piece, forget the whole ones."""
        for bucket in self.buckets:
            if bucket.pieces == 1:
                continue
            assert bucket.grad_piece is not None and bucket.grads is not None
            if k == 0:
                bucket.reduce()
            else:
                part = torch.empty_like(bucket.grad_piece)
                bucket.reduce(part)
                bucket.grad_piece.add_(part)
            bucket.clear()

    # -- the update ----------------------------------------------------------------------------
    def _update(self, total: torch.Tensor, weight: Any) -> Any:
        options = self.options
        grads = [bucket.grad_piece for bucket in self.buckets]
        loss, weight, norm2, finite = self._share(total, weight, grads)
        scale = self._scale()
        factor = (1.0 if options.mean else float(self.mesh.world)) / weight
        if options.drop_overflow:
            factor = factor / scale
        if options.clip_norm is not None:
            norm = torch.sqrt(norm2) * factor / self.optimizer.loss_scale
            factor = factor * torch.clamp(options.clip_norm / norm, max=1.0)
        overflow = options.drop_overflow and not bool(finite)
        if not overflow:
            self.update(wrap(factor.to(settings.device)), *[wrap(g) for g in grads])
        if not options.drop_overflow:
            return wrap(loss)
        return wrap(loss), Tensor(overflow), wrap(scale)

    def _share(self, total: torch.Tensor, weight: Any, grads: Any) -> tuple[Any, Any, Any, Any]:
        """Loss, total weight, squared norm and finiteness over all processes: one small message."""
        options, world = self.options, self.mesh.world
        need_norm = options.clip_norm is not None or options.drop_overflow
        norm2 = self._own_norm(grads) if need_norm else _zero()
        counted = weight if isinstance(weight, torch.Tensor) else torch.tensor(float(weight))
        note = torch.stack([total.detach().float().mean(), counted.to(total.device).float(), norm2])
        if world > 1:
            dist.all_reduce(note)
        loss, counts, norm2 = note[0] / world, note[1] / world, note[2] / self.mesh.replicas
        return loss, counts, norm2, torch.isfinite(norm2)

    def _own_norm(self, grads: Any) -> torch.Tensor:
        """This process's share of the squared norm: whole buckets count once over all shards."""
        cut = [g for g, b in zip(grads, self.buckets) if b.pieces > 1]
        whole = [g for g, b in zip(grads, self.buckets) if b.pieces == 1]
        total = squared_norm(cut) if cut else _zero()
        return total + squared_norm(whole) / self.mesh.shard_size if whole else total

    def construct(self, *inputs: Any) -> Any:
        return self(*inputs)

    # -- whole values --------------------------------------------------------------------------
    def whole_parameters(self) -> list[Tensor]:
        """Every parameter's whole value, in the optimizer's order. All processes must call it."""
        return self._whole([bucket.piece for bucket in self.buckets])

    def whole_states(self) -> dict[str, list[Tensor]]:
        """The optimizer's state per parameter, by attribute name. All processes must call it."""
        names = state_names(self.optimizer)
        return {n: self._whole([p._t for p in getattr(self.flat, n)]) for n in names}

    def _whole(self, pieces: list[torch.Tensor]) -> list[Tensor]:
        found: list[Any] = [None] * len(self.parameters)
        for bucket, piece in zip(self.buckets, pieces):
            for slot, value in zip(bucket.layout.slots, bucket.whole(piece)):
                found[slot.index] = wrap(value)
        return found


def _one() -> torch.Tensor:
    return torch.ones((), device=settings.device)


def _zero() -> torch.Tensor:
    return torch.zeros((), device=settings.device)


def _plain(value: Any) -> torch.Tensor:
    if isinstance(value, Tensor):
        return value._t
    return torch.as_tensor(value, dtype=torch.float32, device=settings.device)
