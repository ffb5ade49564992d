"""Collectives as functions over torch tensors; `ops/bindings/primitives/comm` declares their primitives.

Each is traceable by torch.compile, and differentiable as MindSpore's is. In a group of one (also: without
`init()`) they are the identity, after the same checks.
"""

from __future__ import annotations

import torch
import torch.distributed as dist

from msacc.common.tensor import Tensor
from msacc.communication._groups import HCCL_WORLD_COMM_GROUP, Group, find
from msacc.ops.comm import autograd as ag
from msacc.ops.core.op import op


class ReduceOp:
    """The ways to reduce: SUM, MAX, MIN, PROD."""

    SUM = "sum"
    MAX = "max"
    MIN = "min"
    PROD = "prod"


_REDUCTIONS = (ReduceOp.SUM, ReduceOp.MAX, ReduceOp.MIN, ReduceOp.PROD)
_TORCH_NAMES = {"prod": "product"}


# -- checks --------------------------------------------------------------------------------------
def check_tensor(name: str, x: object) -> None:
    """Raise TypeError unless `x` is a Tensor."""
    if not isinstance(x, Tensor):
        raise TypeError(f"For '{name}', input must be a Tensor, but got: {type(x).__name__}.")


def check_reduction(name: str, reduction: object) -> None:
    """Raise TypeError or ValueError unless `reduction` is one of ReduceOp's."""
    if not isinstance(reduction, str):
        raise TypeError(f"For '{name}', the 'op' must be str, but got {type(reduction).__name__}.")
    if reduction not in _REDUCTIONS:
        raise ValueError(
            f"For '{name}', the 'op' must be one of {_REDUCTIONS}, but got {reduction!r}."
        )


def check_group(name: str, group: object) -> None:
    """Raise TypeError unless `group` is a string."""
    if not isinstance(group, str):
        raise TypeError(f"For '{name}', the 'group' must be str, but got {type(group).__name__}.")


def check_int(name: str, argument: str, value: object) -> None:
    """Raise TypeError unless `value` is an int."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(
            f"For '{name}', the type of '{argument}' should be 'int', but got type '{type(value).__name__}'."
        )


def _member(name: str, argument: str, rank: int, group: Group) -> None:
    if not 0 <= rank < group.size:
        raise ValueError(
            f"For '{name}', '{argument}' must be a rank of group {group.name!r} (0 to {group.size - 1}), "
            f"but got {rank}."
        )


def _first_dimension(name: str, x: torch.Tensor, parts: int = 1) -> None:
    if x.dim() == 0:
        raise ValueError(
            f"For '{name}', the input needs at least one dimension, but it is a scalar."
        )
    if x.shape[0] % parts:
        raise ValueError(
            f"For '{name}', the first dimension of the input must be divisible by the group's size {parts}, "
            f"but its shape is {tuple(x.shape)}."
        )


# -- the ops -------------------------------------------------------------------------------------
@op
def all_reduce(
    x: torch.Tensor, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP
) -> torch.Tensor:
    """The reduction of every member's `x`, on all of them.

    The gradient is the sum of all members' gradients; for MAX and MIN where `x` is the extremum, for
    PROD times product / x.
    """
    process_group = find(group, "AllReduce")
    if process_group.size == 1:
        return x
    if x.dtype == torch.bool:
        raise TypeError("For 'AllReduce', the input must be a number type, but got Bool.")
    return ag.AllReduce.apply(x, _TORCH_NAMES.get(op, op), process_group.torch_name)


@op
def all_gather(x: torch.Tensor, group: str = HCCL_WORLD_COMM_GROUP) -> torch.Tensor:
    """Every member's `x`, one after the other along the first dimension. Gradient: reduce_scatter."""
    process_group = find(group, "AllGather")
    _first_dimension("AllGather", x)
    if process_group.size == 1:
        return x
    return ag.AllGather.apply(x, process_group.size, process_group.torch_name)


@op
def reduce_scatter(
    x: torch.Tensor, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP
) -> torch.Tensor:
    """This member's share, along the first dimension, of the reduction. Gradient: all_gather."""
    process_group = find(group, "ReduceScatter")
    _first_dimension("ReduceScatter", x, process_group.size)
    if process_group.size == 1:
        return x
    return ag.ReduceScatter.apply(
        x, _TORCH_NAMES.get(op, op), process_group.size, process_group.torch_name
    )


@op
def broadcast(
    xs: tuple[torch.Tensor, ...], root_rank: int, group: str = HCCL_WORLD_COMM_GROUP
) -> tuple[torch.Tensor, ...]:
    """The tensors of member `root_rank`, on all members.

    As in MindSpore, each member's gradient is its own output's gradient; nothing is summed at the root.
    """
    process_group = find(group, "Broadcast")
    _member("Broadcast", "root_rank", root_rank, process_group)
    if process_group.size == 1:
        return xs
    return tuple([ag.Broadcast.apply(x, root_rank, process_group.torch_name) for x in xs])


