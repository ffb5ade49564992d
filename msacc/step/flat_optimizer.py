"""A copy of an optimizer that works on flat shards.

Parameters that share learning rate, weight decay and dtype are updated as one flat tensor: element-wise
rules cannot tell the difference, and every process runs the same small graph on its own shard.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from msacc.common.parameter import Parameter, ParameterTuple
from msacc.nn.optim import Optimizer
from msacc.step.bucket import Bucket
from msacc.step.local_shard import local_shape
from msacc.step.update import state_names


def flat_optimizer(optimizer: Optimizer, buckets: Sequence[Bucket]) -> Optimizer:
    """A copy of `optimizer` whose parameters are the buckets' shards.

    Learning rate, step count and other scalars stay shared with the original; its own per-parameter
    state moves into the copy.
    """
    _fill_scalars(optimizer)
    flat = copy.copy(optimizer)
    attributes = flat.__dict__
    # A copy shares the tables of the original, where the flat parameters must not appear.
    attributes["_params"], attributes["_cells"], attributes["_msacc_flags"] = (
        dict(attributes["_params"]),
        dict(attributes["_cells"]),
        {},
    )
    _replace_parameters(optimizer, attributes, buckets)
    for name in state_names(optimizer):
        on_cpu = getattr(optimizer, "_msacc_state_on_cpu", False)
        attributes[name] = _flat_state(name, getattr(optimizer, name), buckets, on_cpu)
    attributes["param_length"] = len(buckets)
    attributes["optim_filter"] = (True,) * len(buckets)
    attributes["grad_centralization_flags"] = (False,) * len(buckets)
    _regroup(optimizer, attributes, [bucket.assignment.slots[0].index for bucket in buckets])
    return flat


def _fill_scalars(optimizer: Optimizer) -> None:
    """Initializes the values that both share."""
    per_parameter = {id(p) for p in optimizer.parameters}
    for name in state_names(optimizer):
        per_parameter |= {id(p) for p in getattr(optimizer, name)}
    for scalar in optimizer.get_parameters():
        if id(scalar) not in per_parameter:
            scalar.init_data()


def _replace_parameters(
    optimizer: Optimizer, attributes: dict[str, Any], buckets: Sequence[Bucket]
) -> None:
    """Puts the shards in the parameters' place, under every name that a class of optimizers has for them."""
    shards = ParameterTuple(
        [b.parameters[0].with_tensor(b.shard, f"bucket{i}") for i, b in enumerate(buckets)]
    )
    for name, value in list(attributes.items()):
        if value is optimizer.parameters:
            attributes[name] = shards
    attributes["parameters"] = attributes["_parameters"] = shards


def is_per_element(states: Sequence[Parameter], bucket: Bucket) -> bool:
    """Whether a state has one value for each element; SGD's first-step flag is one for each parameter."""
    return all(local_shape(states[s.index]) == s.shape for s in bucket.assignment.slots)


def _flat_state(
    name: str, states: Sequence[Parameter], buckets: Sequence[Bucket], on_cpu: bool
) -> ParameterTuple:
    flat = []
    for i, bucket in enumerate(buckets):
        if is_per_element(states, bucket):
            tensor = bucket.take_state(states, on_cpu)
        else:
            # The same for all parameters of a bucket.
            tensor = states[bucket.assignment.slots[0].index].init_data()._t.clone()
        flat.append(states[0].with_tensor(tensor, f"{name}.bucket{i}"))
    return ParameterTuple(flat)


def _regroup(optimizer: Optimizer, attributes: dict[str, Any], first: Sequence[int]) -> None:
    """Makes settings of parameters those of buckets: `first` is one parameter of each, which stands for all in it."""
    attributes["decay_flags"] = tuple(optimizer.decay_flags[i] for i in first)
    single_group = [list(range(len(first)))]
    attributes["_msacc_rate_groups"], attributes["_msacc_decay_groups"] = single_group, single_group
    if optimizer.is_group:
        attributes["weight_decay"] = tuple(optimizer.weight_decay[i] for i in first)
        attributes["_msacc_decay_groups"] = [[k] for k in range(len(first))]
    if optimizer.is_group_lr:
        attributes["learning_rate"] = [optimizer.learning_rate[i] for i in first]
        attributes["_msacc_rate_groups"] = [[k] for k in range(len(first))]


def settings_of(optimizer: Optimizer) -> dict[str, Any]:
    """What an optimizer has beside its parameters and their state: what a script may reassign."""
    tables = {"parameters", "_parameters", "params", "_params", "_cells", "_msacc_flags"}
    per_parameter = {*state_names(optimizer), *tables}
    return {name: value for name, value in optimizer.__dict__.items() if name not in per_parameter}


def copy_changed_settings(flat: Optimizer, optimizer: Optimizer, known: dict[str, Any]) -> None:
    """Copies what was assigned to the optimizer since `known` to the flat one."""
    for name, value in optimizer.__dict__.items():
        if name in known and value is not known[name]:
            known[name] = flat.__dict__[name] = value


def rebind_shards(flat: Optimizer, buckets: Sequence[Bucket]) -> None:
    """Points the flat optimizer at the buckets' shards again, after those moved."""
    for parameter, bucket in zip(flat.parameters, buckets, strict=True):
        parameter._t = bucket.shard
