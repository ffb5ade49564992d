"""Collectives and messages that write into output tensors, on torch tensors: the core of mint.distributed.

Each function returns a `Work`, which `begin` starts. Ranks are world ranks, and nothing carries a gradient.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
import torch.distributed as dist

from msacc.communication._groups import Group

# "avg" is a sum, divided afterwards: gloo has no average.
_OPS = {
    "sum": dist.ReduceOp.SUM,
    "avg": dist.ReduceOp.SUM,
    "max": dist.ReduceOp.MAX,
    "min": dist.ReduceOp.MIN,
    "prod": dist.ReduceOp.PRODUCT,
}
Tensors = Sequence[torch.Tensor]


class Work(NamedTuple):
    """The call that starts the work, the call that writes its result, and what a single process copies instead."""

    start: Callable[[], list[Any]]
    after: Callable[[], Any] | None = None
    local_copies: Sequence[tuple[torch.Tensor, torch.Tensor]] = ()


def begin(work: Work, group: Group) -> tuple[list[Any], Callable[[], Any] | None]:
    """(handles to wait for, callback afterwards). Without `init()` there is one process, and the result is a copy."""
    if group.handle is not None:
        return work.start(), work.after
    for out, x in work.local_copies:
        out.copy_(x.reshape(out.shape))
    return [], None


def _write_reduced(out: torch.Tensor, x: torch.Tensor, op: str = "", size: int = 1) -> None:
    """Divides the reduced tensor by the group's size for "avg"."""
    if op == "avg":
        x = x / size if x.dtype.is_floating_point else torch.div(x, size, rounding_mode="trunc")
    out.copy_(x.reshape(out.shape))


def _copy_chunks(parts: Tensors, flat: torch.Tensor) -> None:
    """Copies consecutive chunks of a flat tensor into tensors."""
    for part, chunk in zip(parts, flat.split([p.numel() for p in parts]), strict=True):
        part.copy_(chunk.reshape(part.shape))


def _flat(parts: Tensors) -> torch.Tensor:
    return torch.cat([part.reshape(-1) for part in parts])


def _like(x: torch.Tensor) -> torch.Tensor:
    return torch.empty_like(x, memory_format=torch.contiguous_format)


# -- one tensor --------------------------------------------------------------------------------


def barrier(group: Group) -> Work:
    """Wait for all processes."""
    return Work(lambda: [dist.barrier(group.handle, async_op=True)])


def broadcast(x: torch.Tensor, src: int, group: Group) -> Work:
    """The tensor of `src` into that of every process."""
    buffer = x.contiguous()
    return Work(
        lambda: [dist.broadcast(buffer, src, group.handle, async_op=True)],
        lambda: _write_reduced(x, buffer),
    )


def all_reduce(x: torch.Tensor, op: str, group: Group) -> Work:
    """The reduction into every process's tensor."""
    buffer = x.contiguous()
    return Work(
        lambda: [dist.all_reduce(buffer, _OPS[op], group.handle, async_op=True)],
        lambda: _write_reduced(x, buffer, op, group.size),
    )


def reduce(x: torch.Tensor, dst: int, op: str, group: Group) -> Work:
    """The reduction into the tensor of `dst`; the others keep theirs."""
    buffer, target = x.clone(), group.ranks[group.rank] == dst
    return Work(
        lambda: [dist.reduce(buffer, dst, _OPS[op], group.handle, async_op=True)],
        lambda: _write_reduced(x, buffer, op, group.size) if target else None,
    )


# -- gathering and scattering ------------------------------------------------------------------


def _gathering(
    x: torch.Tensor, numels: list[int], group: Group
) -> tuple[Callable[[], list[Any]], torch.Tensor]:
    """(the call that starts the gathering, the buffer that receives the tensors of all processes in order)."""
    buffer, flat = x.new_empty(sum(numels)), x.reshape(-1)
    if len(set(numels)) == 1:
        return lambda: [
            dist.all_gather_into_tensor(buffer, flat, group.handle, async_op=True)
        ], buffer
    send_sizes = [flat.numel()] * group.size
    many = flat.repeat(group.size)
    return (
        lambda: [
            dist.all_to_all_single(buffer, many, numels, send_sizes, group.handle, async_op=True)
        ],
        buffer,
    )


def all_gather_into(x: torch.Tensor, out: torch.Tensor, numels: list[int], group: Group) -> Work:
    """The tensors of all processes, `numels` elements of each, one after the other into `out`."""
    start, buffer = _gathering(x, numels, group)
    return Work(start, lambda: _write_reduced(out, buffer), [(out, x)])


