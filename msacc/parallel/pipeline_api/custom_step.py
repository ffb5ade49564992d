"""A pipeline in a step that a script writes: `value_and_grad` of the PipelineCell, then `optimizer(grads)`.

The whole schedule runs, forward and backward, when the PipelineCell is called; autograd is handed its gradients.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import torch
import torch.distributed as dist

from msacc.common import dtype as mstype
from msacc.common.gradient_sums import sum_of
from msacc.common.parameter import Parameter
from msacc.common.remote_parameters import is_absent, leave, no_gradient
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import filled, leaves
from msacc.common.warn_once import once
from msacc.graph.execution_state import execution
from msacc.nn.cell import Cell
from msacc.nn.optim.optimizer import live_optimizers
from msacc.parallel.pipeline_api.stage_config import PipelineScheme, batch_strategy
from msacc.sharding.strategy_state import sharding
from msacc.step import mesh as meshes
from msacc.step.async_messages import run_concurrently
from msacc.step.broadcast_initial import broadcast_initial_values
from msacc.step.local_shard import from_local_tensor
from msacc.step.pipeline_runtime.engine import PipelineEngine
from msacc.step.pipeline_runtime.parameter_stages import ParameterStages, stages_of_parameter
from msacc.step.pipeline_runtime.schedules import check_schedule, is_folded
from msacc.step.pipeline_runtime.stage_sharding import StageSharding, shard_stages
from msacc.step.step_flag import inside_step
from msacc.step.update import state_names

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext

LossAndGradients = tuple[torch.Tensor, list[torch.Tensor]]


class CustomStep:
    """The pipeline of one PipelineCell that a script differentiates, or only calls."""

    def __init__(self, network: Cell, scheme: PipelineScheme):
        check_schedule(scheme.schedule)
        self.network, self.scheme = network, scheme
        self.mesh = self._mesh(1)
        self.pipeline = self._pipeline(None)
        self.parameter_stages: ParameterStages | None = None
        # Of a step that reads sums: the gradients of other stages' parameters, by their ids.
        self.gives_all = False
        self.received: dict[int, torch.Tensor] = {}

    def _mesh(self, model: int) -> meshes.Mesh:
        return meshes.build(1, model, self.scheme.stages, is_folded(self.scheme.schedule))

    def _pipeline(self, stage_sharding: StageSharding | None) -> PipelineEngine:
        trained, scheme = self.network.trainable_params(), self.scheme
        arguments = self.network, self.mesh, trained, scheme.schedule, scheme.interleave
        return PipelineEngine(*arguments, stage_sharding)

    # -- the first call ------------------------------------------------------------------------
    def begin_sharded(self, micro: tuple[Any, ...], strategy: Any) -> None:
        """Before the first gradient: shards operators over the processes of each stage. Collective."""
        broadcast_initial_values(self.network.get_parameters(), self.mesh)
        stage_sharding = shard_stages(self.network, micro, strategy, self.scheme.stages)
        self.mesh = self._mesh(stage_sharding.operator_sharding.model)
        self.pipeline = self._pipeline(stage_sharding)
        self.parameter_stages = self._assign_parameters(micro)
        self.drop_remote_parameters()

    def _begin(self, micro: tuple[Any, ...]) -> None:
        if self.parameter_stages is not None:
            return
        if sharding.has_strategies:
            if execution.now.gradient:
                raise RuntimeError(
                    f"The operators of {self.network.cls_name} have strategies, and what lies where was not "
                    "found before "
                    "its first gradient: call the PipelineCell in the function that value_and_grad is given."
                )
            self.begin_sharded(micro, batch_strategy())
            return
        self.parameter_stages = self._assign_parameters(micro)
        with torch.no_grad():
            broadcast_initial_values(self.network.get_parameters(), self.mesh)
        self._follow_states()
        _with_remote_parameters.append(self)

    def _assign_parameters(self, micro: tuple[Any, ...]) -> ParameterStages:
        """Which stage holds what; of a step that reads sums of gradients every process is given those of all."""
        reads_sums = any(sum_of(p) is not None for p in self.pipeline.trained)
        split = self.pipeline.split(micro)
        parameter_stages = self.pipeline.assign_parameters(split)
        trained = {s for p in self.pipeline.trained for s in parameter_stages.of(p)}
        # A stage without a gradient of its own would not know by what the script multiplies the others'.
        self.gives_all = reads_sums and len(trained) == self.mesh.stages
        if self.gives_all or not reads_sums:
            return parameter_stages
        once(
            f"sums:{self.network.cls_name}",
            f"The step reads the sums of its gradients itself (accu_grads), and a stage of {self.network.cls_name} has "
            "no trained parameter: every process keeps the parameters of all stages. In Model or TrainOneStepCell each "
            "keeps those of its stage.",
        )
        return self.pipeline.assign_parameters(split, everywhere=True)

    def _follow_states(self) -> list[tuple[Parameter, Parameter]]:
        """Assigns optimizer states to the stages of their parameters; returns pairs (state, parameter)."""
        assert self.parameter_stages is not None
        pairs = [
            (state_parameter, parameter)
            for optimizer in list(live_optimizers)
            for name in state_names(optimizer)
            for parameter, state_parameter in zip(
                optimizer.parameters, getattr(optimizer, name), strict=False
            )
            if stages_of_parameter(parameter) is self.parameter_stages
        ]
        for state_parameter, parameter in pairs:
            self.parameter_stages.follow(state_parameter, parameter)
        return pairs

    def drop_remote_parameters(self) -> None:
        """Drops the parameters of other stages; only between two gradients, as a running one has aliases of all."""
        assert self.parameter_stages is not None
        self.pipeline.drop_other_stages(self.parameter_stages)
        for state_parameter, parameter in self._follow_states():
            if not self.parameter_stages.is_here(parameter):
                leave(state_parameter, self.parameter_stages.of(parameter))

    # -- calls ---------------------------------------------------------------------------------
    def loss(self, micros: Sequence[tuple[Any, ...]]) -> Tensor:
        """The sum of the losses, differentiable."""
        self._begin(micros[0])
        last_pipeline.step = self
        assert self.parameter_stages is not None
        here = [p for p in self.pipeline.trained if self.parameter_stages.is_here(p)]
        aliases = [p._t for p in here]
        return wrap(_Scheduled.apply(self, lambda: self._run(micros, here), *aliases))

    def _run(self, micros: Sequence[tuple[Any, ...]], here: list[Parameter]) -> LossAndGradients:
        """(the sum of the losses on all processes of the pipeline, the gradients of this stage's parameters)."""
        outputs, grads = self._forward_and_backward(micros, here)
        local_losses = [parts[0] for parts in outputs]
        shape = self.pipeline.loss_shape(micros[0])
        total = (
            torch.stack(local_losses).sum(0)
            if local_losses
            else torch.zeros(shape, device=settings.device)
        )
        source = self.mesh.pipeline_ranks[self.mesh.loss_stage]
        dist.broadcast(total, source, group=self.mesh.pipe_group)
        return total, grads

    def _forward_and_backward(
        self, micros: Sequence[tuple[Any, ...]], here: list[Parameter]
    ) -> tuple[list[list[torch.Tensor]], list[torch.Tensor]]:
        """(the network's outputs for each micro-batch on the last stage, the gradients of the sum of all)."""
        values = [self.pipeline.leaves.value(p) for p in here]
        for leaf in values:
            leaf.grad = None
        one = torch.ones((), device=settings.device)
        with inside_step(), torch.enable_grad():
            outputs = self.pipeline.train_outputs(micros, [one] * len(micros))
        grads = [torch.zeros_like(leaf) if leaf.grad is None else leaf.grad for leaf in values]
        self._add_shared(here, grads)
        if self.gives_all:
            self._exchange(dict(zip(map(id, here), grads, strict=True)))
        grads = [from_local_tensor(g, p.layout) for g, p in zip(grads, here, strict=True)]
        return outputs, grads

    def _add_shared(self, here: list[Parameter], grads: list[torch.Tensor]) -> None:
        """Adds up the gradients of parameters that stages share, in the same order on all processes."""
        assert self.parameter_stages is not None
        shared = [
            (self.parameter_stages.of(p), i)
            for i, p in enumerate(here)
            if len(self.parameter_stages.of(p)) > 1
        ]
        for stages, i in sorted(shared):
            dist.all_reduce(grads[i], group=self.parameter_stages.group(stages))

    def _exchange(self, own: dict[int, torch.Tensor]) -> None:
        """Every process receives the gradients of the parameters of other stages."""
        assert self.parameter_stages is not None
        for parameter in self.pipeline.trained:
            if id(parameter) in own:
                self.parameter_stages.spread(parameter, own[id(parameter)].contiguous())
                continue
            stages = self.pipeline.stage_sharding
            layout = None if stages is None else stages.layout(parameter)
            slice_ = torch.empty(
                parameter.shape if layout is None else layout.slice_shape,
                dtype=mstype.to_torch(parameter.dtype),
                device=settings.device,
            )
            self.parameter_stages.spread(parameter, slice_)
            self.received[id(parameter)] = from_local_tensor(slice_, layout)

    def multiply(self, factor: torch.Tensor) -> None:
        """What was received, times what the script multiplies the pipeline's result by."""
        self.received = {key: g * factor.to(g.dtype) for key, g in self.received.items()}

    def results(self, micros: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The network's result for each micro-batch, differentiable within a gradient; the mean over the copies.

        Of several outputs only the last stage has those after the first, others have zeros: MindFormers adds its number
        of tokens up over the stages, as MindSpore computes it on the last one alone.
        """
        self._begin(micros[0])
        if not execution.now.gradient:
            values = self.values(micros)
            tensors = [leaf._t for value in values for leaf in leaves(value)]
            rest = iter(self._as_last_stage_has(tensors, len(micros)))
            return [filled(value, rest) for value in values]
        last_pipeline.step = self
        assert self.parameter_stages is not None
        here = [p for p in self.pipeline.trained if self.parameter_stages.is_here(p)]
        outputs = _ScheduledOutputs.apply(
            self, lambda: self._run_schedule(micros, here), *[p._t for p in here]
        )
        rest, like = iter(outputs), self.pipeline.split(micros[0]).result
        return [filled(like, rest) for _ in micros]

    def _as_last_stage_has(self, tensors: list[torch.Tensor], micros: int) -> list[torch.Tensor]:
        """The means over the copies; zeros in the place of further outputs on other stages. In place."""
        run_concurrently(map(self.mesh.all_reduce_mean, tensors))
        outputs = len(tensors) // micros
        if not self.mesh.has_loss:
            for i, t in enumerate(tensors):
                if i % outputs:
                    t.zero_()
        return tensors

    def _run_schedule(
        self, micros: Sequence[tuple[Any, ...]], here: list[Parameter]
    ) -> tuple[list[torch.Tensor], list[bool], list[torch.Tensor]]:
        """(the outputs of all micro-batches, whether each has a gradient, the gradients of this stage's parameters)."""
        outputs, grads = self._forward_and_backward(micros, here)
        tensors = [t.contiguous() for t in self.pipeline.shared(micros, outputs)]
        trained = [t.requires_grad for t in self.pipeline.output_examples(micros[0])]
        return self._as_last_stage_has(tensors, len(micros)), trained * len(micros), grads

    def values(self, micros: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The network's result for each micro-batch, without gradients."""
        self._begin(micros[0])
        with inside_step():
            return self.pipeline.forward(micros)

    # -- gradients -----------------------------------------------------------------------------
    def mean_over_replicas(
        self, value: Any, grads: list[Tensor], weights: Sequence[Parameter]
    ) -> tuple[Any, list[Tensor]]:
        """The means over the processes of the same stage; parameters of other stages have no gradient here, but where
        the step reads sums.
        """
        gradients = [
            self._remote_gradient(p) if _on_other_stage(p) else g
            for p, g in zip(weights, grads, strict=True)
        ]
        self.received = {}
        if self.mesh.data_size > 1:
            here = [_local(g._t) for g in gradients if g._t.device.type != "meta"]
            loss = [value._t] if isinstance(value, Tensor) else []
            run_concurrently(self.mesh.all_reduce_mean(t) for t in [*here, *loss])
        return value, gradients

    def _remote_gradient(self, parameter: Parameter) -> Tensor:
        received = self.received.get(id(parameter))
        return no_gradient(parameter) if received is None else wrap(received)


def _local(t: Any) -> torch.Tensor:
    """This process's shard of a gradient."""
    return t.to_local() if sharding.engine is not None and sharding.engine.is_dtensor(t) else t  # type: ignore[no-any-return]


def _on_other_stage(parameter: Parameter) -> bool:
    parameter_stages = stages_of_parameter(parameter)
    return is_absent(parameter) or (
        parameter_stages is not None and not parameter_stages.is_here(parameter)
    )


class _Scheduled(torch.autograd.Function):
    """Autograd node of a schedule that ran both passes: hands autograd the computed gradients."""

    @staticmethod
    def forward(
        ctx: AutogradContext,
        step: CustomStep,
        run: Callable[[], LossAndGradients],
        *parameters: torch.Tensor,
    ) -> torch.Tensor:
        ctx.step = step
        total, ctx.grads = run()
        assert len(parameters) == len(ctx.grads)
        return total

    @staticmethod
    def backward(ctx: AutogradContext, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        ctx.step.multiply(dout)
        return None, None, *[grad * dout.to(grad.dtype) for grad in ctx.grads]


class _ScheduledOutputs(torch.autograd.Function):
    """The same for the results of each micro-batch by themselves; those without a gradient have none."""

    @staticmethod
    def forward(
        ctx: AutogradContext, step: CustomStep, run: Callable[[], Any], *parameters: torch.Tensor
    ) -> tuple[torch.Tensor, ...]:
        ctx.step = step
        outputs, ctx.trained, ctx.grads = run()
        assert len(parameters) == len(ctx.grads)
        ctx.mark_non_differentiable(
            *[t for t, trained in zip(outputs, ctx.trained, strict=True) if not trained]
        )
        return tuple(outputs)

    @staticmethod
    def backward(ctx: AutogradContext, *douts: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        factors = [d for d, trained in zip(douts, ctx.trained, strict=True) if trained]
        if any(not torch.equal(factor, factors[0]) for factor in factors):
            raise NotImplementedError(
                "A network that cuts its batch by _MicroBatch runs over pipeline stages where every micro-batch's "
                "result has the same factor, as in a sum: their gradients are added up while the schedule runs. Add "
                "the results up, and divide the sum."
            )
        ctx.step.multiply(factors[0])
        return None, None, *[grad * factors[0].to(grad.dtype) for grad in ctx.grads]


class LastPipeline:
    """The pipeline that ran in what is differentiated now."""

    def __init__(self) -> None:
        self.step: CustomStep | None = None


last_pipeline = LastPipeline()
# Pipelines that still hold other stages' parameters.
_with_remote_parameters: list[CustomStep] = []


def drop_remote_parameters() -> None:
    """Before a step: drops the parameters of other stages; not between a forward pass and its gradient."""
    for step in [s for s in _with_remote_parameters if s is not last_pipeline.step]:
        _with_remote_parameters.remove(step)
        step.drop_remote_parameters()


def take_last_pipeline() -> CustomStep | None:
    """The pipeline that ran since the last gradient, if one did."""
    step = last_pipeline.step
    if step is not None:
        # Written only then: a new attribute would recompile a graph.
        last_pipeline.step = None
    return step
