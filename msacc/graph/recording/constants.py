"""Tensors of a recorded run whose values are known all the same: those it is given from outside, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from msacc.common import torch_private
from msacc.common.without_values import note_known

# Elements of a tensor that is computed while recording.
_MOST = 1 << 24
_MAKERS = (torch.tensor, torch.ones, torch.zeros, torch.full, torch.arange)
_FUNCTIONS = frozenset(
    [
        *_MAKERS,
        *(torch.eq, torch.ne, torch.lt, torch.gt, torch.le, torch.ge, torch.logical_not),
        *(torch.bitwise_not, torch.add, torch.sub, torch.rsub, torch.mul, torch.div, torch.neg),
        *(torch.true_divide, torch.sqrt, torch.rsqrt, torch.tril, torch.triu, torch.reshape),
        *(torch.unsqueeze, torch.squeeze, torch.permute, torch.transpose, torch.broadcast_to),
        *(torch.Tensor.to, torch.Tensor.bool, torch.Tensor.float, torch.Tensor.half),
        *(torch.Tensor.expand, torch.Tensor.reshape, torch.Tensor.__getitem__),
    ]
)


class Computed:
    """What a function gave that was called with constants alone; computed when it is asked for."""

    def __init__(self, func: Callable[..., Any], args: Any, kwargs: Any) -> None:
        self.func, self.args, self.kwargs = func, args, kwargs


def computed(func: Any, args: Any, kwargs: Any, origin: Callable[[Any], Any]) -> Computed | None:
    """The constant that a call gives, if it is one; `origin` tells what is known of its arguments."""
    if func not in _FUNCTIONS:
        return None
    tensors = [a for a in torch_private.tree_leaves((args, kwargs)) if isinstance(a, torch.Tensor)]
    if not tensors and func not in _MAKERS:
        return None
    known = all(_is_real(t) or isinstance(origin(t), Computed) for t in tensors)
    return Computed(func, args, kwargs) if known else None


def _is_real(t: torch.Tensor) -> bool:
    return not torch_private.lacks_values(t) and not t.requires_grad and type(t) is torch.Tensor


@dataclass
class Known:
    """The values of a tensor, and the tensors from outside that they follow from."""

    values: torch.Tensor
    _leaves: list[torch.Tensor]

    def number(self) -> float:
        """The number that they are: modes of the recording would make it one that depends on values."""
        with torch_private.no_modes():
            return float(self.values)

    def note(self) -> None:
        """The recorded run depends on them from now on."""
        for leaf in self._leaves:
            note_known(leaf)


def real(t: torch.Tensor, origin: Callable[[Any], Any]) -> Known | None:
    """The values of `t`; None where they are not known."""
    if t.numel() > _MOST:
        return None
    leaves: list[torch.Tensor] = []
    with torch_private.no_modes():
        found = _evaluated(t, origin, leaves)
    return None if found is None else Known(found, leaves)


def _evaluated(
    t: torch.Tensor, origin: Callable[[Any], Any], leaves: list[torch.Tensor]
) -> torch.Tensor | None:
    if _is_real(t):
        leaves.append(t)
        return t
    made = origin(t)
    if not isinstance(made, Computed):
        return None

    def with_values(value: Any) -> Any:
        return _evaluated(value, origin, leaves) if isinstance(value, torch.Tensor) else value

    args, kwargs = torch_private.tree_map(with_values, (made.args, made.kwargs))
    return made.func(*args, **kwargs)  # type: ignore[no-any-return]
