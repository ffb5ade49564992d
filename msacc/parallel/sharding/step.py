"""One optimizer step: micro-batches computed locally, gradients reduced, pieces updated, gathered.

The micro-step is the one that runs in a single process: whole local parameters, whole local gradients.
What makes it parallel are the explicit collectives around it (see `flavours`). A window may span several
calls: calls inside `no_sync()` accumulate only.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch
import torch.distributed as dist

from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.graph.state import run
from msacc.nn.cell import Cell
from msacc.nn.optim import Optimizer
from msacc.parallel.functional import whole_inputs
from msacc.parallel.micro_size import find_micro_size
from msacc.parallel.nn.grad_accumulation import split
from msacc.parallel.sharding import mesh as meshes
from msacc.parallel.sharding.bucket import Bucket
from msacc.parallel.sharding.cells import Update
from msacc.parallel.sharding.flavours import FLAVOURS
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
from msacc.parallel.sharding.statistics import WholeBatchStatistics
from msacc.parallel.sharding.window import Totals, Window, plain
from msacc.train.effective_batch import announce
from msacc.train.valid_targets import ValidTargets


class ShardedTrainStep(Cell):
    """Calls with one step's local batch; returns the loss summed over the micro-batches.

    The loss is the mean over the processes of that sum, as one network over the global batch would
    report it. Parameters, gradient sums and optimizer state live in flat buckets.
    """

    has_aux = False

    def __init__(self, network: Any, optimizer: Optimizer, options: StepOptions):
        super().__init__(auto_prefix=False)
        self.network, self.optimizer, self.options = network, optimizer, options
        own = self.__dict__
        own["parameters"] = list(optimizer.parameters)
        own["buckets"], own["_ready"] = [], False
        counted = options.count is not None
        own["targets"] = ValidTargets(None if counted else network, options.remainder == "short")
        options.flavour()

    # -- setting up ----------------------------------------------------------------------------
    def _items(self) -> list[Item]:
        return items(self.optimizer)

    def _micro_step(self) -> Cell:
        kind = FLAVOURS[self.options.flavour()]
        self.__dict__["flavour"] = kind(self.buckets, self.mesh, self.parameters)
        return self.flavour.micro_step(self.network, self.parameters, self.has_aux)

    def _agree_on_values(self) -> None:
        """Every process starts from rank 0's values, unless an initializer draws the same for all."""
        if self.mesh.world == 1:
            return
        for parameter in self.network.get_parameters():
            if parameter._init is None:
                dist.broadcast(parameter._t, 0)

    def move_to_buckets(self) -> None:
        """Move parameters and optimizer state into buckets; each process keeps its pieces only.

        The first step does it, so that a checkpoint can be loaded until then. Collective.
        """
        if self.buckets:
            return
        options, own = self.options, self.__dict__
        own["mesh"] = meshes.one_process() if options.alone else meshes.build(options.shard_size)
        own["window"] = Window(options, self.mesh.world)
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

    def _expose(self) -> None:
        for bucket in self.buckets:
            bucket.expose()

    def prepare(self) -> None:
        """Everything that has to be done once, before the first micro-batch. Collective."""
        if self._ready:
            return
        self.move_to_buckets()
        self._expose()
        self.flavour.prepare()
        refresh(self.flat, self.buckets)
        self.network.init_parameters_data()
        whole = self.options.running_statistics == "batch"
        self.__dict__["statistics"] = WholeBatchStatistics(self.network) if whole else None
        self.micro_step.set_train(self.training)
        self.__dict__["_ready"] = True

    def set_train(self, mode: bool = True) -> Any:
        """Training mode for the network and the step."""
        if self.buckets:
            self.micro_step.set_train(mode)
        return super().set_train(mode)

    def _choose_micro_size(self, inputs: tuple[Any, ...]) -> None:
        found = find_micro_size(
            self.network, inputs, self.options.memory, self.optimizer.parameters
        )
        self.options.micro_size = found

    # -- one step ------------------------------------------------------------------------------
    def __call__(self, *inputs: Any) -> Any:
        if run.in_graph:
            raise RuntimeError(
                "a sharded train step cannot be part of another graph: call it directly."
            )
        if self.options.micro_size == "auto":
            self._choose_micro_size(self._own_part(inputs))
        self.prepare()
        self.window.start_call()
        self._accumulate(self._own_part(inputs))
        if self.options.switch.on:
            return self._outputs(*self.finish_window())
        return self._outputs(self.window.local_loss(), False)

    construct = __call__

    def _outputs(self, loss: torch.Tensor, overflow: bool) -> Any:
        if not self.options.drop_overflow:
            return wrap(loss)
        return wrap(loss), Tensor(overflow), wrap(self._scale())

    def _own_part(self, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
        """This process's share of the batch: joined where it is cut, cut where it is whole."""
        if not self.options.alone:
            inputs = whole_inputs(inputs, self.options.strategy)
        if not self.options.full_batch or self.mesh.world == 1:
            return inputs
        return split(inputs, self.mesh.world)[self.mesh.rank]

    def _accumulate(self, inputs: tuple[Any, ...]) -> None:
        """Run the micro-batches of one call."""
        micros = split(inputs, int(self.options.micro_size), self.options.remainder)
        weights = self.window.weights(micros)
        for micro, weight in zip(micros, weights):
            self.micro_batch(micro, weight)
        for _ in range(int(self.options.micro_size) - len(micros)):
            # Fewer, larger micro-batches than asked for; other processes may have more.
            self._send_nothing(micros[0])

    def micro_batch(self, inputs: tuple[Any, ...], weight: torch.Tensor | None = None) -> Any:
        """Forward and backward of one micro-batch; returns what the network gave, None if not run."""
        self.targets.see(inputs)
        self.window.sample = inputs
        if weight is not None and not bool(weight):
            self.window.add(None, weight)
            return self._send_nothing(inputs)
        scale = self._scale()
        sens = scale if weight is None else scale * weight.to(scale.dtype)
        with self._collecting():
            out = self.micro_step(wrap(sens), *inputs)
        out = self.flavour.result(out, self.options.switch.on)
        loss = out[0] if self.has_aux else out
        self.window.add(loss._t, weight)
        return out

    def _collecting(self, keep: bool = True) -> AbstractContextManager[None]:
        return nullcontext() if self.statistics is None else self.statistics.one_micro_batch(keep)

    def _send_nothing(self, inputs: tuple[Any, ...]) -> None:
        """Take part in a micro-batch's messages without having gradients."""
        self.flavour.take(None, self.options.switch.on)

    def _scale(self) -> torch.Tensor:
        """The loss scale, a 0-d float32 tensor."""
        scale = self.options.loss_scale
        return plain(1.0 if scale is None else scale()).reshape(())

    # -- the end of a window -------------------------------------------------------------------
    def finish_window(self) -> tuple[torch.Tensor, bool]:
        """Reduce, update, spread, forget; returns (loss of the last call, whether it overflowed)."""
        announce(self.window.sample, self.window.micros, self.mesh.world)
        self.flavour.finish()
        grads = [bucket.grad_piece for bucket in self.buckets]
        totals = self._share(grads)
        self.targets.judge(totals.counts)
        overflow = self.options.drop_overflow and bool(totals.overflow)
        empty = self.window.weighted and not bool(totals.weight)
        if not overflow and not empty:
            self.update(wrap(self._factor(totals)), *[wrap(g) for g in grads])
        if self.statistics is not None:
            self.statistics.apply(self.mesh.world)
        self._spread()
        self.forget_window()
        return totals.loss, overflow

    def forget_window(self) -> None:
        """Drop what was accumulated since the last update."""
        self.flavour.clear()
        self.window.open()
        if self.statistics is not None:
            self.statistics.clear()

    def _spread(self) -> None:
        for bucket in self.buckets:
            bucket.gather()

    def _factor(self, totals: Totals) -> torch.Tensor:
        """What the reduced sums are multiplied by: normalisation, loss scale, clipping."""
        options = self.options
        factor = (1.0 if options.mean else float(self.mesh.world)) / totals.weight
        if options.drop_overflow:
            factor = factor / self._scale()
        if options.clip_norm is not None:
            norm = torch.sqrt(totals.norm2) * factor / self.optimizer.loss_scale
            factor = factor * torch.clamp(options.clip_norm / norm, max=1.0)
        return factor.to(settings.device, torch.float32)

    def _share(self, grads: Any) -> Totals:
        """Loss, weights, squared norm and overflow over all processes: one small message."""
        options, nothing = self.options, torch.zeros((), device=settings.device)
        norm2 = self._own_norm(grads) if options.clip_norm is not None else nothing
        bad = _not_finite(grads) if options.drop_overflow else nothing
        totals = self.window.share(norm2, bad, self.targets.take())
        totals.norm2 /= self.mesh.replicas
        return totals

    def _own_norm(self, grads: Any) -> torch.Tensor:
        """This process's share of the squared norm: whole buckets count once over all shards."""
        cut = [g for g, b in zip(grads, self.buckets) if b.pieces > 1]
        whole = [g for g, b in zip(grads, self.buckets) if b.pieces == 1]
        total = squared_norm(cut) if cut else torch.zeros((), device=settings.device)
        return total + squared_norm(whole) / self.mesh.shard_size if whole else total

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


def _not_finite(grads: Any) -> torch.Tensor:
    """1 where any gradient is infinite or NaN. Their largest value tells, without a copy of them."""
    largest = torch.stack([torch.linalg.vector_norm(g, torch.inf) for g in grads])
    return (~torch.isfinite(largest).all()).float()
