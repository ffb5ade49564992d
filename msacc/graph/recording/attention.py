"""Attention that a network writes out, `softmax(q @ k.T * s + mask) @ v`, runs as torch's fused attention.

While a run is recorded, what a few functions gave is remembered: products, factors, masks, softmax, dropout. A product
with such weights from the left becomes `scaled_dot_product_attention`, before it is differentiated; what it replaces
has no use then and leaves the graph. The same numbers within rounding, but for rows of which all is masked by -inf (0
or NaN, where the written form has NaN) or in float16.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import torch
import torch.nn.functional as F
from torch.overrides import TorchFunctionMode

from msacc.common import torch_private
from msacc.graph.execution_state import gradient_depth
from msacc.graph.recording.attention_mask import MASKED, Unfit, folded
from msacc.graph.recording.constants import computed, real

_Origin = Callable[[Any], Any]


@dataclass(frozen=True)
class Scores:
    """The product q @ k.T, (..., queries, keys), and what was done to it since; `k` is as the product has it."""

    q: torch.Tensor
    k: torch.Tensor
    # ("times", factor, reciprocal), ("plus", bias, sign), ("fill", where, number), ("lead", leading sizes)
    steps: tuple[tuple[Any, ...], ...] = ()
    # The tensors that the written form has read, and their versions then: the fused one reads them later.
    read: tuple[tuple[torch.Tensor, int], ...] = ()

    def then(self, *step: Any) -> Scores:
        """The scores after one more step."""
        return replace(self, steps=(*self.steps, step), read=(*self.read, *_versions(step)))

    def are_current(self) -> bool:
        """Whether nothing that they were made of was written to since."""
        return all(torch_private.version(t) == version for t, version in self.read)


@dataclass(frozen=True)
class Weights:
    """The softmax of scores over the keys, of which a share was dropped."""

    scores: Scores
    dropped: float = 0.0


def _versions(values: Any) -> list[tuple[torch.Tensor, int]]:
    return [(t, torch_private.version(t)) for t in values if isinstance(t, torch.Tensor)]


class WrittenAttention(TorchFunctionMode):
    """Replaces written attention by the fused one in the run inside; `replaced` is how often."""

    def __init__(self) -> None:
        super().__init__()
        self.replaced = 0
        # By id: the tensor, which keeps the id its own, its version, and what it is.
        self._known: dict[int, tuple[torch.Tensor, int, Any]] = {}

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        rule = _RULES.get(func)
        if rule is None:
            out = func(*args, **kwargs)
            if isinstance(out, torch.Tensor):
                self._note(out, None, func, args, kwargs)
            return out
        if rule is _product and (out := self._fused(*args, **kwargs)) is not None:
            self.replaced += 1
            return out
        out = func(*args, **kwargs)
        if isinstance(out, torch.Tensor):
            self._note(out, rule(Call(args, kwargs, out, self.origin)), func, args, kwargs)
        return out

    def _note(self, out: torch.Tensor, found: Any, func: Any, args: Any, kwargs: Any) -> None:
        if found is None and not any(out is a for a in args):  # a cast to its own type gives itself
            found = computed(func, args, kwargs, self.origin)
        if found is not None:
            self._known[id(out)] = out, torch_private.version(out), found

    def origin(self, t: Any) -> Any:
        """What `t` is, if that is remembered and it was not written to since."""
        known = self._known.get(id(t))
        return known[2] if known and torch_private.version(t) == known[1] else None

    def _fused(self, weights: Any = None, v: Any = None, **others: Any) -> torch.Tensor | None:
        found = self.origin(weights)
        # Fused attention has no second derivative.
        if (
            gradient_depth() > 1
            or others
            or not isinstance(found, Weights)
            or not isinstance(v, torch.Tensor)
        ):
            return None
        try:
            return _attention(found, weights, v, self.origin)
        except Unfit:
            return None


# Keys from which on fused attention is the faster one in bfloat16 on a CPU.
LONG_ON_CPU = 1024


def _attention(
    found: Weights, weights: torch.Tensor, v: torch.Tensor, origin: _Origin
) -> torch.Tensor:
    """The fused product of weights and `v`; Unfit where the fused one would not do."""
    q, k = found.scores.q, found.scores.k.mT
    on_cpu = v.device.type == "cpu"
    if not found.scores.are_current():
        raise Unfit
    if v.dtype != q.dtype or v.dtype != weights.dtype or weights.shape[:-2] != v.shape[:-2]:
        raise Unfit
    if (on_cpu and (found.dropped or v.shape[-1] != q.shape[-1])) or (
        v.dtype == torch.float64 and not on_cpu
    ):
        raise Unfit  # torch would write it out itself
    if on_cpu and v.dtype == torch.bfloat16 and v.shape[-2] < LONG_ON_CPU:
        raise Unfit  # torch's kernel takes up to three times as long as products and softmax
    q, k, mask = folded(found.scores.steps, q, k, origin)
    if mask.bias is not None and mask.bias.requires_grad and on_cpu:
        raise Unfit
    lead = q.shape[:-2]
    values = v if lead == v.shape[:-2] else v.reshape(*lead, *v.shape[-2:])
    queries, keys, values = map(_with_heads, (q, k, values))
    out = F.scaled_dot_product_attention(
        queries,
        keys,
        values,
        attn_mask=None if mask.causal else _with_axes(mask.combined(q.dtype)),
        dropout_p=found.dropped,
        is_causal=mask.causal,
        scale=mask.scale,
    )
    return out.reshape(*weights.shape[:-1], v.shape[-1])


def _with_heads(t: torch.Tensor) -> torch.Tensor:
    """A tensor of four axes, for which torch has kernels: of three, the first one counts as heads."""
    return t if t.ndim == 4 else t.unsqueeze(0)


def _with_axes(mask: torch.Tensor | None) -> torch.Tensor | None:
    """A mask of two or four axes, for which torch has kernels."""
    return mask.unsqueeze(0) if mask is not None and mask.ndim == 3 else mask


# -- what functions give ---------------------------------------------------------------------------
@dataclass(frozen=True)
class Call:
    """A call of a function of torch's, what it gave, and `origin`, which tells what is known of a tensor."""

    args: Any
    kwargs: Any
    out: torch.Tensor
    origin: _Origin

    def argument(self, place: int, name: str, default: Any = None) -> Any:
        """The argument at a place or of a name."""
        return self.args[place] if len(self.args) > place else self.kwargs.get(name, default)

    def scores(self, value: Any) -> Scores | None:
        """The scores that `value` is."""
        found = self.origin(value)
        return found if isinstance(found, Scores) else None

    def orders(self) -> Any:
        """The two arguments, either one first."""
        a, b = self.argument(0, "input"), self.argument(1, "other")
        return (a, b), (b, a)


