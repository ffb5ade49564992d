"""Parameter store of one stage: its parameters in buckets, without those of other stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import torch
import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.common.remote_parameters import leave
from msacc.common.tensor import Tensor, wrap
from msacc.nn.optim._optimizer_part import part_of
from msacc.ops.update import step_counters
from msacc.step.accumulators import ReduceOnce, StageLayerSums
from msacc.step.bucket import Bucket
from msacc.step.bucket_assignment import ParameterItem
from msacc.step.layerwise.hooks import separate_layers
from msacc.step.mesh import Mesh
from msacc.step.micro_step import Update, sum_parameters
from msacc.step.parameter_store import BucketStore
from msacc.step.parameterwise import wrapped_optimizers
from msacc.step.pipeline_runtime.parameter_stages import ParameterStages
from msacc.step.pipeline_runtime.stage_layers import StageLayer
from msacc.step.plan import StepPlan
from msacc.step.update import state_layout, state_names

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim.optimizer import Optimizer


class StageStore(BucketStore):
    """The buckets of this process's stage. A parameter that several stages share has its sums added over them."""

    def __init__(
        self,
        optimizer: Optimizer,
        plan: StepPlan,
        mesh: Mesh,
        network: Cell,
        parameter_stages: ParameterStages,
    ):
        self.parameter_stages = parameter_stages
        self.here = [i for i, p in enumerate(optimizer.parameters) if parameter_stages.is_here(p)]
        for rule in (optimizer, *wrapped_optimizers(optimizer)):
            self._leave_states(rule)
        super().__init__(optimizer, plan, mesh, network)
        if self.flat is None and self.owned is None:
            self.update = Update(part_of(optimizer, self.here))
        if not self.here:
            self.update = _StepCounterUpdate(optimizer)

    def _leave_states(self, rule: Any) -> None:
        """Assigns the states of a rule to the stages of its parameters, and lets go of those of other stages."""
        for name in state_names(rule):
            for parameter, state in zip(rule.parameters, getattr(rule, name), strict=False):
                self.parameter_stages.follow(state, parameter)
                if not self.parameter_stages.is_here(parameter):
                    leave(state, self.parameter_stages.of(parameter))
                    state.layout = state_layout(rule, name, parameter, state)

    def _items(self, network: Cell, flat: bool) -> list[ParameterItem]:
        own = set(self.here)
        values = [item for item in super()._items(network, flat) if item.index in own]
        parameter_stages = {i: self.parameter_stages.of(self.parameters[i]) for i in own}
        return [replace(item, key=(item.key, parameter_stages[item.index])) for item in values]

    def _owners(self, items: Sequence[ParameterItem], threshold: int) -> dict[int, int]:
        """Parameters that several stages share have no owner: another process would be it on each."""
        own_stage = [
            i for i in items if len(self.parameter_stages.of(self.parameters[i.index])) == 1
        ]
        return super()._owners(own_stage, threshold)

    def accumulator(self) -> ReduceOnce:
        """The gradient sums: unsharded, reduced once a step."""
        accumulator = ReduceOnce(self.buckets, self.mesh)
        accumulator.sums = sum_parameters(self.parameters)
        return accumulator

    def complete(self, gradients: Sequence[torch.Tensor]) -> None:
        """Adds up the gradients of parameters that stages share, in the same order on all processes."""
        shared = [
            (self._stages_of(b), i)
            for i, b in enumerate(self.buckets)
            if len(self._stages_of(b)) > 1
        ]
        for stages, i in sorted(shared):
            dist.all_reduce(gradients[i], group=self.parameter_stages.group(stages))

    def _stages_of(self, bucket: Bucket) -> tuple[int, ...]:
        return self.parameter_stages.of(bucket.parameters[0])

    def local_squared_norm(self, gradients: Sequence[torch.Tensor]) -> torch.Tensor:
        """This process's share of the squared norm: a shared parameter counts on its first stage."""
        counted = [
            piece if self._stages_of(bucket)[0] == self.mesh.stage else piece[:0]
            for piece, bucket in zip(gradients, self.buckets, strict=True)
        ]
        return super().local_squared_norm(counted)

    def whole_states(self) -> dict[str, list[Tensor]]:
        """The optimizer's state per parameter, by attribute name."""
        if self.flat is not None:
            return super().whole_states()
        named = {name: getattr(self.optimizer, name) for name in state_names(self.optimizer)}
        return {
            n: [
                wrap(self.parameter_stages.whole(p, value))
                for p, value in zip(states, self._values_here(states), strict=True)
            ]
            for n, states in named.items()
        }

    def _values_here(self, states: Sequence[Parameter]) -> list[torch.Tensor | None]:
        """The whole values of states on this stage. Collective."""
        if self.owned is not None:
            return self.owned.values(states)
        return [_value(p) for p in states]

    def _whole(self, gradients: Sequence[torch.Tensor]) -> list[Tensor]:
        values = super()._whole(gradients)
        return [
            wrap(self.parameter_stages.whole(p, None if v is None else v._t))
            for p, v in zip(self.parameters, values, strict=False)
        ]


class StageLayerStore(StageStore):
    """level3: each layer of a stage is gathered where it runs, and its gradients are scattered in each micro-batch."""

    keeps_sharded = True

    def __init__(
        self,
        optimizer: Optimizer,
        plan: StepPlan,
        mesh: Mesh,
        network: Cell,
        parameter_stages: ParameterStages,
    ):
        self._threshold = plan.threshold
        super().__init__(optimizer, plan, mesh, network, parameter_stages)
        assert self.flat is not None
        for bucket, piece in zip(self.buckets, self.flat.parameters, strict=True):
            bucket.layer = StageLayer(bucket, piece) if bucket.num_shards > 1 else None

    def _items(self, network: Cell, flat: bool) -> list[ParameterItem]:
        items = super()._items(network, flat)
        return separate_layers(items, self._threshold, network, self.parameters)

    def accumulator(self) -> ReduceOnce:
        """The gradient sums: of sharded layers this process's shards, of all others unsharded."""
        accumulator = StageLayerSums(self.buckets, self.mesh)
        accumulator.sums = sum_parameters(self.parameters)
        return accumulator

    def release(self) -> None:
        """Give parameters and state back whole: another optimizer takes the parameters over."""
        super().release()
        for bucket in self.buckets:
            bucket.layer = None


def _value(parameter: Parameter) -> torch.Tensor | None:
    return None if getattr(parameter._msacc_init, "is_remote", False) else parameter.init_data()._t


class _StepCounterUpdate(Update):
    """The update of a stage without parameters: the optimizer's step goes on."""

    def construct(self, factor: Tensor | None, *grads: Tensor) -> None:
        with torch.no_grad():
            step_counters.advance(self.optimizer.global_step.init_data()._t)
