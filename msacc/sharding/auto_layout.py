"""Layers whose weights were laid out by a search: the weight stays where it lies, the batch moves to it.

DTensor would move whatever is least at the time. Between layers a batch lies in rows over all processes, or in
the columns that a layer left; sums go into rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard

from msacc.sharding.dtensor_dispatch import from_local, laid, summed, to
from msacc.sharding.layer_trace import is_plain
from msacc.sharding.strategy_state import sharding

Fn = Callable[..., Any]


def product(func: Fn, args: Any, kwargs: Any) -> Any:
    """x @ weight, and x @ weight.T + bias."""
    x, weight, *rest = args
    bias = rest[0] if rest else kwargs.get("bias")
    if weight.ndim != 2 or x.ndim < 2:
        return func(*args, **kwargs)
    inner, outer = (1, 0) if func is F.linear else (0, 1)
    x = _to_weight(x, weight, inner, outer, x.ndim - 1)
    out = in_rows(func(x, laid(weight)))
    return out if bias is None else out + laid(bias)


def addmm(func: Fn, args: Any, kwargs: Any) -> Any:
    """bias + x @ weight."""
    bias, x, weight = args[:3]
    if kwargs.get("beta", 1) != 1 or kwargs.get("alpha", 1) != 1:
        return func(*args, **kwargs)
    return product(torch.mm, (x, weight), {}) + laid(bias)


def convolution(body: Fn, transposed: bool) -> Fn:
    """`body`, a convolution, on an input that was moved to the weight."""

    def call(func: Fn, args: Any, kwargs: Any) -> Any:
        inner, outer = (0, 1) if transposed else (1, 0)
        x = _to_weight(args[0], args[1], inner, outer, 1)
        return in_rows(body(func, (x, *args[1:]), kwargs))

    return call


def embedding(func: Fn, args: Any, kwargs: Any) -> Any:
    """Rows of a table; options that look at the whole table are left to DTensor."""
    if not is_plain(args, kwargs):
        return func(*args, **kwargs)
    return _looked_up(args[0], args[1])


def index_select(func: Fn, args: Any, kwargs: Any) -> Any:
    """Along the first axis of a matrix, rows of a table."""
    if len(args) != 3 or args[1] != 0 or args[0].ndim != 2:
        return func(*args, **kwargs)
    return _looked_up(args[2], args[0])


def _looked_up(ids: Any, table: Any) -> Any:
    """Each process looks up what it holds: some of the rows (others give zeros, and sums are taken) or columns."""
    table = laid(table)
    ids = _to_weight(ids, table, 0, 1, None)
    pairs = list(zip(ids.placements, table.placements, strict=True))
    grads = tuple(Partial() if i.is_shard() else t for i, t in pairs)
    held, own = table.to_local(grad_placements=grads), ids.to_local()
    start = _start(table)
    if start is not None:
        inside = (own >= start) & (own < start + held.shape[0])
        rows = F.embedding(torch.where(inside, own - start, 0), held)
        out = torch.where(inside.unsqueeze(-1), rows, 0)
    else:
        out = F.embedding(own, held)
    where = tuple(_of_rows(t, i, ids.ndim) for i, t in pairs)
    return in_rows(from_local(out, where))


def _of_rows(table: Any, ids: Any, ndim: int) -> Any:
    if table.is_shard(0):
        return Partial()
    return Shard(ndim) if table.is_shard(1) else ids


def _start(table: Any) -> int | None:
    """The first row of a table that this process holds; None where it holds all rows."""
    if not any(p.is_shard(0) for p in table.placements):
        return None
    piece = 0
    for axis, p in enumerate(table.placements):
        if p.is_shard(0):
            piece = piece * table.device_mesh.size(axis) + table.device_mesh.get_local_rank(axis)
    return piece * table.to_local().shape[0]


def _to_weight(x: Any, weight: Any, inner: int, outer: int, channels: int | None) -> Any:
    """`x` as a weight that is cut along these axes needs it; `channels`: its axis of inputs."""
    x, weight = summed(laid(x)), laid(weight)
    where = []
    for px, pw in zip(x.placements, weight.placements, strict=True):
        if pw.is_shard(inner):
            where.append(Replicate() if channels is None else Shard(channels))
        elif pw.is_shard(outer):
            where.append(Replicate())
        else:
            keeps = px.is_shard() and not (channels is not None and px.is_shard(channels))
            where.append(px if keeps else Shard(0))
    return to(x, tuple(_even(x, where)))


def in_rows(t: Any) -> Any:
    """`t`, sums over processes taken into rows."""
    if not isinstance(t, DTensor) or not any(p.is_partial() for p in t.placements):
        return t
    return to(t, tuple(_even(t, [Shard(0) if p.is_partial() else p for p in t.placements])))


def _even(t: Any, where: list[Any]) -> list[Any]:
    """`where`, but whole on the axes over which its rows would not be of one length."""
    pieces, found = 1, []
    for size, p in zip(sharding.grid, where, strict=True):
        if p.is_shard(0) and t.shape[0] % (pieces * size):
            found.append(Replicate())
            continue
        pieces *= size if p.is_shard(0) else 1
        found.append(p)
    return found
