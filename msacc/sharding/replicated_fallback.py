"""Functions that torch's DTensor has no rule for: inputs are gathered, each process computes the full result.

The result is replicated; later operators may shard it again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch.distributed.tensor import DTensor

from msacc.common.warn_once import once
from msacc.sharding.dtensor_dispatch import from_local, redistribute, replicated

Fn = Callable[..., Any]
# Words of DTensor's errors where it has no rule, or none for these placements.
_ERROR_WORDS = ("sharding", "redistribut", "dtensor", "placement", "unevenly")

# They follow the autograd graph of these very tensors.
_AUTOGRAD = (torch.autograd.grad, torch.autograd.backward, torch.Tensor.backward)


def lacks_rule(func: Fn, error: Exception) -> bool:
    """Whether `func` failed because of its inputs' placements. In-place functions cannot be computed on copies."""
    if func in _AUTOGRAD or getattr(func, "__name__", "").removesuffix("__").endswith("_"):
        return False
    return any(word in str(error).lower() for word in _ERROR_WORDS)


def compute_replicated(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Computes `func` on full tensors, on each process."""
    name = getattr(func, "__name__", str(func))
    once(
        f"whole:{name}",
        f"operators are cut, but torch's DTensor has no rule for {name} on inputs that lie so: it is computed whole on "
        "each process.",
    )
    return _as_dtensors(func(*_gathered(args), **_gathered(kwargs)))


def _gathered(value: Any) -> Any:
    if isinstance(value, DTensor):
        return redistribute(value, replicated()).to_local()
    return _map_container(value, _gathered)


def _as_dtensors(value: Any) -> Any:
    if isinstance(value, torch.Tensor) and not isinstance(value, DTensor):
        return from_local(value, replicated())
    return _map_container(value, _as_dtensors)


def _map_container(value: Any, fn: Callable[[Any], Any]) -> Any:
    """Applies `fn` to the items of a container."""
    if isinstance(value, (tuple, list)):
        items = [fn(item) for item in value]
        plain = type(value) in (tuple, list)
        return type(value)(items) if plain else _rebuild(type(value), items)
    if isinstance(value, dict):
        return {key: fn(item) for key, item in value.items()}
    return value


def _rebuild(kind: Any, items: list[Any]) -> Any:
    """Named tuples: a user's take their fields, torch's take one sequence."""
    return kind(*items) if hasattr(kind, "_fields") else kind(items)


# Functions without a rule, whose values differ by process (histc), or whose shapes depend on values. A graph has to
# know in advance; op by op the error shows.
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
