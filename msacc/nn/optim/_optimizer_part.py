"""An optimizer on some of its parameters: those of a pipeline stage, or those that a process owns."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msacc.common.parameter import Parameter
from msacc.nn.layer.container import CellList

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer

# Attributes of every Cell and of a training step, whatever their length.
_NOT_OF_PARAMETERS = ("_msacc_held_tensors", "_store", "_msacc_parts")


def part_of(
    optimizer: Optimizer, at: Sequence[int], twins: Mapping[int, Parameter] | None = None
) -> Any:
    """A clone of `optimizer` that updates the parameters at some positions only, the others not being here.

    Everything else is shared with the original. `twins`: {id of a state of the original: the one to take in its place}.
    NotImplementedError for an optimizer that is none of msacc's kind.
    """
    if not hasattr(optimizer, "_msacc_rate_groups"):
        raise NotImplementedError(
            f"{type(optimizer).__name__} cannot update some of its parameters alone: use an nn.Optimizer."
        )
    clone = copy.copy(optimizer)
    attributes = clone.__dict__
    attributes["_msacc_compiled"] = None
    attributes["_params"] = dict(attributes["_params"])
    attributes["_cells"] = dict(attributes["_cells"])
    attributes["_msacc_flags"] = {}
    for name, value in list(attributes.items()):
        if name in _NOT_OF_PARAMETERS:
            continue
        if is_wrapped(value, optimizer):
            attributes[name] = attributes["_cells"][name] = part_of(value, at, twins)
        else:
            attributes[name] = picked(value, at, len(optimizer.parameters), twins or {})
    attributes["param_length"] = len(at)
    _renumber(attributes, at)
    return clone


def is_wrapped(value: object, optimizer: Any) -> bool:
    """Whether an attribute of an optimizer is another one over the same parameters, as LARS has one."""
    own = getattr(value, "parameters", None)
    return own is optimizer.parameters and hasattr(value, "_msacc_rate_groups")


def picked(value: Any, at: Sequence[int], count: int, twins: Mapping[int, Parameter]) -> Any:
    """Of an attribute with something for each of `count` parameters what belongs to those at some positions.

    Any other attribute is given back as it is.
    """
    if isinstance(value, CellList) and len(value) == count:
        return [value[i] for i in at]
    if isinstance(value, (list, tuple)) and len(value) == count and not _is_plain(value):
        return type(value)([twins.get(id(value[i]), value[i]) for i in at])
    return value


def _is_plain(value: Sequence[Any]) -> bool:
    """Whether numbers or lists of positions stand there, and nothing that belongs to parameters one by one."""
    return any(type(item) in (int, float, list) for item in value)


def _renumber(attributes: dict[str, Any], at: Sequence[int]) -> None:
    """Makes positions of parameters those among the ones that are left."""
    position = {i: k for k, i in enumerate(at)}
    for name in ("_msacc_rate_groups", "_msacc_decay_groups"):
        groups = [[position[i] for i in group if i in position] for group in attributes[name]]
        attributes[name] = [group for group in groups if group]
    if "_msacc_row_tables" in attributes:
        attributes["_msacc_row_tables"] = tuple(
            position[i] for i in attributes["_msacc_row_tables"] if i in position
        )
