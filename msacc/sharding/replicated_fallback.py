"""Functions that torch's DTensor has no rule for: inputs are gathered, each process computes all of it.

The result is the same on all processes, and lies so; what comes after may cut it again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch.distributed.tensor import DTensor

from msacc.common.warn_once import once
from msacc.sharding.dtensor_dispatch import from_local, to, whole_placements

Fn = Callable[..., Any]
# What DTensor says where it has no rule, or none for inputs that lie so.
_WORDS = ("sharding", "redistribut", "dtensor", "placement", "unevenly")

# They follow what was recorded for these very tensors.
_OF_GRAPHS = (torch.autograd.grad, torch.autograd.backward, torch.Tensor.backward)


def lacks_rule(func: Fn, error: Exception) -> bool:
    """Whether `func` failed because of how its inputs lie. What writes to its input cannot be computed elsewhere."""
    if func in _OF_GRAPHS or getattr(func, "__name__", "").removesuffix("__").endswith("_"):
        return False
    return any(word in str(error).lower() for word in _WORDS)


def computed(func: Fn, args: Any, kwargs: Any) -> Any:
    """`func` of whole tensors, on each process."""
    name = getattr(func, "__name__", str(func))
    once(
        f"whole:{name}",
        f"operators are cut, but torch's DTensor has no rule for {name} on inputs that lie so: it is computed whole on "
        "each process.",
    )
    return _laid(func(*_gathered(args), **_gathered(kwargs)))


def _gathered(value: Any) -> Any:
    if isinstance(value, DTensor):
        return to(value, whole_placements()).to_local()
    return _each(value, _gathered)


def _laid(value: Any) -> Any:
    if isinstance(value, torch.Tensor) and not isinstance(value, DTensor):
        return from_local(value, whole_placements())
    return _each(value, _laid)


def _each(value: Any, fn: Callable[[Any], Any]) -> Any:
    """`fn` of what a container holds."""
    if isinstance(value, (tuple, list)):
        made = [fn(item) for item in value]
        plain = type(value) in (tuple, list)
        return type(value)(made) if plain else _same_kind(type(value), made)
    if isinstance(value, dict):
        return {key: fn(item) for key, item in value.items()}
    return value


def _same_kind(kind: Any, made: list[Any]) -> Any:
    """Named tuples: a user's take their fields, torch's take one sequence."""
    return kind(*made) if hasattr(kind, "_fields") else kind(made)


# Known to have no rule, whose values differ by process (histc), or whose shapes depend on values. A graph has to know;
# op by op it shows.
WITHOUT_RULE: frozenset[Fn] = frozenset(
    (
        torch.argwhere,
        torch.block_diag,
        torch.cdist,
        torch.fft.ihfft2,
        torch.fft.ihfftn,
        torch.histc,
        torch.linalg.lstsq,
        torch.nonzero,
        torch.pdist,
        torch.searchsorted,
        torch.take,
        torch.unique_consecutive,
        F.multilabel_margin_loss,
    )
)
