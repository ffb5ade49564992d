"""How an optimizer is applied: a twin of it over flat pieces, or itself over whole parameters.

Parameters that share learning rate, weight decay and type are updated as one flat tensor: element-wise
rules cannot tell the difference, and every process runs the same small graph on its own piece.
"""

from __future__ import annotations

import copy
from collections.abc import Hashable, Sequence
from typing import Any

from msacc.common import dtype as mstype
from msacc.common.notice import once
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.nn.cell import Cell
from msacc.nn.optim import Optimizer
from msacc.step.bucket import Bucket
from msacc.step.held import held_shape
from msacc.step.layout import Item


def can_be_flat(optimizer: Cell) -> bool:
    """Whether the rule looks at elements alone, as its own class says; says once why not."""
    kind, reason = type(optimizer), None
    if not isinstance(optimizer, Optimizer) or not vars(kind).get("elementwise", False):
        # A subclass may have changed the rule, so that it has to say so itself.
        reason = "does not say `elementwise = True`, so that it may need whole parameters"
    elif any(optimizer.grad_centralization_flags):
        reason = "centralizes gradients by their shape"
    if reason:
        once(
            f"whole-update:{kind.__name__}",
            f"{kind.__name__} {reason}: its state is not sharded, every process updates whole parameters.",
        )
    return reason is None


def items(optimizer: Any, flat: bool) -> list[Item]:
    """What the layout must know of each parameter of the optimizer."""
    return [
        Item(i, held_shape(p), mstype.to_torch(p.dtype), (_key(optimizer, i) if flat else p.comm_fusion, _place(p)))
        for i, p in enumerate(optimizer.parameters)
    ]


def _place(parameter: Parameter) -> Hashable:
    """Equal for parameters that lie on the processes alike."""
    return None if parameter.layout is None else parameter.layout.placed


def _key(optimizer: Optimizer, i: int) -> Hashable:
    """Equal for parameters whose hyper-parameters are the same."""
    rate = id(optimizer.learning_rate[i]) if optimizer.is_group_lr else 0
    decay = id(optimizer.weight_decay[i]) if optimizer.is_group else 0
    return rate, decay, bool(optimizer.decay_flags[i]), optimizer.parameters[i].comm_fusion


def state_names(optimizer: Any) -> list[str]:
    """Attributes that hold one state tensor per parameter."""
    first, count = optimizer.parameters[0], len(optimizer.parameters)
    return [
        name
        for name, value in optimizer.__dict__.items()
        if isinstance(value, ParameterTuple)
        and name != "learning_rate"
        and len(value) == count
        and value[0] is not first
    ]


def flat_optimizer(optimizer: Optimizer, buckets: Sequence[Bucket]) -> Optimizer:
    """A twin of `optimizer` whose parameters are the buckets' pieces.

    Learning rate, step count and other scalars stay shared with the original; its own per-parameter
    state moves into the twin.
    """
    per_parameter = {id(p) for p in optimizer.parameters}
    for name in state_names(optimizer):
        per_parameter |= {id(p) for p in getattr(optimizer, name)}
    for scalar in optimizer.get_parameters():
        if id(scalar) not in per_parameter:
            scalar.init_data()
    twin = copy.copy(optimizer)
    own = twin.__dict__
    own["_params"], own["_cells"], own["_flags"] = dict(own["_params"]), dict(own["_cells"]), {}
    first = [bucket.layout.slots[0].index for bucket in buckets]
    replaced = ParameterTuple(
        [b.parameters[0].twin(b.piece, f"bucket{i}") for i, b in enumerate(buckets)]
    )
    for name, value in list(own.items()):
        if value is optimizer.parameters:
            own[name] = replaced
    own["parameters"] = own["_parameters"] = replaced
    for name in state_names(optimizer):
        own[name] = _flat_state(name, getattr(optimizer, name), buckets)
    own["param_length"] = len(buckets)
    own["optim_filter"] = (True,) * len(buckets)
    own["decay_flags"] = tuple(optimizer.decay_flags[i] for i in first)
    own["grad_centralization_flags"] = (False,) * len(buckets)
    _regroup(optimizer, own, first)
    return twin


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
    """Positions that share a rate or a decay, now counted in buckets."""
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
    per_parameter = {
        *state_names(optimizer),
        "parameters",
        "_parameters",
        "params",
        "_params",
        "_cells",
        "_flags",
    }
    return {name: value for name, value in optimizer.__dict__.items() if name not in per_parameter}


def follow(twin: Optimizer, optimizer: Optimizer, known: dict[str, Any]) -> None:
    """Hand what was assigned to the optimizer since `known` on to its twin."""
    for name, value in optimizer.__dict__.items():
        if name in known and value is not known[name]:
            known[name] = twin.__dict__[name] = value


def refresh(twin: Optimizer, buckets: Sequence[Bucket]) -> None:
    """Point the twin at the buckets' pieces again, after those moved."""
    for parameter, bucket in zip(twin.parameters, buckets):
        parameter._t = bucket.piece
