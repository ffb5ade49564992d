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
    count, place = len(optimizer.parameters), {i: k for k, i in enumerate(at)}
    clone = copy.copy(optimizer)
    own = clone.__dict__
    own["_compiled"] = None
    own["_params"], own["_cells"], own["_flags"] = dict(own["_params"]), dict(own["_cells"]), {}
    for name, value in list(own.items()):
        if isinstance(value, (list, tuple)) and len(value) == count and not _is_plain(value):
            own[name] = type(value)([value[i] for i in at])
    own["param_length"] = len(at)
    for name in ("decay_flags", "optim_filter", "grad_centralization_flags"):
        own[name] = tuple(getattr(optimizer, name)[i] for i in at)
    for name in ("_rate_groups", "_decay_groups"):
        groups = ([place[i] for i in group if i in place] for group in getattr(optimizer, name))
        own[name] = [group for group in groups if group]
    return clone


def _is_plain(value: Sequence[Any]) -> bool:
    """Whether numbers or lists of positions stand there, and nothing that belongs to parameters one by one."""
    return any(isinstance(item, (int, float, list)) for item in value)
