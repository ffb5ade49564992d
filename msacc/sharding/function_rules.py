"""Torch's functions on tensors of the grid, where DTensor's own rules do not do.

Active while operators are cut. Convolutions: DTensor's rule looks at the input alone. Reshaping: it refuses to
split an axis unevenly, and leaves strides that few rules know. What it has no rule for is computed `whole`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard
from torch.overrides import TorchFunctionMode

from msacc.common.torch_private import tree_leaves
from msacc.sharding import auto_layout, local_gradients, matmul_rules, random_ops
from msacc.sharding.dtensor_dispatch import from_local, laid, summed, to, whole_placements
from msacc.sharding.replicated_fallback import WITHOUT_RULE, computed, lacks_rule
from msacc.sharding.strategy_state import sharding

Fn = Callable[..., Any]


class Cut(TorchFunctionMode):
    """Sends functions on tensors of the grid through this module."""

    def __torch_function__(self, func: Fn, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        own = (_CHOSEN.get(func) if sharding.chosen else None) or _OWN.get(func)
        if own is not None and any(isinstance(a, DTensor) for a in args):
            return own(func, args, kwargs)
        if func in WITHOUT_RULE and any(
            isinstance(t, DTensor) for t in tree_leaves((args, kwargs))
        ):
            return computed(func, args, kwargs)
        if torch.compiler.is_compiling():
            return func(*args, **kwargs)
        try:
            return func(*args, **kwargs)
        except (NotImplementedError, RuntimeError) as error:
            if not lacks_rule(func, error):
                raise
        return computed(func, args, kwargs)


# -- convolutions ------------------------------------------------------------------------------
def _convolution(func: Fn, args: Any, kwargs: Any) -> Any:
    """Each process convolves its samples, its output channels, or its input channels (then sums)."""
    x, weight, bias, rest = args[0], args[1], args[2] if len(args) > 2 else None, args[3:]
    bias = kwargs.pop("bias", bias)
    transposed = func in _TRANSPOSED
    groups = kwargs.get("groups", rest[3] if len(rest) > 3 else 1)
    x, weight = summed(laid(x)), laid(weight)
    ways = [
        _way(px, pw, transposed, groups)
        for px, pw in zip(x.placements, weight.placements, strict=True)
    ]
    outs = tuple(way[2] for way in ways)
    own = to(x, tuple(w[0] for w in ways)).to_local(grad_placements=tuple(w[3] for w in ways))
    kernel = to(weight, tuple(w[1] for w in ways)).to_local(
        grad_placements=tuple(w[4] for w in ways)
    )
    added = bias is not None and any(p.is_partial() for p in outs)
    here = None
    if bias is not None and not added:
        where = tuple(Shard(0) if p == Shard(1) else Replicate() for p in outs)
        grads = tuple(Partial() if p == Shard(0) else q for p, q in zip(outs, where, strict=True))
        here = to(laid(bias), where).to_local(grad_placements=grads)
    out = from_local(func(own, kernel, here, *rest, **kwargs), outs)
    if added:
        out = summed(out) + laid(bias).reshape(1, -1, *[1] * (x.ndim - 2))
    return out


def _way(px: Any, pw: Any, transposed: bool, groups: int) -> tuple[Any, Any, Any, Any, Any]:
    """On one axis of the grid: how input, weight and output lie, and the gradients of the first two."""
    inner, outer = (Shard(0), Shard(1)) if transposed else (Shard(1), Shard(0))
    if px == Shard(0):
        return px, Replicate(), Shard(0), Shard(0), Partial()
    if groups == 1 and px == Shard(1) and pw == inner:
        return px, pw, Partial(), px, pw
    if groups == 1 and pw == outer:
        return Replicate(), pw, Shard(1), Partial(), pw
    return Replicate(), Replicate(), Replicate(), Replicate(), Replicate()


# -- batch normalisation -----------------------------------------------------------------------
def _batch_norm(func: Fn, args: Any, kwargs: Any) -> Any:
    """By the statistics of the whole batch, of which each process sums up its part."""
    names: tuple[str, ...]
    if func is F.batch_norm:
        names = ("x", "mean", "variance", "weight", "bias", "training", "momentum", "eps")
        spelled = {"input": "x", "running_mean": "mean", "running_var": "variance"}
    else:
        names = ("x", "weight", "bias", "mean", "variance", "training", "momentum", "eps", "cudnn")
        spelled = {}
    given: dict[str, Any] = {
        "weight": None,
        "bias": None,
        "training": False,
        "momentum": 0.1,
        "eps": 1e-5,
    }
    given |= dict(zip(names, args, strict=False)) | {
        spelled.get(k, k): v for k, v in kwargs.items()
    }
    if not given["training"]:
        return func(*args, **kwargs)
    given.pop("cudnn", None), given.pop("training")
    return _normalized(**given)


def _normalized(
    x: Any, weight: Any, bias: Any, mean: Any, variance: Any, momentum: float, eps: float
) -> Any:
    axes = [i for i in range(x.ndim) if i != 1]
    view = [1, -1, *[1] * (x.ndim - 2)]
    count = x.numel() // x.shape[1]
    center = summed(summed(x).sum(axes)) / count
    moved = x - center.reshape(view)
    spread = summed((moved * moved).sum(axes)) / count
    if mean is not None:
        with torch.no_grad():
            unbiased = spread.detach() * (count / max(count - 1, 1))
            for held, seen in ((mean, center.detach()), (variance, unbiased)):
                # As data: a parameter that is trained may not be written to where its gradient is taken.
                held.data.mul_(1 - momentum).add_(seen, alpha=momentum)
    out = moved * torch.rsqrt(spread + eps).reshape(view)
    out = out if weight is None else out * laid(weight).reshape(view)
    return out if bias is None else out + laid(bias).reshape(view)


def _mean(func: Fn, args: Any, kwargs: Any) -> Any:
    """A sum and a division: DTensor cannot take the gradient of a mean that is not complete on any process."""
    x, dims = args[0], args[1] if len(args) > 1 else kwargs.get("dim")
    rest = {k: v for k, v in kwargs.items() if k != "dim"}
    if len(args) > 2 or not x.is_floating_point():
        return func(*args, **kwargs)
    held = range(x.ndim) if dims is None else dims if isinstance(dims, (list, tuple)) else (dims,)
    count = 1
    for axis in held if len(held) else range(x.ndim):
        count *= x.shape[axis]
    if dims is None:
        return x.sum(**rest) / count
    return x.sum(dims, **rest) / count


def _var_mean(func: Fn, args: Any, kwargs: Any) -> Any:
    """By sums, which every torch has a rule for."""
    x, dims = args[0], args[1] if len(args) > 1 else kwargs.get("dim")
    keep = kwargs.get("keepdim", False)
    if len(args) > 2 or dims is None or kwargs.keys() - {"dim", "correction", "keepdim"}:
        return func(*args, **kwargs)
    count = 1
    for axis in dims if isinstance(dims, (list, tuple)) else (dims,):
        count *= x.shape[axis]
    mean = summed(x.sum(dims, keepdim=True)) / count
    moved = x - mean
    spread = summed((moved * moved).sum(dims, keepdim=keep)) / (count - kwargs.get("correction", 1))
    return spread, mean if keep else summed(x.sum(dims)) / count


def _copy(func: Fn, args: Any, kwargs: Any) -> Any:
    """Into a tensor that every process holds for itself go whole values."""
    into, given = args[:2]
    if isinstance(into, DTensor) or not isinstance(given, DTensor):
        return func(*args, **kwargs)
    return func(into, to(summed(given), whole_placements()).to_local(), *args[2:], **kwargs)


# -- shapes ------------------------------------------------------------------------------------
def _reshape(func: Fn, args: Any, kwargs: Any) -> Any:
    """Axes that would not stay in equal contiguous pieces are gathered first."""
    t = args[0]
    shape = args[1:] if len(args) > 1 else tuple(kwargs.values())
    if len(shape) == 1 and isinstance(shape[0], (tuple, list, torch.Size)):
        shape = tuple(shape[0])
    if not isinstance(t, DTensor) or not all(isinstance(n, (int, torch.SymInt)) for n in shape):
        return func(*args, **kwargs)
    return torch.Tensor.reshape(_foldable(t, _filled(t, shape)), shape)


def _flatten(func: Fn, args: Any, kwargs: Any) -> Any:
    t = args[0]
    start = kwargs.get("start_dim", args[1] if len(args) > 1 else 0) % max(t.ndim, 1)
    end = kwargs.get("end_dim", args[2] if len(args) > 2 else -1) % max(t.ndim, 1)
    shape = (*t.shape[:start], -1, *t.shape[end + 1 :]) if t.ndim else (1,)
    return func(_foldable(t, _filled(t, shape)), start, end)


def _filled(t: Any, shape: Sequence[int]) -> list[int]:
    known = 1
    for n in shape:
        known *= n if n != -1 else 1
    return [n if n != -1 else t.numel() // max(known, 1) for n in shape]


def _foldable(t: Any, shape: Sequence[int]) -> Any:
    """`t`, gathered over the grid axes whose pieces the new shape would tear."""
    kept = _kept_axes(list(t.shape), list(shape))
    where = list(t.placements)
    for axis in {p.dim for p in where if p.is_shard()}:
        pieces = 1
        for size, p in zip(sharding.grid, where, strict=True):
            pieces *= size if p.is_shard(axis) else 1
        if kept.get(axis, 0) % pieces or not kept.get(axis, 0):
            where = [Replicate() if p.is_shard(axis) else p for p in where]
    # Strided pieces are not known to every rule.
    where = [
        p if p.is_shard() or p.is_partial() or p.is_replicate() else Replicate() for p in where
    ]
    return to(t, tuple(where))


def _kept_axes(before: list[int], after: list[int]) -> dict[int, int]:
    """For each axis that begins a group of axes folded into each other, the size of the new group's first axis."""
    found: dict[int, int] = {}
    i = j = 0
    while i < len(before) and j < len(after):
        first, start, left, right = i, j, before[i], after[j]
        while left != right:
            if left < right:
                i += 1
                left *= before[i]
            else:
                j += 1
                right *= after[j]
        inside = [a for a in range(first, i + 1) if before[a] != 1]
        beyond = [after[b] for b in range(start, j + 1) if after[b] != 1]
        if inside and beyond:
            found[inside[0]] = beyond[0]
        i, j = i + 1, j + 1
    return found


