"""Layers whose weights a strategy search has sharded: the weight stays in place, activations are redistributed to it.

DTensor would choose the cheapest redistribution call by call. Between layers a batch is sharded by rows over all
processes, or by the columns that a layer produced; partial sums are reduce-scattered into rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard

from msacc.sharding.dtensor_dispatch import as_dtensor, from_local, redistribute, reduce_partial
from msacc.sharding.layer_trace import is_plain
from msacc.sharding.strategy_state import sharding

Fn = Callable[..., Any]


def product(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """x @ weight, and x @ weight.T + bias."""
    x, weight, *rest = args
    bias = rest[0] if rest else kwargs.get("bias")
    if weight.ndim != 2 or x.ndim < 2:
        return func(*args, **kwargs)
    inner, outer = (1, 0) if func is F.linear else (0, 1)
    x = _match_weight(x, weight, inner, outer, x.ndim - 1)
    out = partial_to_rows(func(x, as_dtensor(weight)))
    return out if bias is None else out + as_dtensor(bias)


def addmm(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """bias + x @ weight."""
    bias, x, weight = args[:3]
    if kwargs.get("beta", 1) != 1 or kwargs.get("alpha", 1) != 1:
        return func(*args, **kwargs)
    return product(torch.mm, (x, weight), {}) + as_dtensor(bias)


def convolution(body: Fn, transposed: bool) -> Fn:
    """`body`, a convolution, on an input that was redistributed to match the weight."""

    def call(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        inner, outer = (0, 1) if transposed else (1, 0)
        x = _match_weight(args[0], args[1], inner, outer, 1)
        return partial_to_rows(body(func, (x, *args[1:]), kwargs))

    return call


def embedding(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Table lookup; options that need the full table are left to DTensor."""
    if not is_plain(args, kwargs):
        return func(*args, **kwargs)
    return _lookup(args[0], args[1])


def index_select(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Along the first axis of a matrix: table lookup."""
    if len(args) != 3 or args[1] != 0 or args[0].ndim != 2:
        return func(*args, **kwargs)
    return _lookup(args[2], args[0])


def _lookup(ids: Any, table: Any) -> Any:
    """Each process looks up its shard of the table: rows (other indices give zeros, results are summed) or columns."""
    table = as_dtensor(table)
    ids = _match_weight(ids, table, 0, 1, None)
    pairs = list(zip(ids.placements, table.placements, strict=True))
    grads = tuple(Partial() if i.is_shard() else t for i, t in pairs)
    local_table, local_ids = table.to_local(grad_placements=grads), ids.to_local()
    start = _first_row(table)
    if start is not None:
        in_shard = (local_ids >= start) & (local_ids < start + local_table.shape[0])
        rows = F.embedding(torch.where(in_shard, local_ids - start, 0), local_table)
        out = torch.where(in_shard.unsqueeze(-1), rows, 0)
    else:
        out = F.embedding(local_ids, local_table)
    placements = tuple(_lookup_placement(t, i, ids.ndim) for i, t in pairs)
    return partial_to_rows(from_local(out, placements))


def _lookup_placement(table: Any, ids: Any, ndim: int) -> Any:
    if table.is_shard(0):
        return Partial()
    return Shard(ndim) if table.is_shard(1) else ids


def _first_row(table: Any) -> int | None:
    """The first row of the table's local shard; None where the table is not sharded by rows."""
    if not any(p.is_shard(0) for p in table.placements):
        return None
    index = 0
    for axis, p in enumerate(table.placements):
        if p.is_shard(0):
            index = index * table.device_mesh.size(axis) + table.device_mesh.get_local_rank(axis)
    return index * table.to_local().shape[0]


def _match_weight(x: Any, weight: Any, inner: int, outer: int, channels: int | None) -> Any:
    """`x` redistributed to match the weight's sharding; `channels`: the axis of `x` that the weight contracts."""
    x, weight = reduce_partial(as_dtensor(x)), as_dtensor(weight)
    placements = []
    for px, pw in zip(x.placements, weight.placements, strict=True):
        if pw.is_shard(inner):
            placements.append(Replicate() if channels is None else Shard(channels))
        elif pw.is_shard(outer):
            placements.append(Replicate())
        else:
            stays_sharded = px.is_shard() and not (channels is not None and px.is_shard(channels))
            placements.append(px if stays_sharded else Shard(0))
    return redistribute(x, tuple(_evenly_split(x, placements)))


def partial_to_rows(t: torch.Tensor) -> Any:
    """`t` with partial sums reduce-scattered into rows."""
    if not isinstance(t, DTensor) or not any(p.is_partial() for p in t.placements):
        return t
    return redistribute(
        t, tuple(_evenly_split(t, [Shard(0) if p.is_partial() else p for p in t.placements]))
    )


def _evenly_split(t: torch.Tensor, placements: list[Any]) -> list[Any]:
    """`placements`, but replicated on the grid axes that would not split the rows evenly."""
    shards, result = 1, []
    for size, p in zip(sharding.grid, placements, strict=True):
        if p.is_shard(0) and t.shape[0] % (shards * size):
            result.append(Replicate())
            continue
        shards *= size if p.is_shard(0) else 1
        result.append(p)
    return result
