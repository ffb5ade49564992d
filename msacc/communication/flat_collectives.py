"""all_gather, reduce_scatter and all_reduce of a flat buffer, by the collectives that are fast on the group's backend.

NCCL has one collective for each. gloo's all_gather is a ring, and its reduce_scatter sends every shard to every
process; here each process broadcasts its shard in place, and receives the others' parts of its own shard by an
all_to_all to sum them itself: each byte is sent once. gloo's all_reduce takes two rounds of messages; what is small is
sent to every process by one all_to_all, for half of the processor time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch
import torch.distributed as dist

from msacc.communication.message_buffers import acquire, release
from msacc.communication.torch_collective_names import gather_into, reduce_scatter_into

# Bytes, for each process but two, below which gloo's own gather costs less than as many broadcasts.
_BROADCAST_BYTES = 2 * 2**20
# Bytes that a process sends at most in place of gloo's all_reduce.
_EXCHANGE_BYTES = 256 * 2**10


class Works:
    """Several asynchronous collectives, waited for together."""

    def __init__(self, works: Sequence[Any]):
        self._works = works

    def wait(self) -> None:
        """Wait for all."""
        for work in self._works:
            work.wait()


def all_gather_flat(
    full: torch.Tensor, shard: torch.Tensor, group: Any, sizes: Sequence[int] | None = None
) -> Any:
    """Starts filling `full` with every process's shard; `shard` may be a view of its own part. Returns the work.

    `sizes`: the elements of each process's shard, where they are not equal.
    """
    size = group.size()
    if sizes is not None and not _is_gloo(full):
        return dist.all_gather(list(full.split(list(sizes))), shard, group=group, async_op=True)
    if sizes is None and (not _is_gloo(full) or full.nbytes < _BROADCAST_BYTES * (size - 2)):
        return gather_into(full, shard, group=group, async_op=True)
    equal = [full.numel() // size] * size
    parts = full.view(torch.uint8).split([n * full.element_size() for n in sizes or equal])
    own = parts[group.rank()]
    if own.data_ptr() != shard.data_ptr():
        own.copy_(shard.view(torch.uint8))
    sent = [(i, part) for i, part in enumerate(parts) if part.numel()]
    return Works([dist.broadcast(t, group_src=i, group=group, async_op=True) for i, t in sent])


def reduce_scatter_flat(
    full: torch.Tensor,
    out: torch.Tensor,
    group: Any,
    mean: bool = False,
    sizes: Sequence[int] | None = None,
) -> Iterator[Any]:
    """Writes this process's shard of the sum of `full` over the group, or of the mean, into `out`.

    `sizes`: the elements of each process's shard, where they are not equal. Floats below float32 are summed in float32.
    Yields the work; the values are complete after the work was waited for and the iterator was resumed.
    """
    if sizes is not None or _is_gloo(full):
        count = out.numel() * group.size()
        buffer = acquire(count, full) if count else full.new_empty(0)
        yield _exchange(buffer, full, group, sizes)
        total = widened(out)
        if count:
            _sum_rows(buffer.chunk(group.size()), total)
            release(buffer)
        put(total.mul_(1.0 / group.size()) if mean else total, out)
        return
    total = widened(out)
    yield reduce_scatter_into(total, widened(full), group=group, async_op=True)
    put(total.div_(group.size()) if mean else total, out)


def _exchange(
    parts: torch.Tensor, full: torch.Tensor, group: Any, sizes: Sequence[int] | None
) -> Any:
    """Starts to fill `parts` with every process's values of this process's shard. Returns the work."""
    sent = parts.view(torch.uint8), full.view(torch.uint8)
    if sizes is None:
        return dist.all_to_all_single(*sent, group=group, async_op=True)
    sizes_in_bytes = [n * full.element_size() for n in sizes]
    own = [sizes_in_bytes[group.rank()]] * group.size()
    return dist.all_to_all_single(*sent, own, sizes_in_bytes, group=group, async_op=True)


def all_reduce_together(tensors: Sequence[torch.Tensor], group: Any) -> Iterator[Any]:
    """Sums each of `tensors` over the group in place; yields the work, as `reduce_scatter_flat` does.

    Several of them are each a multiple of 8 bytes long.
    """
    if not fits_exchange(tensors, group):
        yield Works([dist.all_reduce(t, group=group, async_op=True) for t in tensors])
        return
    sent = torch.cat([t.reshape(-1).view(torch.uint8) for t in tensors] * group.size())
    received = torch.empty_like(sent)
    yield dist.all_to_all_single(received, sent, group=group, async_op=True)
    end, row = 0, received.numel() // group.size()
    for t in tensors:
        start, end = end, end + t.nbytes
        parts = [received[k + start : k + end] for k in range(0, received.numel(), row)]
        _sum_rows([part.view(t.dtype).view(t.shape) for part in parts], t)


def fits_exchange(tensors: Sequence[torch.Tensor], group: Any) -> bool:
    """Whether every process of a group sends these to every other for less than an all_reduce costs."""
    size = sum(t.nbytes for t in tensors) * group.size()
    return all(map(_is_gloo, tensors)) and size <= _EXCHANGE_BYTES


def widened(t: torch.Tensor) -> torch.Tensor:
    """`t`, or a copy to sum in: float32 for narrower floats, whose own range and digits are too few."""
    return t.float() if t.dtype in (torch.float16, torch.bfloat16) else t


def put(total: torch.Tensor, t: torch.Tensor) -> None:
    """A sum into the tensor it is of."""
    if total is not t:
        t.copy_(total)


def _sum_rows(rows: Sequence[torch.Tensor], out: torch.Tensor) -> None:
    """The sum of two or more tensors: much faster than torch.sum along the first axis."""
    if rows[0].dtype == out.dtype:
        torch.add(rows[0], rows[1], out=out)
    else:
        out.copy_(rows[0]).add_(rows[1])
    for row in rows[2:]:
        out.add_(row)


def _is_gloo(t: torch.Tensor) -> bool:
    """Whether the backend is gloo, which is the one for CPU tensors."""
    return t.device.type == "cpu"
