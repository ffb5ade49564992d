"""Parameters in flat buckets: level1 and level2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.nn.cell import Cell
from msacc.step.accumulators import ACCUMULATORS, Accumulator
from msacc.step.async_messages import run_concurrently
from msacc.step.bucket import Bucket
from msacc.step.bucket_assignment import (
    ParameterItem,
    assign_buckets,
    balanced_owners,
    message_size,
)
from msacc.step.flat_optimizer import (
    copy_changed_settings,
    flat_optimizer,
    is_per_element,
    rebind_shards,
    settings_of,
)
from msacc.step.local_shard import from_local_tensor, full_tensor
from msacc.step.mesh import Mesh
from msacc.step.micro_step import Update
from msacc.step.parameter_store.base import ParameterStore
from msacc.step.parameter_store.owned import OwnedParameters
from msacc.step.parameter_store.unsharded import unsharded_states
from msacc.step.parameterwise import is_parameter_wise
from msacc.step.plan import StepPlan
from msacc.step.scalars import squared_norm
from msacc.step.update import is_element_wise, parameter_items, state_names

if TYPE_CHECKING:
    from typing import SupportsIndex

    from msacc.nn.optim.optimizer import Optimizer


class BucketStore(ParameterStore):
    """Parameters, and the state of an element-wise optimizer, in flat buckets; each process has its shards."""

    # Whether parameters are gathered layer by layer where they are used (level3).
    keeps_sharded = False

    def __init__(self, optimizer: Optimizer, plan: StepPlan, mesh: Mesh, network: Cell):
        self.optimizer, self.mesh = optimizer, mesh
        self.parameters = list(optimizer.parameters)
        _refuse_own_values(self.parameters)
        cut = is_element_wise(optimizer)
        items = self._items(network, cut)
        owners = None if cut else self._owners(items, plan.threshold)
        limit = message_size(items)
        assigned = assign_buckets(items, mesh.shard_size, plan.threshold, limit, owners)
        self.buckets = [Bucket(assignment, mesh, self.parameters) for assignment in assigned]
        # The optimizer's twin over the shards, or its copy for the parameters that this process owns; else it updates
        # all of them itself.
        self.flat = flat_optimizer(optimizer, self.buckets) if cut else None
        self.owned = OwnedParameters(optimizer, self.buckets, owners, mesh) if owners else None
        self.settings = settings_of(optimizer) if cut else {}
        self.update = Update(self.flat or (self.owned.own_optimizer if self.owned else optimizer))

    def _owners(self, items: Sequence[ParameterItem], threshold: int) -> dict[int, int]:
        """The process that owns each parameter, none where every process updates all of them."""
        if self.mesh.shard_size == 1 or not is_parameter_wise(self.optimizer):
            return {}
        return balanced_owners(items, self.mesh.shard_size, threshold)

    def _items(self, network: Cell, flat: bool) -> list[ParameterItem]:
        return parameter_items(self.optimizer, flat)

    def micro(
        self, network: Cell, plan: StepPlan, has_aux: bool, sums: Sequence[Parameter] | None
    ) -> tuple[Cell, Accumulator]:
        """The Cell of one micro-batch and its gradient accumulator."""
        gathering = ACCUMULATORS[plan.gradient_communication()](self.buckets, self.mesh)
        return gathering.micro_step(network, self.parameters, has_aux), gathering

    def materialize(self) -> None:
        """Gives every parameter its full value, but for those that stay sharded. Collective the first time."""
        for bucket in self.buckets:
            if bucket.num_shards == 1 or not self.keeps_sharded:
                bucket.materialize()
        if self.flat is not None:
            rebind_shards(self.flat, self.buckets)

    def gather_updates(self) -> None:
        """After the update: every process gets every piece, unless the next forward pass gathers."""
        if not self.keeps_sharded:
            run_concurrently(bucket.gather_shards() for bucket in self.buckets)

    def gradients(self, shards: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        """What the update takes: a gradient for each bucket, or for each parameter that this process updates."""
        if self.flat is not None:
            copy_changed_settings(self.flat, self.optimizer, self.settings)
            return shards
        values: dict[int, torch.Tensor] = {}
        for bucket, shard in zip(self.buckets, shards, strict=True):
            values |= bucket.views_in_shard(shard)
        if self.owned is not None:
            self.owned.follow_settings()
        return [from_local_tensor(values[i], self.parameters[i].layout) for i in sorted(values)]

    def local_squared_norm(self, shards: Sequence[torch.Tensor]) -> torch.Tensor:
        """This process's share of the squared norm: what several processes of one replica hold counts once."""
        counts = [self._times_held(bucket) for bucket in self.buckets]
        shares = [
            squared_norm([g for g, n in zip(shards, counts, strict=True) if n == count]) / count
            for count in sorted(set(counts))
        ]
        return torch.stack(shares).sum()

    def _times_held(self, bucket: Bucket) -> int:
        """How many processes of one replica hold the same shard."""
        shards = 1 if bucket.num_shards > 1 else self.mesh.shard_size
        layout = bucket.parameters[0].layout
        copies = self.mesh.model_size if layout is None else layout.copies // self.mesh.data_size
        return shards * copies

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """A copy of the optimizer gets no store: its parameters live as they are until its first step."""
        return type(None), ()

    # -- whole values: all processes must call these --------------------------------------------
    def whole_parameters(self) -> list[Tensor]:
        """Every parameter's whole value, in the optimizer's order."""
        return self._whole([bucket.shard for bucket in self.buckets])

    def whole_states(self) -> dict[str, list[Tensor]]:
        """The optimizer's state per parameter, by attribute name."""
        if self.owned is not None:
            return self.owned.whole_states()
        if self.flat is None:
            return unsharded_states(self.optimizer)
        names = state_names(self.optimizer)
        return {n: self._whole([p._t for p in getattr(self.flat, n)]) for n in names}

    def _whole(self, shards: Sequence[torch.Tensor]) -> list[Tensor]:
        values: list[Any] = [None] * len(self.parameters)
        for bucket, shard in zip(self.buckets, shards, strict=True):
            for slot, value in zip(bucket.assignment.slots, bucket.full_values(shard), strict=True):
                values[slot.index] = wrap(full_tensor(value, self.parameters[slot.index].layout))
        return values

    def release(self) -> None:
        """Give parameters and state back whole: another optimizer takes the parameters over."""
        self.released = True
        if self.owned is not None:
            self.owned.release()
        for i, bucket in enumerate(self.buckets):
            if self.flat is not None:
                self._release_states(i, bucket)
            bucket.release()

    def _release_states(self, i: int, bucket: Bucket) -> None:
        for name in state_names(self.optimizer):
            states = getattr(self.optimizer, name)
            if is_per_element(states, bucket):
                bucket.release_state(states, getattr(self.flat, name)[i]._t)


def _refuse_own_values(parameters: Sequence[Parameter]) -> None:
    layerwise = [p.name for p in parameters if p.layerwise_parallel]
    if layerwise:
        raise NotImplementedError(
            f"'{layerwise[0]}' is layerwise_parallel: each process has values of its own, which an accumulating or "
            "sharded step would average. Train it by TrainOneStepCell in parallel_mode='data_parallel'."
        )
