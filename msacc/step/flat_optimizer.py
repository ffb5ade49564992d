"""A twin of an optimizer over flat pieces.

Parameters that share learning rate, weight decay and type are updated as one flat tensor: element-wise
rules cannot tell the difference, and every process runs the same small graph on its own piece.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from msacc.common.parameter import Parameter, ParameterTuple
from msacc.nn.optim import Optimizer
from msacc.step.bucket import Bucket
from msacc.step.local_shard import held_shape
from msacc.step.update import state_names


def flat_optimizer(optimizer: Optimizer, buckets: Sequence[Bucket]) -> Optimizer:
    """A twin of `optimizer` whose parameters are the buckets' pieces.

    Learning rate, step count and other scalars stay shared with the original; its own per-parameter
    state moves into the twin.
    """
    _fill_scalars(optimizer)
    twin = copy.copy(optimizer)
    own = twin.__dict__
    # A copy shares the tables of the original, where the twin's parameters must not appear.
    own["_params"], own["_cells"], own["_flags"] = dict(own["_params"]), dict(own["_cells"]), {}
    _replace_parameters(optimizer, own, buckets)
    for name in state_names(optimizer):
        own[name] = _flat_state(name, getattr(optimizer, name), buckets)
    own["param_length"] = len(buckets)
    own["optim_filter"] = (True,) * len(buckets)
    own["grad_centralization_flags"] = (False,) * len(buckets)
    _regroup(optimizer, own, [bucket.layout.slots[0].index for bucket in buckets])
    return twin


def _fill_scalars(optimizer: Optimizer) -> None:
    """Values that both share must exist before there are two holders of them."""
    per_parameter = {id(p) for p in optimizer.parameters}
    for name in state_names(optimizer):
        per_parameter |= {id(p) for p in getattr(optimizer, name)}
    for scalar in optimizer.get_parameters():
        if id(scalar) not in per_parameter:
            scalar.init_data()


def _replace_parameters(
    optimizer: Optimizer, own: dict[str, Any], buckets: Sequence[Bucket]
) -> None:
    """The pieces in the parameters' place, under every name that a class of optimizers has for them."""
    pieces = ParameterTuple(
        [b.parameters[0].twin(b.piece, f"bucket{i}") for i, b in enumerate(buckets)]
    )
    for name, value in list(own.items()):
        if value is optimizer.parameters:
            own[name] = pieces
    own["parameters"] = own["_parameters"] = pieces


def per_element(states: Sequence[Parameter], bucket: Bucket) -> bool:
    """Whether a state has one value for each element; SGD's first-step mark is one for each parameter."""
    return all(held_shape(states[s.index]) == s.shape for s in bucket.layout.slots)


def _flat_state(
    name: str, states: Sequence[Parameter], buckets: Sequence[Bucket]
) -> ParameterTuple:
    flat = []
    for i, bucket in enumerate(buckets):
        if per_element(states, bucket):
            tensor = bucket.take_state(states)
        else:
            # The same for all parameters of a bucket.
            tensor = states[bucket.layout.slots[0].index].init_data()._t.clone()
        flat.append(states[0].twin(tensor, f"{name}.bucket{i}"))
    return ParameterTuple(flat)


def _regroup(optimizer: Optimizer, own: dict[str, Any], first: Sequence[int]) -> None:
    """What differs by parameter, now by bucket: `first` is one parameter of each, which all in it are like."""
    own["decay_flags"] = tuple(optimizer.decay_flags[i] for i in first)
    everything = [list(range(len(first)))]
    own["_rate_groups"], own["_decay_groups"] = everything, everything
    if optimizer.is_group:
        own["weight_decay"] = tuple(optimizer.weight_decay[i] for i in first)
        own["_decay_groups"] = [[k] for k in range(len(first))]
    if optimizer.is_group_lr:
        own["learning_rate"] = [optimizer.learning_rate[i] for i in first]
        own["_rate_groups"] = [[k] for k in range(len(first))]


def settings_of(optimizer: Optimizer) -> dict[str, Any]:
    """What an optimizer has beside its parameters and their state: what a script may assign anew."""
    tables = {"parameters", "_parameters", "params", "_params", "_cells", "_flags"}
    per_parameter = {*state_names(optimizer), *tables}
    return {name: value for name, value in optimizer.__dict__.items() if name not in per_parameter}


def follow(twin: Optimizer, optimizer: Optimizer, known: dict[str, Any]) -> None:
    """Hand what was assigned to the optimizer since `known` on to its twin."""
    for name, value in optimizer.__dict__.items():
        if name in known and value is not known[name]:
            known[name] = twin.__dict__[name] = value


def refresh(twin: Optimizer, buckets: Sequence[Bucket]) -> None:
    """Point the twin at the buckets' pieces again, after those moved."""
    for parameter, bucket in zip(twin.parameters, buckets, strict=True):
        parameter._t = bucket.piece