def all_gather_list(x: torch.Tensor, outs: Tensors, group: Group) -> Work:
    """Copies the tensor of each process into one of `outs`; their shapes may differ."""
    start, buffer = _gathering(x, [out.numel() for out in outs], group)
    return Work(start, lambda: _copy_chunks(outs, buffer), [(outs[0], x)])


def gather_into(x: torch.Tensor, outs: Tensors, dst: int, group: Group) -> Work:
    """`x` of every process into `outs`, which is empty everywhere but at `dst`."""
    buffers, mine = [_like(x) for _ in outs], x.contiguous()

    def after() -> None:
        for out, buffer in zip(outs, buffers, strict=True):
            out.copy_(buffer)

    return Work(
        lambda: [dist.gather(mine, buffers or None, dst, group.handle, async_op=True)],
        after,
        [(out, x) for out in outs],
    )


def rows_of(out: torch.Tensor, like: torch.Tensor, count: int) -> list[torch.Tensor]:
    """`count` views of `out` along its first dimension, each in the shape of `like`."""
    return [part.reshape_as(like) for part in out.chunk(count)]


def scatter_into(out: torch.Tensor, parts: Tensors, src: int, group: Group) -> Work:
    """One of the `parts` of `src`, which are none elsewhere, into each process's `out`."""
    buffer, chunks = _like(out), [part.contiguous() for part in parts]
    return Work(
        lambda: [dist.scatter(buffer, chunks or None, src, group.handle, async_op=True)],
        lambda: _write_reduced(out, buffer),
        [(out, part) for part in chunks],
    )


def reduce_scatter_into(
    parts: Tensors, out: torch.Tensor, numels: list[int], op: str, group: Group
) -> Work:
    """Reduce `parts`, one after the other, and keep this process's share of `numels` in `out`."""
    flat = parts[0].reshape(-1) if len(parts) == 1 else _flat(parts)
    local_copies = [(out, flat)]
    if len(set(numels)) == 1:
        chunk = flat.new_empty(numels[0])
        return Work(
            lambda: [
                dist.reduce_scatter_tensor(chunk, flat, _OPS[op], group.handle, async_op=True)
            ],
            lambda: _write_reduced(out, chunk, op, group.size),
            local_copies,
        )
    # Neither gloo nor NCCL cuts unevenly: reduce all of it.
    buffer = flat.clone()
    part = buffer.split(numels)[group.rank]
    return Work(
        lambda: [dist.all_reduce(buffer, _OPS[op], group.handle, async_op=True)],
        lambda: _write_reduced(out, part, op, group.size),
        local_copies,
    )


def all_to_all_into(
    parts: Tensors, outs: Tensors, receive_sizes: list[int], send_sizes: list[int], group: Group
) -> Work:
    """Sends `send_sizes` elements of `parts` to each process and receives `receive_sizes` from each into `outs`."""
    flat = parts[0].reshape(-1) if len(parts) == 1 else _flat(parts)
    buffer = flat.new_empty(sum(receive_sizes))
    return Work(
        lambda: [
            dist.all_to_all_single(
                buffer, flat, receive_sizes, send_sizes, group.handle, async_op=True
            )
        ],
        lambda: _copy_chunks(outs, buffer),
        [(outs[0], flat)],
    )


# -- from one process to another ---------------------------------------------------------------


def send_message(x: torch.Tensor, dst: int, tag: int, group: Group) -> Work:
    """Sends `x` to process `dst`."""
    buffer = x.contiguous()
    return Work(lambda: [dist.isend(buffer, dst, group.handle, tag)])


def receive_into(x: torch.Tensor, src: int, tag: int, group: Group) -> Work:
    """Receives the message of process `src` into `x`."""
    buffer = x.contiguous()
    return Work(lambda: [dist.irecv(buffer, src, group.handle, tag)], lambda: x.copy_(buffer))


def batch_send_receive(messages: Sequence[tuple[str, torch.Tensor, int]], group: Group) -> Work:
    """Starts all messages at once: each is "isend" or "irecv", a tensor, and the other process."""
    buffers = [x.contiguous() for _, x, _ in messages]

    def start() -> list[Any]:
        each = zip(messages, buffers, strict=True)
        return dist.batch_isend_irecv(
            [
                dist.P2POp(getattr(dist, kind), buffer, peer, group.handle)
                for (kind, _, peer), buffer in each
            ]
        )

    def after() -> None:
        for (kind, x, _), buffer in zip(messages, buffers, strict=True):
            if kind == "irecv":
                x.copy_(buffer)

    return Work(start, after)
