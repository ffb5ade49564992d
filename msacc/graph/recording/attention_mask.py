"""What was done to the scores of an attention between product and softmax, folded into one scale and one mask."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from msacc.common import torch_private
from msacc.graph.recording.constants import real

# A number from which on a score is masked: exp of it is 0 beside any other score.
MASKED = -1e4


class Unfit(Exception):
    """Raised where fused attention cannot stand for the written one, or would not pay."""


@dataclass
class Mask:
    """Scores are q @ k.T * scale + bias, and -inf where `hidden` is True."""

    scale: float = 1.0
    bias: torch.Tensor | None = None
    hidden: torch.Tensor | None = None
    # Whether each query sees the keys up to its own place, and nothing else is masked.
    causal: bool = False
    # Whether the scores have other leading axes by now than it was made for.
    fixes_lead: bool = False

    def is_empty(self) -> bool:
        """Whether nothing is masked so far."""
        return self.bias is None and self.hidden is None and not self.causal

    def refuse_beside(self, other: torch.Tensor) -> None:
        """Raises Unfit where `other` cannot join: beside a causal mask, or with leading axes of its own."""
        if self.causal or (self.fixes_lead and other.ndim > 2):
            raise Unfit

    def combined(self, dtype: torch.dtype) -> torch.Tensor | None:
        """The mask as torch's function takes it: True where a score counts, or what is added to it."""
        if self.bias is None:
            return None if self.hidden is None else ~self.hidden
        # A number beyond the type's is as small as it can be, not -inf: rows with nothing else stay numbers.
        wide = self.bias.to(torch.promote_types(self.bias.dtype, dtype))
        bias = wide.clamp(min=torch.finfo(dtype).min).to(dtype)
        return bias if self.hidden is None else bias.masked_fill(self.hidden, -math.inf)


def _is_causal(mask: torch.Tensor, origin: Any, inverted: bool = False) -> bool:
    """Whether a mask, True or small where a score does not count, hides the later keys and no others.

    `inverted`: it is True where a score counts.
    """
    queries, keys = mask.shape[-2:]
    if queries != keys or mask.numel() != queries * keys:
        return False
    known = real(mask, origin)
    if known is None:
        return False
    with torch_private.no_modes():
        flat = known.values.reshape(queries, keys)
        flat = ~flat if inverted else flat
        later = torch.ones_like(flat, dtype=torch.bool).triu(1)
        hides, shows = (flat, ~flat) if flat.dtype == torch.bool else (flat <= MASKED, flat == 0)
        causal = bool(torch.equal(hides, later) and torch.equal(shows, ~later))
    if causal:
        known.note()
    return causal


def folded(
    steps: Sequence[tuple[Any, ...]], q: torch.Tensor, k: torch.Tensor, origin: Any
) -> tuple[torch.Tensor, torch.Tensor, Mask]:
    """Query and key, (..., rows, width), and the mask that stand for all steps."""
    mask = Mask()
    for kind, *values in steps:
        if kind == "times":
            q = _scaled(mask, q, *values)
        elif kind == "plus":
            _add(mask, origin, *values)
        elif kind == "fill":
            _fill(mask, q, origin, *values)
        elif any(part is not None and part.ndim > 2 for part in (mask.bias, mask.hidden)):
            mask.fixes_lead = True
        else:
            (lead,) = values
            q, k = (t.reshape(*lead, *t.shape[-2:]) for t in (q, k))
    return q, k, mask


def _scaled(mask: Mask, q: torch.Tensor, factor: Any, reciprocal: bool) -> torch.Tensor:
    if isinstance(factor, torch.Tensor):
        factor = factor.reshape(())
    factor = 1 / factor if reciprocal else factor
    if mask.bias is not None:
        mask.bias = mask.bias * factor
    if isinstance(factor, torch.Tensor):
        return (q * factor).to(q.dtype)
    mask.scale *= factor
    return q


def _add(mask: Mask, origin: Any, bias: torch.Tensor, sign: int) -> None:
    if sign > 0 and mask.is_empty() and _is_causal(bias, origin):
        mask.causal = True
        return
    mask.refuse_beside(bias)
    bias = bias if sign > 0 else -bias
    mask.bias = bias if mask.bias is None else mask.bias + bias


def _fill(
    mask: Mask, q: torch.Tensor, origin: Any, where: torch.Tensor, number: float, inverted: bool
) -> None:
    if mask.is_empty() and _is_causal(where, origin, inverted):
        mask.causal = True
        return
    mask.refuse_beside(where)
    where = torch.logical_not(where) if inverted else where
    if number == -math.inf:
        mask.hidden = where if mask.hidden is None else mask.hidden | where
        return
    # So small that what was there before is lost, as it is where a number takes its place: also in rows without
    # anything else.
    low = torch.finfo(q.dtype).min / (1 if q.dtype == torch.float16 else 4)
    rest = q.new_zeros(()) if mask.bias is None else mask.bias.to(q.dtype)
    mask.bias = torch.where(where, low, rest)