def _product(call: Call) -> Any:
    a, b = call.argument(0, "input"), call.argument(1, "other")
    fits = a.ndim == b.ndim and a.ndim in (3, 4) and a.shape[:-2] == b.shape[:-2]
    if not fits or not call.out.is_floating_point() or a.dtype != b.dtype:
        return None
    return Scores(a, b, read=tuple(_versions((a, b))))


def _times(call: Call) -> Any:
    for a, factor in call.orders():
        if (scores := call.scores(a)) and _is_one_number(factor):
            return scores.then("times", factor, False)
    return None


def _divided(call: Call) -> Any:
    scores, by = call.scores(call.args[0]), call.argument(1, "other")
    plain = scores is not None and not call.kwargs and _is_one_number(by)
    return scores.then("times", by, True) if scores and plain else None


def _plus(call: Call) -> Any:
    for a, bias in call.orders():
        if (scores := call.scores(a)) and not call.kwargs and _fits_scores(bias, call.out):
            return scores.then("plus", bias, 1)
    return None


def _minus(call: Call) -> Any:
    scores, bias = call.scores(call.args[0]), call.argument(1, "other")
    plain = scores is not None and not call.kwargs and _fits_scores(bias, call.out)
    return scores.then("plus", bias, -1) if scores and plain else None


