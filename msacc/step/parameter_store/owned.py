"""Parameters that one process each updates and keeps the optimizer state of: ZeRO-1 by whole parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.remote_parameters import is_absent
from msacc.common.tensor import Tensor, wrap
from msacc.nn.optim._optimizer_part import part_of, picked
from msacc.step.bucket import Bucket
from msacc.step.bucket_assignment import ParameterItem, assign_buckets, message_size
from msacc.step.flat_optimizer import settings_of
from msacc.step.local_shard import from_local_tensor, full_tensor, local_shape
from msacc.step.mesh import Mesh
from msacc.step.parameterwise import wrapped_optimizers
from msacc.step.update import state_names

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer


class OwnedParameters:
    """`own_optimizer` updates the parameters at the positions `at`: those that this process owns, and those that all
    update.

    `owners`: {position: the process that owns the parameter}. Each has the state of its own in `own_optimizer`; in the
    optimizer itself that state is sharded, as its parameters are in `buckets`.
    """

    def __init__(
        self, optimizer: Optimizer, buckets: Sequence[Bucket], owners: Mapping[int, int], mesh: Mesh
    ):
        self.optimizer, self.owners, self.mesh = optimizer, owners, mesh
        self.at = sorted(i for bucket in buckets for i in bucket.views_in_shard(bucket.shard))
        self._buckets: dict[int, list[Bucket]] = {}
        twins: dict[int, Parameter] = {}
        for rule in (optimizer, *wrapped_optimizers(optimizer)):
            for name in state_names(rule):
                self._shard(getattr(rule, name), twins)
        for parameter in optimizer.get_parameters():
            if not getattr(parameter._msacc_init, "is_remote", False):
                parameter.init_data()
        self._twins = twins
        self.own_optimizer = part_of(optimizer, self.at, twins)
        self._settings = settings_of(optimizer)

    def _shard(self, states: Sequence[Parameter], twins: dict[int, Parameter]) -> None:
        """Leaves to each process the states of the parameters that it owns."""
        key = id(states[0])
        if key in self._buckets:  # under a second name
            return
        items = [
            ParameterItem(i, local_shape(states[i]), mstype.to_torch(states[i].dtype), None)
            for i in sorted(self.owners)
        ]
        limit = message_size(items)
        assigned = assign_buckets(items, self.mesh.shard_size, 0, limit, self.owners)
        self._buckets[key] = [Bucket(assignment, self.mesh, states) for assignment in assigned]
        for bucket in self._buckets[key]:
            for i, view in bucket.views_in_shard(bucket.shard).items():
                local = from_local_tensor(view, states[i].layout)
                twins[id(states[i])] = states[i].with_tensor(local, states[i].name)

    def follow_settings(self) -> None:
        """Takes over what was assigned to the optimizer since the last step."""
        for name, value in self.optimizer.__dict__.items():
            if name in self._settings and value is not self._settings[name]:
                self._settings[name] = value
                count = len(self.optimizer.parameters)
                self.own_optimizer.__dict__[name] = picked(value, self.at, count, self._twins)

    def whole_states(self) -> dict[str, list[Tensor]]:
        """The optimizer's state per parameter, by attribute name. Collective."""
        named = {name: getattr(self.optimizer, name) for name in state_names(self.optimizer)}
        return {n: [wrap(t) for t in self.values(states)] for n, states in named.items()}

    def values(self, states: Sequence[Parameter]) -> list[Any]:
        """The whole values of one state of each parameter, None of what other stages have. Collective."""
        values: dict[int, torch.Tensor] = {}
        for bucket in self._buckets[id(states[0])]:
            for slot, value in zip(
                bucket.assignment.slots, bucket.full_values(bucket.shard), strict=True
            ):
                values[slot.index] = full_tensor(value, states[slot.index].layout)
        # What no process owns all have.
        return [values.get(i, None if is_absent(p) else p._t) for i, p in enumerate(states)]

    def release(self) -> None:
        """Gives the state back whole. Collective."""
        for buckets in self._buckets.values():
            for bucket in buckets:
                bucket.release()
