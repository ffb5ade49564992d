"""Parameter groups: dicts with 'params' and their own 'lr', 'weight_decay', 'grad_centralization'."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msacc.common.parameter import Parameter
from msacc.common.warn_once import once
from msacc.nn.optim._learning_rates import build_rate, changes, read_decay, read_rate

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim._learning_rates import LearningRate

_KEYS = ("params", "lr", "weight_decay", "grad_centralization")


@dataclass
class Member:
    """One parameter with what its group says."""

    parameter: Parameter
    rate: Any
    decay: Any
    centralize: bool


@dataclass
class Groups:
    """All parameters in order; `has_group_rates`: some group has its own learning rate."""

    members: list[Member]
    has_group_rates: bool
    changing: bool


def parameter_list(parameters: object, what: str) -> list[Any]:
    """A list out of any iterable; ValueError when None or empty, TypeError when not iterable."""
    if parameters is None:
        raise ValueError(f"For 'Optimizer', the argument {what} can not be None.")
    if not isinstance(parameters, Iterable):
        raise TypeError(
            f"For 'Optimizer', the argument {what} must be Iterable type, but got {type(parameters)}; "
            "net.trainable_params() gives a network's parameters."
        )
    items = list(parameters)
    if not items:
        raise ValueError(f"For 'Optimizer', the argument {what} must not be empty.")
    return items


def _check_group(group: dict[str, Any]) -> None:
    if "order_params" in group:
        if len(group) > 1:
            raise ValueError(
                "For 'Optimizer', the dict with 'order_params' in group parameters should hold that key "
                f"only, but got {list(group)}."
            )
        if not isinstance(group["order_params"], Iterable):
            raise TypeError(
                "For 'Optimizer', the value of 'order_params' in group parameters should be Iterable "
                f"type, but got {type(group['order_params'])}."
            )
        return
    if "params" not in group:
        raise KeyError(
            "For 'Optimizer', every group needs the key 'params', but got {list(group)}."
        )
    group["params"] = parameter_list(group["params"], "group `params`")
    for index, parameter in enumerate(group["params"]):
        if not isinstance(parameter, Parameter):
            raise TypeError(
                "For 'Optimizer', the element in group parameters must be Parameter type, but got "
                f"{type(parameter)} at index {index}."
            )
    if not isinstance(group.get("grad_centralization", False), bool):
        raise TypeError(
            "For 'Optimizer', 'grad_centralization' must be bool type, but got "
            f"{type(group['grad_centralization'])}."
        )
    for key in group:
        if key not in _KEYS:
            once(
                f"group:{key}",
                f"Optimizer: unknown key '{key}' in a parameter group; known are {_KEYS}.",
            )


def read_groups(
    groups: list[dict[str, Any]], rate: LearningRate, decay: float | Cell, scale: float, where: str
) -> Groups:
    """Check the groups and lay their parameters out in order."""
    groups = [dict(group) for group in groups]
    for group in groups:
        _check_group(group)
    own = {i: read_rate(g["lr"], where) for i, g in enumerate(groups) if "lr" in g}
    changing = any(changes(r) for r in [rate, *own.values()])
    _check_lengths(rate, own)
    default = build_rate(rate, "learning_rate", bool(own) and changing)
    members: list[Member] = []
    for i, group in enumerate(groups):
        if "order_params" in group:
            continue
        here = default
        if i in own:
            here = build_rate(own[i], f"learning_rate_group_{i}", changing)
        here_decay = read_decay(group.get("weight_decay", decay), scale, where)
        for parameter in group["params"]:
            members.append(
                Member(parameter, here, here_decay, group.get("grad_centralization", False))
            )
    _check_unique(members)
    order = next((list(g["order_params"]) for g in groups if "order_params" in g), None)
    return Groups(_ordered(members, order) if order else members, bool(own), changing)


def _check_lengths(rate: LearningRate, own: dict[int, Any]) -> None:
    sizes = {r.size for r in [rate, *own.values()] if changes(r) and hasattr(r, "ndim")}
    if len(sizes) > 1:
        raise ValueError(
            "For 'Optimizer', the Tensor type dynamic learning rate in group must be the same size as "
            f"the argument 'learning_rate', but got sizes {sorted(sizes)}."
        )


def _check_unique(members: list[Member]) -> None:
    group_by_id: set[str] = set()
    for member in members:
        if member.parameter.name in group_by_id:
            raise RuntimeError(
                f"For 'Optimizer', the {member.parameter.name} parameter already exists in another group; "
                "a parameter can be set once only."
            )
        group_by_id.add(member.parameter.name)


def _ordered(members: list[Member], order: list[Parameter]) -> list[Member]:
    if len(order) != len(members):
        raise ValueError(
            f"For 'Optimizer', 'order_params' must hold as many parameters as the groups ({len(members)}), "
            f"but got {len(order)}."
        )
    position = {parameter.name: i for i, parameter in enumerate(order)}
    missing = [m.parameter.name for m in members if m.parameter.name not in position]
    if missing:
        raise ValueError(f"For 'Optimizer', 'order_params' lacks the parameters {missing}.")
    return sorted(members, key=lambda m: position[m.parameter.name])