_TRANSPOSED = frozenset((F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d))
_OWN: dict[Any, Any] = {
    **matmul_rules.RULES,
    **random_ops.RULES,
    **local_gradients.RULES,
    **dict.fromkeys((torch.mean, torch.Tensor.mean), _mean),
    torch.var_mean: _var_mean,
    torch.Tensor.copy_: _copy,
    **dict.fromkeys((torch.batch_norm, F.batch_norm), _batch_norm),
    **dict.fromkeys((F.conv1d, F.conv2d, F.conv3d, *_TRANSPOSED), _convolution),
    **dict.fromkeys((torch.reshape, torch.Tensor.reshape, torch.Tensor.view), _reshape),
    **dict.fromkeys((torch.flatten, torch.Tensor.flatten), _flatten),
}
# Where a search has laid the weights out.
_CHOSEN: dict[Any, Any] = {
    **dict.fromkeys((torch.matmul, torch.Tensor.matmul, torch.mm, F.linear), auto_layout.product),
    **dict.fromkeys((F.conv1d, F.conv2d, F.conv3d), auto_layout.convolution(_convolution, False)),
    **dict.fromkeys(_TRANSPOSED, auto_layout.convolution(_convolution, True)),
    torch.addmm: auto_layout.addmm,
    F.embedding: auto_layout.embedding,
    torch.index_select: auto_layout.index_select,
}
