"""An optimizer on the parameters of this process's pipeline stage."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any


def part_of(optimizer: Any, at: Sequence[int]) -> Any:
    """A clone of `optimizer` that updates the parameters at some positions only, the others not being here.

    Everything else is shared with the original. NotImplementedError for an optimizer that is none of msacc's kind.
    """
    if not hasattr(optimizer, "_rate_groups"):
        raise NotImplementedError(
            f"{type(optimizer).__name__} cannot update the parameters of one pipeline stage alone: use an nn.Optimizer."
        )
    count, position = len(optimizer.parameters), {i: k for k, i in enumerate(at)}
    clone = copy.copy(optimizer)
    attributes = clone.__dict__
    attributes["_compiled"] = None
    attributes["_params"] = dict(attributes["_params"])
    attributes["_cells"] = dict(attributes["_cells"])
    attributes["_flags"] = {}
    for name, value in list(attributes.items()):
        if isinstance(value, (list, tuple)) and len(value) == count and not _is_plain(value):
            attributes[name] = type(value)([value[i] for i in at])
    attributes["param_length"] = len(at)
    for name in ("decay_flags", "optim_filter", "grad_centralization_flags"):
        attributes[name] = tuple(getattr(optimizer, name)[i] for i in at)
    for name in ("_rate_groups", "_decay_groups"):
        groups = (
            [position[i] for i in group if i in position] for group in getattr(optimizer, name)
        )
        attributes[name] = [group for group in groups if group]
    return clone


def _is_plain(value: Sequence[Any]) -> bool:
    """Whether numbers or lists of positions stand there, and nothing that belongs to parameters one by one."""
    return any(isinstance(item, (int, float, list)) for item in value)
