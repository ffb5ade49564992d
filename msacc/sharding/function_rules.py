"""Rules for torch's functions on sharded tensors, where DTensor's own rules do not suffice.

Active while operators are sharded. Convolutions: DTensor's rule looks at the input alone. Reshaping: it refuses to
split an axis unevenly, and leaves strides that few rules know. What it has no rule for is computed replicated.
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
from msacc.sharding.dtensor_dispatch import (
    as_dtensor,
    from_local,
    redistribute,
    reduce_partial,
    replicated,
)
from msacc.sharding.replicated_fallback import WITHOUT_RULE, compute_replicated, lacks_rule
from msacc.sharding.strategy_state import sharding

Fn = Callable[..., Any]


class ShardedFunctions(TorchFunctionMode):
    """Routes torch's functions on sharded tensors through these rules."""

    def __torch_function__(
        self,
        func: Fn,
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        kwargs = kwargs or {}
        rule = (_SEARCHED_RULES.get(func) if sharding.chosen else None) or _RULES.get(func)
        if rule is not None and any(isinstance(a, DTensor) for a in args):
            return rule(func, args, kwargs)
        if func in WITHOUT_RULE and any(
            isinstance(t, DTensor) for t in tree_leaves((args, kwargs))
        ):
            return compute_replicated(func, args, kwargs)
        if torch.compiler.is_compiling():
            return func(*args, **kwargs)
        try:
            return func(*args, **kwargs)
        except (NotImplementedError, RuntimeError) as error:
            if not lacks_rule(func, error):
                raise
        return compute_replicated(func, args, kwargs)


# -- convolutions ------------------------------------------------------------------------------
def _convolution(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Each process convolves its samples, its output channels, or its input channels (a partial sum)."""
    x, weight, bias, rest = args[0], args[1], args[2] if len(args) > 2 else None, args[3:]
    bias = kwargs.pop("bias", bias)
    transposed = func in _TRANSPOSED
    groups = kwargs.get("groups", rest[3] if len(rest) > 3 else 1)
    x, weight = reduce_partial(as_dtensor(x)), as_dtensor(weight)
    axis_placements, local_groups = [], groups
    for size, px, pw in zip(sharding.grid, x.placements, weight.placements, strict=True):
        axis = _convolution_placements(px, pw, transposed, local_groups, size)
        if local_groups > 1 and axis[2] == Shard(1):
            local_groups //= size
        axis_placements.append(axis)
    placements = tuple(axis[2] for axis in axis_placements)
    local_input = redistribute(x, tuple(w[0] for w in axis_placements)).to_local(
        grad_placements=tuple(w[3] for w in axis_placements)
    )
    kernel = redistribute(weight, tuple(w[1] for w in axis_placements)).to_local(
        grad_placements=tuple(w[4] for w in axis_placements)
    )
    bias_after = bias is not None and any(p.is_partial() for p in placements)
    local_bias = None
    if bias is not None and not bias_after:
        bias_placements = tuple(Shard(0) if p == Shard(1) else Replicate() for p in placements)
        bias_gradients = tuple(
            Partial() if p == Shard(0) else q
            for p, q in zip(placements, bias_placements, strict=True)
        )
        local_bias = redistribute(as_dtensor(bias), bias_placements).to_local(
            grad_placements=bias_gradients
        )
    rest, kwargs = _with_groups(rest, kwargs, local_groups)
    out = from_local(func(local_input, kernel, local_bias, *rest, **kwargs), placements)
    if bias_after:
        out = reduce_partial(out) + as_dtensor(bias).reshape(1, -1, *[1] * (x.ndim - 2))
    return out


def _with_groups(rest: Any, kwargs: dict[str, Any], groups: int) -> tuple[Any, Any]:
    """The arguments after the bias of a convolution, for as many groups."""
    if len(rest) > 3:
        return (*rest[:3], groups, *rest[4:]), kwargs
    return rest, {**kwargs, "groups": groups}


def _convolution_placements(
    px: Any, pw: Any, transposed: bool, groups: int, size: int
) -> tuple[Any, Any, Any, Any, Any]:
    """On one axis of the grid: the placements of input, weight and output, and of the gradients of the first two.

    Groups that `size` processes can share are dealt out, with their channels.
    """
    inner, outer = (Shard(0), Shard(1)) if transposed else (Shard(1), Shard(0))
    if px == Shard(0):
        return px, Replicate(), Shard(0), Shard(0), Partial()
    if groups == 1 and px == Shard(1) and pw == inner:
        return px, pw, Partial(), px, pw
    if groups == 1 and pw == outer:
        return Replicate(), pw, Shard(1), Partial(), pw
    if groups > 1 and groups % size == 0 and (px == Shard(1) or pw in (inner, outer)):
        return Shard(1), Shard(0), Shard(1), Shard(1), Shard(0)
    return Replicate(), Replicate(), Replicate(), Replicate(), Replicate()


# -- batch normalisation -----------------------------------------------------------------------
def _batch_norm(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """By the statistics of the full batch: each process sums its shard."""
    names: tuple[str, ...]
    if func is F.batch_norm:
        names = ("x", "mean", "variance", "weight", "bias", "training", "momentum", "eps")
        spelled = {"input": "x", "running_mean": "mean", "running_var": "variance"}
    else:
        names = ("x", "weight", "bias", "mean", "variance", "training", "momentum", "eps", "cudnn")
        spelled = {}
    arguments: dict[str, Any] = {
        "weight": None,
        "bias": None,
        "training": False,
        "momentum": 0.1,
        "eps": 1e-5,
    }
    arguments |= dict(zip(names, args, strict=False)) | {
        spelled.get(k, k): v for k, v in kwargs.items()
    }
    if not arguments["training"]:
        return func(*args, **kwargs)
    arguments.pop("cudnn", None), arguments.pop("training")
    return _batch_normalized(**arguments)


def _batch_normalized(
    x: torch.Tensor, weight: Any, bias: Any, mean: Any, variance: Any, momentum: float, eps: float
) -> Any:
    axes = [i for i in range(x.ndim) if i != 1]
    view = [1, -1, *[1] * (x.ndim - 2)]
    count = x.numel() // x.shape[1]
    center = reduce_partial(reduce_partial(x).sum(axes)) / count
    centered = x - center.reshape(view)
    batch_variance = reduce_partial((centered * centered).sum(axes)) / count
    if mean is not None:
        with torch.no_grad():
            unbiased = batch_variance.detach() * (count / max(count - 1, 1))
            for running, batch in ((mean, center.detach()), (variance, unbiased)):
                # As data: a parameter that is trained may not be written to where its gradient is taken.
                running.data.mul_(1 - momentum).add_(batch, alpha=momentum)
    out = centered * torch.rsqrt(batch_variance + eps).reshape(view)
    out = out if weight is None else out * as_dtensor(weight).reshape(view)
    return out if bias is None else out + as_dtensor(bias).reshape(view)


def _mean(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A sum and a division: DTensor cannot take the gradient of a mean that is partial."""
    x, dims = args[0], args[1] if len(args) > 1 else kwargs.get("dim")
    rest = {k: v for k, v in kwargs.items() if k != "dim"}
    if len(args) > 2 or not x.is_floating_point():
        return func(*args, **kwargs)
    axes = range(x.ndim) if dims is None else dims if isinstance(dims, (list, tuple)) else (dims,)
    count = 1
    for axis in axes if len(axes) else range(x.ndim):
        count *= x.shape[axis]
    if dims is None:
        return x.sum(**rest) / count
    return x.sum(dims, **rest) / count


def _var_mean(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """By sums, which every torch has a rule for."""
    x, dims = args[0], args[1] if len(args) > 1 else kwargs.get("dim")
    keepdim = kwargs.get("keepdim", False)
    if len(args) > 2 or dims is None or kwargs.keys() - {"dim", "correction", "keepdim"}:
        return func(*args, **kwargs)
    count = 1
    for axis in dims if isinstance(dims, (list, tuple)) else (dims,):
        count *= x.shape[axis]
    mean = reduce_partial(x.sum(dims, keepdim=True)) / count
    centered = x - mean
    variance = reduce_partial((centered * centered).sum(dims, keepdim=keepdim)) / (
        count - kwargs.get("correction", 1)
    )
    return variance, mean if keepdim else reduce_partial(x.sum(dims)) / count


def _copy(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Into a tensor that is local to each process goes the full value."""
    target, source = args[:2]
    if isinstance(target, DTensor) or not isinstance(source, DTensor):
        return func(*args, **kwargs)
    return func(
        target, redistribute(reduce_partial(source), replicated()).to_local(), *args[2:], **kwargs
    )


# -- shapes ------------------------------------------------------------------------------------
def _reshape(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Axes that would not stay in equal contiguous shards are gathered first."""
    t = args[0]
    shape = args[1:] if len(args) > 1 else tuple(kwargs.values())
    if len(shape) == 1 and isinstance(shape[0], (tuple, list, torch.Size)):
        shape = tuple(shape[0])
    if not isinstance(t, DTensor) or not all(isinstance(n, (int, torch.SymInt)) for n in shape):
        return func(*args, **kwargs)
    return torch.Tensor.reshape(_gather_for_reshape(t, _infer_shape(t, shape)), shape)


def _flatten(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    t = args[0]
    start = kwargs.get("start_dim", args[1] if len(args) > 1 else 0) % max(t.ndim, 1)
    end = kwargs.get("end_dim", args[2] if len(args) > 2 else -1) % max(t.ndim, 1)
    shape = (*t.shape[:start], -1, *t.shape[end + 1 :]) if t.ndim else (1,)
    return func(_gather_for_reshape(t, _infer_shape(t, shape)), start, end)


def _infer_shape(t: torch.Tensor, shape: Sequence[int]) -> list[int]:
    known = 1
    for n in shape:
        known *= n if n != -1 else 1
    return [n if n != -1 else t.numel() // max(known, 1) for n in shape]


def _gather_for_reshape(t: Any, shape: Sequence[int]) -> Any:
    """`t`, gathered over the grid axes whose shards the new shape would split."""
    kept_axes = _kept_axes(list(t.shape), list(shape))
    placements = list(t.placements)
    for axis in {p.dim for p in placements if p.is_shard()}:
        shards = 1
        for size, p in zip(sharding.grid, placements, strict=True):
            shards *= size if p.is_shard(axis) else 1
        if kept_axes.get(axis, 0) % shards or not kept_axes.get(axis, 0):
            placements = [Replicate() if p.is_shard(axis) else p for p in placements]
    # Not every rule knows strided shards.
    placements = [
        p if p.is_shard() or p.is_partial() or p.is_replicate() else Replicate() for p in placements
    ]
    return redistribute(t, tuple(placements))


def _kept_axes(before: list[int], after: list[int]) -> dict[int, int]:
    """For each axis that begins a group of axes folded into each other, the size of the new group's first axis."""
    preserved: dict[int, int] = {}
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
        old_sizes = [a for a in range(first, i + 1) if before[a] != 1]
        new_sizes = [after[b] for b in range(start, j + 1) if after[b] != 1]
        if old_sizes and new_sizes:
            preserved[old_sizes[0]] = new_sizes[0]
        i, j = i + 1, j + 1
    return preserved


_TRANSPOSED = frozenset((F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d))
_RULES: dict[Any, Any] = {
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
# Where a strategy search has sharded the weights.
_SEARCHED_RULES: dict[Any, Any] = {
    **dict.fromkeys((torch.matmul, torch.Tensor.matmul, torch.mm, F.linear), auto_layout.product),
    **dict.fromkeys((F.conv1d, F.conv2d, F.conv3d), auto_layout.convolution(_convolution, False)),
    **dict.fromkeys(_TRANSPOSED, auto_layout.convolution(_convolution, True)),
    torch.addmm: auto_layout.addmm,
    F.embedding: auto_layout.embedding,
    torch.index_select: auto_layout.index_select,
}
