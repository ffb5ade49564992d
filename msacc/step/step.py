"""One optimizer step: micro-batches computed locally, gradients reduced, judged, applied, values spread.

The micro-step is the one that runs in a single process: whole local parameters, whole local gradients.
What makes it parallel are the collectives around it (see `sums` and `store`). A window may span several
calls: calls inside `no_sync()` accumulate only.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import torch

from msacc.common.notice import once
from msacc.common.parameter import Parameter
from msacc.common.seed import separate_streams
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.communication._witness import explained, waiting
from msacc.graph.state import run
from msacc.nn.cell import Cell
from msacc.nn.layer.normalization import _BatchNorm
from msacc.ops.debug import all_finite
from msacc.step import mesh as meshes
from msacc.step.agree import agree_on_values
from msacc.step.asked import world_size
from msacc.step.batches import announce, split
from msacc.step.inside import inside_step
from msacc.step.mesh import Mesh
from msacc.step.micro_size import find_micro_size
from msacc.step.pipeline.begin import begin, check_plan, mesh_of
from msacc.step.pipeline.engine import Pipeline
from msacc.step.plan import StepPlan
from msacc.step.rider import Rider
from msacc.step.scale import Window, plain
from msacc.step.slices import whole_inputs
from msacc.step.statistics import WholeBatchStatistics
from msacc.step.store import Store, store_of
from msacc.step.sums import Sums
from msacc.step.valid_targets import ValidTargets


@dataclass(frozen=True)
class Live:
    """What a step works with from its first call on."""

    mesh: Mesh
    store: Store
    micro: Cell
    sums: Sums
    window: Window
    statistics: WholeBatchStatistics | None
    pipeline: Pipeline | None = None


class TrainStep(Cell):
    """Called with one step's local batch, it trains and returns the loss summed over the micro-batches.

    The loss is the mean over the processes of that sum, as one network over the global batch would
    report it; with `plan.drop_overflow` (loss, overflow, loss scale). With `has_aux` the network gives
    (loss, other outputs...).
    """

    def __init__(
        self,
        network: Any,
        optimizer: Any,
        plan: StepPlan,
        has_aux: bool = False,
        prefix: str = "accu_grads",
    ):
        super().__init__(auto_prefix=False)
        self.network, self.optimizer = network, optimizer
        self.plan, self.has_aux = plan, has_aux
        # In one process the sums are part of the step, and of its checkpoint.
        single = plan.alone or world_size() == 1
        self.accu_grads = optimizer.parameters.clone(prefix, "zeros") if single else None
        counted = plan.count is not None
        self.targets = ValidTargets(None if counted else network, plan.remainder == "short")
        self.micro_size = plan.micro_size
        self.taken = 0
        self.rider: Rider | None = None
        self._live: Live | None = None
        self._used = torch.ones(())
        plan.travel()
        _check(network, plan)

    # -- the first call ------------------------------------------------------------------------
    def live(self, inputs: tuple[Any, ...] | None = None) -> Live:
        """What the step works with; made at the first call, whose `inputs` show a pipeline what is where. Collective."""
        found = self._live
        if found is None or found.store.released:
            with explained("the beginning of training"):
                found = self.__dict__["_live"] = self._begin(inputs)
        return found

    def _begin(self, inputs: tuple[Any, ...] | None) -> Live:
        plan = self.plan
        mesh = self._mesh(inputs)
        agree_on_values([*self.network.get_parameters(), *self.optimizer.get_parameters()], mesh)
        if not mesh.alone:
            stream = mesh.data_rank + mesh.data_size * (mesh.stage or 0)
            separate_streams(stream, steps_behind(self.optimizer))
        if mesh.stages > 1 or mesh.placed:
            return self._begin_stages(mesh, inputs)
        store = store_of(self.optimizer, plan, mesh, self.network)
        micro, sums = store.micro(self.network, plan, self.has_aux, self.accu_grads)
        store.expose()
        sums.prepare()
        self.network.init_parameters_data()
        whole = plan.running_statistics == "batch"
        statistics = WholeBatchStatistics(self.network, mesh) if whole else None
        micro.set_train(self.training)
        return Live(mesh, store, micro, sums, Window(plan, mesh), statistics)

    def _mesh(self, inputs: tuple[Any, ...] | None) -> Mesh:
        plan = self.plan
        if plan.placed and inputs is not None:
            micro = split(inputs, int(self.micro_size), plan.remainder)[0]
            return mesh_of(self.network, self.optimizer, micro)
        return (
            meshes.one_process()
            if plan.alone
            else meshes.build(plan.shard_size, stages=plan.stages)
        )

    def _begin_stages(self, mesh: Mesh, inputs: tuple[Any, ...] | None) -> Live:
        """The same for a pipeline: each process keeps its stage's part."""
        if inputs is None:
            raise RuntimeError(
                "Which stage holds what is known with the first batch of a pipelined step: call it first."
            )
        plan = self.plan
        micro = split(self._own_part(mesh, inputs), int(self.micro_size), plan.remainder)[0]
        begun = begin(self.network, self.optimizer, plan, mesh, micro)
        return Live(
            mesh, begun.store, self.network, begun.sums, Window(plan, mesh), None, begun.pipeline
        )

    def set_train(self, mode: bool = True) -> Any:
        """Training mode for the network and the step."""
        if self._live is not None:
            self._live.micro.set_train(mode)
        return super().set_train(mode)

    # -- one step ------------------------------------------------------------------------------
    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        if run.in_graph:
            raise RuntimeError(
                "an accumulating or sharded train step cannot be part of another graph: call it directly."
            )
        if kwargs:
            raise TypeError(f"A train step takes positional inputs only, but got {sorted(kwargs)}.")
        if self.micro_size == "auto":
            self.micro_size = self._fitting(self.own_part(inputs))
        window = self.live(inputs).window
        window.start_call()
        try:
            with explained(f"a micro-batch of {self.under_way}"):
                self._accumulate(self.own_part(inputs))
        except BaseException:
            # Half a batch must not be part of the next one's gradient.
            self.forget_window()
            raise
        self._used = self._scale()
        if self.plan.switch.on:
            return self._outputs(*self.finish_window())
        return self._outputs(window.local_loss(), False)

    construct = __call__

    def _fitting(self, inputs: tuple[Any, ...]) -> int:
        return find_micro_size(self.network, inputs, self.plan.memory, self.optimizer.parameters)

    def _outputs(self, loss: torch.Tensor, overflow: bool) -> Any:
        if not self.plan.drop_overflow:
            return wrap(loss)
        return wrap(loss), Tensor(overflow), wrap(self._used)

    def own_part(self, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
        """This process's share of the batch: joined where it is cut, cut where it is whole."""
        return self._own_part(self.live(inputs).mesh, inputs)

    def _own_part(self, mesh: Mesh, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
        if self.plan.alone:
            return inputs
        inputs = whole_inputs(inputs, self.plan.strategy)
        if self.plan.strategy != "full_batch" or mesh.data_size == 1:
            return inputs
        return split(inputs, mesh.data_size)[mesh.data_rank]

    def _accumulate(self, inputs: tuple[Any, ...]) -> None:
        """Run the micro-batches of one call."""
        window = self.live().window
        micros = split(inputs, int(self.micro_size), self.plan.remainder)
        if self.plan.switch.on:
            window.fold(len(micros))
        if self.live().pipeline is not None:
            self._run_stages(micros)
            return
        for micro, weight in zip(micros, window.weights(micros)):
            self.micro_batch(micro, weight)
        for _ in range(int(self.micro_size) - len(micros)):
            # Fewer, larger micro-batches than asked for; other processes may have more.
            self._send_nothing(micros[0])

    def _run_stages(self, micros: list[tuple[Any, ...]]) -> None:
        """Forward and backward of all micro-batches, as the pipeline's schedule says."""
        live, scale = self.live(), self._scale()
        assert live.pipeline is not None
        for micro in micros:
            self.targets.see(micro)
        live.window.sample = micros[0]
        weights = live.window.weights(micros)
        seeds = [live.window.seed(scale, weight) for weight in weights]
        with inside_step(), waiting(f"the stages of {self.under_way}"):
            losses = live.pipeline.train(micros, seeds)
        for loss, weight in zip(losses, weights):
            live.window.add(loss, weight)

    def micro_batch(self, inputs: tuple[Any, ...], weight: torch.Tensor | None = None) -> Any:
        """Forward and backward of one micro-batch; returns what the network gave, None if not run."""
        live = self.live(inputs)
        if live.pipeline is not None:
            raise NotImplementedError(
                "A pipeline runs all micro-batches of a step together: call the step with the whole batch."
            )
        self.targets.see(inputs)
        live.window.sample = inputs
        if weight is not None and not bool(weight):
            live.window.add(None, weight)
            return self._send_nothing(inputs)
        scale = self._scale()
        with self._collecting(), inside_step():
            out = live.micro(wrap(live.window.seed(scale, weight)), *inputs)
        with waiting(f"the gradients of a micro-batch of {self.under_way}"):
            out = live.sums.result(out, self.plan.switch.on)
        loss = out[0] if self.has_aux else out
        live.window.add(loss._t, weight)
        return out

    def take_gradients(self, where: str, grads: Sequence[Tensor], weight: float = 1.0) -> None:
        """Add one micro-batch's gradients, one for each parameter of the optimizer; ValueError for another number.

        With `count`, `weight` is the number of valid targets that they are the mean over.
        """
        live, expected = self.live(), len(self.optimizer.parameters)
        if len(grads) != expected:
            raise ValueError(
                f"{where}: {expected} parameters need as many gradients, but got {len(grads)}."
            )
        share = float(weight)
        if self.plan.count is not None:
            live.window.agree(share)
            share = share / live.window.unit
        given = [g._t if share == 1.0 else g._t * share for g in grads]
        live.sums.take(given, self.plan.switch.on)
        live.window.start_call()
        live.window.add(None, share)

    def _collecting(self, keep: bool = True) -> AbstractContextManager[None]:
        statistics = self.live().statistics
        return nullcontext() if statistics is None else statistics.one_micro_batch(keep)

    def _send_nothing(self, inputs: tuple[Any, ...]) -> None:
        """Take part in a micro-batch's messages without having gradients."""
        live = self.live()
        if not live.sums.needs_a_run:
            live.sums.take(None, self.plan.switch.on)
            return
        with self._collecting(keep=False), inside_step():
            live.micro(wrap(torch.zeros((), device=settings.device)), *inputs)

    def _scale(self) -> torch.Tensor:
        """The loss scale, a 0-d float32 tensor."""
        scale = self.plan.loss_scale
        return self.live().window.unscaled if scale is None else plain(scale()).reshape(())

    # -- the end of a window -------------------------------------------------------------------
    def finish_window(self, times: float = 1.0) -> tuple[torch.Tensor, bool]:
        """Reduce, judge, update, spread, clear; returns (loss of the last call, whether it overflowed).

        `times` multiplies the gradient.
        """
        live, plan = self.live(), self.plan
        announce(live.window.sample, live.window.micros, live.mesh.data_size)
        with waiting(f"the sum of the gradients of {self.under_way}"):
            live.sums.finish()
            live.store.complete(live.sums.pieces)
        pieces = live.sums.pieces
        figures = self._own_figures(pieces)
        with waiting(f"the loss of {self.under_way}"):
            totals = live.window.share(*figures, self.targets.take(), self.rider)
        self.targets.judge(totals.counts)
        overflow = plan.drop_overflow and bool(totals.overflow)
        self._used = self._scale().clone()
        # Over several processes an unweighted window is known not to be empty; asking waits for the device.
        empty = (plan.weighted or live.mesh.data_size == 1) and not totals.weight
        if not overflow and not empty:
            divided = float(getattr(self.optimizer, "loss_scale", 1.0))
            factor = live.window.factor(totals, self._scale(), divided, times)
            given = None if factor is None else wrap(factor)
            live.store.update(given, *[wrap(g) for g in live.store.gradients(pieces)])
        if live.statistics is not None:
            live.statistics.apply()
        with waiting(f"the new parameters of {self.under_way}", tears=True):
            live.store.spread()
        if plan.tell is not None:
            plan.tell(Tensor(overflow))
        self.forget_window()
        self.taken += 1
        return totals.loss, overflow

    @property
    def under_way(self) -> str:
        """How messages call the step that is under way."""
        return f"training step {self.taken + 1} of this run"

    def _own_figures(self, pieces: Sequence[torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        """This process's share of the squared norm, and 1 where a gradient is not finite, if they are wanted."""
        nothing, plan = torch.zeros((), device=settings.device), self.plan
        norm2 = self.live().store.own_norm(pieces) if plan.clip_norm is not None else nothing
        return norm2, (~all_finite.raw(pieces)).float() if plan.drop_overflow else nothing

    def forget_window(self) -> None:
        """Drop what was accumulated since the last update."""
        live = self.live()
        live.sums.clear()
        live.window.open()
        if live.statistics is not None:
            live.statistics.clear()

    # -- whole values --------------------------------------------------------------------------
    def whole_parameters(self) -> list[Tensor]:
        """Every parameter's whole value, in the optimizer's order. All processes must call it."""
        return self.live().store.whole_parameters()

    def whole_states(self) -> dict[str, list[Tensor]]:
        """The optimizer's state per parameter, by attribute name. All processes must call it."""
        return self.live().store.whole_states()


def steps_behind(optimizer: Any) -> int:
    """How many updates an optimizer has made; 0 for one that does not count them."""
    count = getattr(optimizer, "global_step", None)
    return int(count.init_data()._t.item()) if isinstance(count, Parameter) else 0


def _check(network: Any, plan: StepPlan) -> None:
    """Refuse what does not go together; say what changes numbers."""
    if plan.micro_size == "auto" and plan.level == "level3":
        raise NotImplementedError(
            "micro_size='auto' does not go with optimizer_level='level3': a probe on one process would wait "
            "for the others. Find it with msacc.parallel.find_micro_size in one process."
        )
    if plan.stages > 1 or plan.placed:
        check_plan(plan)
    if plan.micro_size != 1 or plan.inside != 1:
        warn_of_batch_norm(network)


def warn_of_batch_norm(network: Cell) -> None:
    """Say once which layers normalise each micro-batch by itself."""
    names = [path for path, c in network.cells_and_names() if isinstance(c, _BatchNorm)]
    if names:
        shown = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
        once(
            "accumulated-batch-norm",
            f"BatchNorm under gradient accumulation: {shown} normalise each micro-batch by its own statistics, "
            "which is not what the whole batch would give. GroupNorm does not depend on the batch "
            "(msacc.nn.utils.to_group_norm); GradAccumulation(running_statistics='batch') keeps the "
            "running statistics those of the whole batch.",
        )
