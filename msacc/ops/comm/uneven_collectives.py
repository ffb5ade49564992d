"""Collectives on flat tensors with a size for each member."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
import torch.distributed as dist

from msacc.communication._groups import HCCL_WORLD_COMM_GROUP, Group, find
from msacc.ops.comm import autograd as ag
from msacc.ops.core.op import op

_JOINED: dict[str, Any] = {
    "sum": torch.Tensor.sum, "max": torch.Tensor.amax, "min": torch.Tensor.amin, "prod": torch.Tensor.prod,
}  # fmt: skip


@op
def all_to_all_v(
    x: torch.Tensor, send_numel_list: torch.Tensor | Sequence[int], recv_numel_list: torch.Tensor | Sequence[int],
    block_size: int = 1, group: str = HCCL_WORLD_COMM_GROUP,
) -> torch.Tensor:  # fmt: skip
    """Send `send_numel_list[i]` blocks of x to member i, join the `recv_numel_list[i]` that come from it."""
    process_group = find(group, "AlltoAllV")
    send_sizes = _amounts(
        "AlltoAllV", "send_numel_list", send_numel_list, process_group, block_size
    )
    receive_sizes = _amounts(
        "AlltoAllV", "recv_numel_list", recv_numel_list, process_group, block_size
    )
    return _all_to_all("AlltoAllV", x, send_sizes, receive_sizes, process_group)


@op
def all_to_all_v_c(
    x: torch.Tensor, send_count_matrix: torch.Tensor | Sequence[Any], block_size: int = 1, transpose: bool = False,
    group: str = HCCL_WORLD_COMM_GROUP,
) -> torch.Tensor:  # fmt: skip
    """As `all_to_all_v`, where entry i * size + j is the number of blocks member i sends to member j.

    `transpose` sends them the way back.
    """
    process_group = find(group, "AlltoAllVC")
    size, rank = process_group.size, process_group.rank
    counts = [int(n) * block_size for n in send_count_matrix]
    if len(counts) != size * size:
        raise ValueError(
            f"For 'AlltoAllVC', 'send_count_matrix' needs {size * size} entries, but got {len(counts)}."
        )
    rows, columns = counts[rank * size : (rank + 1) * size], counts[rank::size]
    send_sizes, receive_sizes = (columns, rows) if transpose else (rows, columns)
    return _all_to_all("AlltoAllVC", x, send_sizes, receive_sizes, process_group)


@op
def all_gather_v(
    x: torch.Tensor,
    output_split_sizes: torch.Tensor | Sequence[int],
    group: str = HCCL_WORLD_COMM_GROUP,
) -> torch.Tensor:
    """The flat tensors of all members concatenated; `output_split_sizes` holds their lengths."""
    process_group = find(group, "AllGatherV")
    receive_sizes = _amounts("AllGatherV", "output_split_sizes", output_split_sizes, process_group)
    send_sizes = [receive_sizes[process_group.rank]] * process_group.size
    return _all_to_all(
        "AllGatherV", x.repeat(process_group.size), send_sizes, receive_sizes, process_group
    )


@op
def reduce_scatter_v(
    x: torch.Tensor,
    input_split_sizes: torch.Tensor | Sequence[int],
    op: str = "sum",
    group: str = HCCL_WORLD_COMM_GROUP,
) -> torch.Tensor:
    """This member's share of the reduction of every member's x; `input_split_sizes` holds the sizes of the shares."""
    process_group = find(group, "ReduceScatterV")
    send_sizes = _amounts("ReduceScatterV", "input_split_sizes", input_split_sizes, process_group)
    share = send_sizes[process_group.rank]
    if share == 0:
        _all_to_all("ReduceScatterV", x, send_sizes, [0] * process_group.size, process_group)
        return x.new_zeros(())
    parts = _all_to_all(
        "ReduceScatterV", x, send_sizes, [share] * process_group.size, process_group
    )
    return _JOINED[op](parts.reshape(process_group.size, share), 0)


def _amounts(where: str, argument: str, values: Any, group: Group, block: int = 1) -> list[int]:
    amounts = [int(n) * block for n in values]
    if len(amounts) != group.size:
        raise ValueError(
            f"For '{where}', '{argument}' needs one amount for each of {group.size} processes, but got {amounts}."
        )
    return amounts


def _all_to_all(
    where: str, x: torch.Tensor, send_sizes: list[int], receive_sizes: list[int], group: Group
) -> torch.Tensor:
    if x.dim() != 1 or x.numel() != sum(send_sizes):
        raise ValueError(
            f"For '{where}', the input should be flat and hold {sum(send_sizes)} elements, "
            f"but has shape {tuple(x.shape)}."
        )
    out = (
        x
        if group.size == 1
        else ag.AllToAll.apply(x, receive_sizes, send_sizes, group.size, group.torch_name)
    )
    return out if out.numel() else out.new_zeros(())


def exchange(
    outgoing: Sequence[torch.Tensor], kinds: Sequence[str], peers: Sequence[int],
    shapes: Sequence[Any], dtypes: Sequence[torch.dtype], group: str,
) -> tuple[torch.Tensor, ...]:  # fmt: skip
    """Messages to and from members, all at once: what came for each "irecv", a number for each "isend".

    Carries no gradient.
    """
    process_group = find(group, "BatchISendIRecv")
    if process_group.handle is None:
        raise RuntimeError(
            "For 'BatchISendIRecv', there is nobody to talk to: call init() in a job of several processes."
        )
    device = (outgoing[0] if outgoing else torch.zeros(())).device
    waiting, come = list(outgoing), list(zip(shapes, dtypes, strict=False))
    outs, work = [], []
    message: Any
    for kind, peer in zip(kinds, peers, strict=False):
        if kind == "isend":
            outs.append(torch.zeros((), device=device))
            tensor, message = waiting.pop(0).contiguous(), dist.isend
        else:
            shape, dtype = come.pop(0)
            tensor, message = torch.empty(tuple(shape), dtype=dtype, device=device), dist.irecv
            outs.append(tensor)
        work.append(dist.P2POp(message, tensor, process_group.ranks[peer], process_group.handle))
    for one in dist.batch_isend_irecv(work):
        one.wait()
    return tuple(outs)