@op
def all_to_all(
    x: torch.Tensor,
    split_count: int,
    split_dim: int,
    concat_dim: int,
    group: str = HCCL_WORLD_COMM_GROUP,
) -> torch.Tensor:
    """Split `x` along `split_dim`, send chunk i to member i, concatenate the received chunks along `concat_dim`."""
    process_group = find(group, "AlltoAll")
    if split_count != process_group.size:
        raise ValueError(
            f"For 'AlltoAll', 'split_count' must be the group's size {process_group.size}, but got {split_count}."
        )
    for argument, dim in (("split_dim", split_dim), ("concat_dim", concat_dim)):
        if not -x.ndim <= dim < x.ndim:
            raise ValueError(
                f"For 'AlltoAll', {argument!r} must be a dimension of the input, whose shape is "
                f"{tuple(x.shape)}, but got {dim}."
            )
    if x.shape[split_dim] % split_count:
        raise ValueError(
            f"For 'AlltoAll', dimension {split_dim} of the input, {x.shape[split_dim]}, must be divisible by "
            f"'split_count' {split_count}."
        )
    if process_group.size == 1:
        return x
    chunks = torch.stack(x.chunk(split_count, split_dim)).contiguous()
    swapped = ag.AllToAll.apply(chunks, None, None, process_group.size, process_group.torch_name)
    return torch.cat(swapped.unbind(0), concat_dim)


@op
def reduce(
    x: torch.Tensor, dest_rank: int, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP
) -> torch.Tensor:
    """The reduction on member `dest_rank`; the others get their own `x` back."""
    process_group = find(group, "Reduce")
    _member("Reduce", "dest_rank", dest_rank, process_group)
    if process_group.size == 1:
        return x
    out = ag.AllReduce.apply(x, _TORCH_NAMES.get(op, op), process_group.torch_name)
    return out if process_group.rank == dest_rank else x


@op
def collective_scatter(
    x: torch.Tensor, src_rank: int = 0, group: str = HCCL_WORLD_COMM_GROUP
) -> torch.Tensor:
    """This member's share, along the first dimension, of member `src_rank`'s `x`."""
    process_group = find(group, "CollectiveScatter")
    _member("CollectiveScatter", "src_rank", src_rank, process_group)
    _first_dimension("CollectiveScatter", x, process_group.size)
    if process_group.size == 1:
        return x
    full = ag.Broadcast.apply(x, src_rank, process_group.torch_name)
    return full.chunk(process_group.size)[process_group.rank].clone()


@op
def collective_gather(
    x: torch.Tensor, dest_rank: int, group: str = HCCL_WORLD_COMM_GROUP
) -> torch.Tensor:
    """Every member's `x` along the first dimension on `dest_rank`; zeros of that shape on the others."""
    process_group = find(group, "CollectiveGather")
    _member("CollectiveGather", "dest_rank", dest_rank, process_group)
    _first_dimension("CollectiveGather", x)
    if process_group.size == 1:
        return x
    out = ag.AllGather.apply(x, process_group.size, process_group.torch_name)
    return out if process_group.rank == dest_rank else torch.zeros_like(out)


@op
def send(
    x: torch.Tensor, dest_rank: int, sr_tag: int = 0, group: str = HCCL_WORLD_COMM_GROUP
) -> torch.Tensor:
    """Send `x` to member `dest_rank`; gives `x`. Its gradient comes back from there."""
    process_group = find(group, "Send")
    _other_member("Send", "dest_rank", dest_rank, process_group)
    return ag.Send.apply(x, process_group.ranks[dest_rank], sr_tag, process_group.handle)


@op
def receive(
    x: torch.Tensor,
    src_rank: int,
    shape: tuple[int, ...],
    dtype: torch.dtype,
    sr_tag: int = 0,
    group: str = HCCL_WORLD_COMM_GROUP,
) -> torch.Tensor:
    """A tensor from member `src_rank`; `x` is a data dependency that orders the call."""
    process_group = find(group, "Receive")
    _other_member("Receive", "src_rank", src_rank, process_group)
    return ag.Receive.apply(
        x, process_group.ranks[src_rank], tuple(shape), dtype, sr_tag, process_group.handle
    )


def _other_member(name: str, argument: str, rank: int, group: Group) -> None:
    if group.handle is None:
        raise RuntimeError(
            f"For '{name}', there is nobody to talk to: call init() in a job of several processes."
        )
    _member(name, argument, rank, group)
    if rank == group.rank:
        raise ValueError(
            f"For '{name}', '{argument}' must be another process, but {rank} is this one."
        )


def barrier(group: str = HCCL_WORLD_COMM_GROUP) -> None:
    """Return when every member has come here."""
    process_group = find(group, "Barrier")
    if process_group.size > 1:
        dist.barrier(process_group.handle)