def _where(call: Call) -> Any:
    if len(call.args) != 3:
        return None
    where, a, b = call.args
    return _chosen(call, where, b, a, False) or _chosen(call, where, a, b, True)


def _filled(call: Call) -> Any:
    a, where, value = (*call.args, None, None)[:3]
    return _chosen(call, where, a, value, False)


def _chosen(call: Call, where: Any, a: Any, other: Any, inverted: bool) -> Any:
    """Scores `a`, of which some are replaced by a small number."""
    scores = call.scores(a)
    if scores is None or not _fits_scores(where, call.out) or where.dtype != torch.bool:
        return None
    number = _number(call, other)
    small = number is not None and number <= MASKED
    return scores.then("fill", where, number, inverted) if small else None


def _softmax(call: Call) -> Any:
    scores, dim = call.scores(call.args[0]), call.argument(1, "dim")
    return Weights(scores) if scores and dim in (-1, call.out.ndim - 1) else None


def _dropout(call: Call) -> Any:
    weights = call.origin(call.args[0])
    rate, training = call.argument(1, "p", 0.5), call.argument(2, "training", True)
    if not isinstance(weights, Weights) or (training and weights.dropped):
        return None
    return replace(weights, dropped=float(rate)) if training else weights


def _cast(call: Call) -> Any:
    found = call.origin(call.args[0])
    kept = call.out.is_floating_point() and isinstance(found, (Scores, Weights))
    return found if kept else None


def _reshaped(call: Call) -> Any:
    found, out = call.origin(call.args[0]), call.out
    if out.ndim not in (3, 4) or out.shape[-2:] != call.args[0].shape[-2:]:
        return None
    if isinstance(found, Scores):
        return found.then("lead", out.shape[:-2])
    return found if isinstance(found, Weights) else None


def _full(call: Call) -> Any:
    value = call.argument(1, "fill_value")
    return float(value) if isinstance(value, (int, float)) else None


def _is_one_number(value: Any) -> bool:
    return isinstance(value, (int, float)) or (
        isinstance(value, torch.Tensor) and value.numel() == 1 and not value.requires_grad
    )


def _fits_scores(value: Any, scores: torch.Tensor) -> bool:
    return isinstance(value, torch.Tensor) and 2 <= value.ndim <= scores.ndim


def _number(call: Call, value: Any) -> float | None:
    """The number that `value` is, everywhere; None where nobody knows."""
    if isinstance(value, (int, float)):
        return float(value)
    if isinstance(known := call.origin(value), float):
        return known
    found = real(value, call.origin) if _is_one_number(value) else None
    if found is None:
        return None
    found.note()
    return found.number()


_CASTS = (torch.Tensor.to, torch.Tensor.float, torch.Tensor.half, torch.Tensor.bfloat16)
_RESHAPES = (torch.reshape, torch.Tensor.reshape, torch.Tensor.view, torch.unsqueeze, torch.squeeze)
_RULES: dict[Any, Any] = {
    **dict.fromkeys((torch.matmul, torch.bmm, torch.Tensor.matmul, torch.Tensor.bmm), _product),
    **dict.fromkeys((torch.mul, torch.Tensor.mul, torch.multiply), _times),
    **dict.fromkeys((torch.div, torch.true_divide, torch.Tensor.div), _divided),
    **dict.fromkeys((torch.add, torch.Tensor.add), _plus),
    **dict.fromkeys((torch.sub, torch.Tensor.sub), _minus),
    **dict.fromkeys((torch.softmax, F.softmax, torch.Tensor.softmax), _softmax),
    torch.full_like: _full,
    **dict.fromkeys(_CASTS, _cast),
    **dict.fromkeys(_RESHAPES, _reshaped),
    **dict.fromkeys((torch.masked_fill, torch.Tensor.masked_fill), _filled),
    torch.where: _where,
    F.dropout: _dropout,
}
