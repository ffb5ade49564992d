"""Collectives: functions over torch tensors, and MindSpore's Primitives as doors to them.

Each is traceable by torch.compile, and differentiable as MindSpore's is. In a group of one (also: without
`init()`) they are the identity, after the same checks.
"""

from __future__ import annotations

from typing import Any

import torch
import torch.distributed as dist

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor
from msacc.communication._groups import HCCL_WORLD_COMM_GROUP, GlobalComm, Group, find
from msacc.ops import _comm_autograd as ag
from msacc.ops._op import op
from msacc.ops.primitive import Primitive


class ReduceOp:
    """The ways to reduce: SUM, MAX, MIN, PROD."""

    SUM = "sum"
    MAX = "max"
    MIN = "min"
    PROD = "prod"


_REDUCTIONS = (ReduceOp.SUM, ReduceOp.MAX, ReduceOp.MIN, ReduceOp.PROD)
_TORCH_NAMES = {"prod": "product"}


# -- checks --------------------------------------------------------------------------------------
def check_tensor(name: str, x: Any) -> None:
    """Raise TypeError unless `x` is a Tensor."""
    if not isinstance(x, Tensor):
        raise TypeError(f"For '{name}', input must be a Tensor, but got: {type(x).__name__}.")


def check_reduction(name: str, reduction: Any) -> None:
    """Raise TypeError or ValueError unless `reduction` is one of ReduceOp's."""
    if not isinstance(reduction, str):
        raise TypeError(f"For '{name}', the 'op' must be str, but got {type(reduction).__name__}.")
    if reduction not in _REDUCTIONS:
        raise ValueError(
            f"For '{name}', the 'op' must be one of {_REDUCTIONS}, but got {reduction!r}."
        )


def check_group(name: str, group: Any) -> None:
    """Raise TypeError unless `group` is a string."""
    if not isinstance(group, str):
        raise TypeError(f"For '{name}', the 'group' must be str, but got {type(group).__name__}.")


def _check_int(name: str, argument: str, value: Any) -> None:
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
    found = find(group, "AllReduce")
    if found.size == 1:
        return x
    if x.dtype == torch.bool:
        raise TypeError("For 'AllReduce', the input must be a number type, but got Bool.")
    return ag.AllReduce.apply(x, _TORCH_NAMES.get(op, op), found.torch_name)


@op
def all_gather(x: torch.Tensor, group: str = HCCL_WORLD_COMM_GROUP) -> torch.Tensor:
    """Every member's `x`, one after the other along the first dimension. Gradient: reduce_scatter."""
    found = find(group, "AllGather")
    _first_dimension("AllGather", x)
    if found.size == 1:
        return x
    return ag.AllGather.apply(x, found.size, found.torch_name)


@op
def reduce_scatter(
    x: torch.Tensor, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP
) -> torch.Tensor:
    """This member's share, along the first dimension, of the reduction. Gradient: all_gather."""
    found = find(group, "ReduceScatter")
    _first_dimension("ReduceScatter", x, found.size)
    if found.size == 1:
        return x
    return ag.ReduceScatter.apply(x, _TORCH_NAMES.get(op, op), found.size, found.torch_name)


@op
def broadcast(
    xs: tuple[torch.Tensor, ...], root_rank: int, group: str = HCCL_WORLD_COMM_GROUP
) -> tuple[torch.Tensor, ...]:
    """The tensors of member `root_rank`, on all members.

    As in MindSpore, each member's gradient is its own output's gradient; nothing is summed at the root.
    """
    found = find(group, "Broadcast")
    _member("Broadcast", "root_rank", root_rank, found)
    if found.size == 1:
        return xs
    return tuple([ag.Broadcast.apply(x, root_rank, found.torch_name) for x in xs])


@op
def all_to_all(
    x: torch.Tensor,
    split_count: int,
    split_dim: int,
    concat_dim: int,
    group: str = HCCL_WORLD_COMM_GROUP,
) -> torch.Tensor:
    """Cut `x` along `split_dim`, send piece i to member i, join what comes along `concat_dim`."""
    found = find(group, "AlltoAll")
    if split_count != found.size:
        raise ValueError(
            f"For 'AlltoAll', 'split_count' must be the group's size {found.size}, but got {split_count}."
        )
    if x.shape[split_dim] % split_count:
        raise ValueError(
            f"For 'AlltoAll', dimension {split_dim} of the input, {x.shape[split_dim]}, must be divisible by "
            f"'split_count' {split_count}."
        )
    if found.size == 1:
        return x
    pieces = torch.stack(x.chunk(split_count, split_dim)).contiguous()
    swapped = ag.AllToAll.apply(pieces, None, None, found.size, found.torch_name)
    return torch.cat(swapped.unbind(0), concat_dim)


@op
def reduce(
    x: torch.Tensor, dest_rank: int, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP
) -> torch.Tensor:
    """The reduction on member `dest_rank`; the others get their own `x` back."""
    found = find(group, "Reduce")
    _member("Reduce", "dest_rank", dest_rank, found)
    if found.size == 1:
        return x
    out = ag.AllReduce.apply(x, _TORCH_NAMES.get(op, op), found.torch_name)
    return out if found.rank == dest_rank else x


@op
def collective_scatter(
    x: torch.Tensor, src_rank: int = 0, group: str = HCCL_WORLD_COMM_GROUP
) -> torch.Tensor:
    """This member's share, along the first dimension, of member `src_rank`'s `x`."""
    found = find(group, "CollectiveScatter")
    _member("CollectiveScatter", "src_rank", src_rank, found)
    _first_dimension("CollectiveScatter", x, found.size)
    if found.size == 1:
        return x
    whole = ag.Broadcast.apply(x, src_rank, found.torch_name)
    return whole.chunk(found.size)[found.rank].clone()


@op
def collective_gather(
    x: torch.Tensor, dest_rank: int, group: str = HCCL_WORLD_COMM_GROUP
) -> torch.Tensor:
    """Every member's `x` along the first dimension on `dest_rank`; zeros of that shape on the others."""
    found = find(group, "CollectiveGather")
    _member("CollectiveGather", "dest_rank", dest_rank, found)
    _first_dimension("CollectiveGather", x)
    if found.size == 1:
        return x
    out = ag.AllGather.apply(x, found.size, found.torch_name)
    return out if found.rank == dest_rank else torch.zeros_like(out)


@op
def send(
    x: torch.Tensor, dest_rank: int, sr_tag: int = 0, group: str = HCCL_WORLD_COMM_GROUP
) -> torch.Tensor:
    """Send `x` to member `dest_rank`; gives `x`. Its gradient comes back from there."""
    found = find(group, "Send")
    _other_member("Send", "dest_rank", dest_rank, found)
    return ag.Send.apply(x, found.ranks[dest_rank], sr_tag, found.handle)


@op
def receive(
    x: torch.Tensor,
    src_rank: int,
    shape: tuple[int, ...],
    dtype: torch.dtype,
    sr_tag: int = 0,
    group: str = HCCL_WORLD_COMM_GROUP,
) -> torch.Tensor:
    """A tensor from member `src_rank`; `x` only orders it after what `x` is made of."""
    found = find(group, "Receive")
    _other_member("Receive", "src_rank", src_rank, found)
    return ag.Receive.apply(x, found.ranks[src_rank], tuple(shape), dtype, sr_tag, found.handle)


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
    found = find(group, "Barrier")
    if found.size > 1:
        dist.barrier(found.handle)


# -- Primitives ----------------------------------------------------------------------------------
class _Collective(Primitive):
    """Keeps the group; the world's name is looked up at construction, as MindSpore does."""

    def __init__(self, group: Any, **settings: Any):
        super().__init__()
        check_group(self.name, group)
        self.group = GlobalComm.WORLD_COMM_GROUP if group == HCCL_WORLD_COMM_GROUP else group
        self.__dict__.update(settings)
        self._settings = {**settings, "group": self.group}


class AllReduce(_Collective):
    """`AllReduce(op=ReduceOp.SUM)(x)`: the reduction of every process's `x`, on all of them."""

    def __init__(self, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP):
        check_reduction("AllReduce", op)
        super().__init__(group, op=op)

    def construct(self, input_x: Tensor) -> Tensor:
        """See `all_reduce`."""
        check_tensor("AllReduce", input_x)
        return all_reduce(input_x, self.op, self.group)


class Reduce(_Collective):
    """`Reduce(dest_rank)(x)`: the reduction on one process; the others get `x` back."""

    def __init__(self, dest_rank: int, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP):
        check_reduction("Reduce", op)
        _check_int("Reduce", "dest_rank", dest_rank)
        super().__init__(group, dest_rank=dest_rank, op=op)

    def construct(self, input_x: Tensor) -> Tensor:
        """See `reduce`."""
        check_tensor("Reduce", input_x)
        return reduce(input_x, self.dest_rank, self.op, self.group)


class AllGather(_Collective):
    """`AllGather()(x)`: every process's `x`, joined along the first dimension."""

    def __init__(self, group: str = HCCL_WORLD_COMM_GROUP):
        super().__init__(group)
        self.rank_size = find(group, "AllGather").size

    def construct(self, input_x: Tensor) -> Tensor:
        """See `all_gather`."""
        check_tensor("AllGather", input_x)
        return all_gather(input_x, self.group)


class ReduceScatter(_Collective):
    """`ReduceScatter(op)(x)`: this process's share of the reduction, along the first dimension."""

    def __init__(self, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP):
        check_reduction("ReduceScatter", op)
        super().__init__(group, op=op)
        self.rank_size = find(group, "ReduceScatter").size

    def construct(self, input_x: Tensor) -> Tensor:
        """See `reduce_scatter`."""
        check_tensor("ReduceScatter", input_x)
        return reduce_scatter(input_x, self.op, self.group)


class Broadcast(_Collective):
    """`Broadcast(root_rank)((x, ...))`: the root's tensors, a tuple, on all processes."""

    def __init__(self, root_rank: int, group: str = HCCL_WORLD_COMM_GROUP):
        _check_int("Broadcast", "root_rank", root_rank)
        super().__init__(group, root_rank=root_rank)

    def construct(self, input_x: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        """See `broadcast`."""
        if not isinstance(input_x, (tuple, list)):
            raise TypeError(
                f"For primitive[Broadcast], the input[0] should be a Tuple, but got {type(input_x).__name__}."
            )
        return broadcast(tuple(input_x), self.root_rank, self.group)


class AlltoAll(_Collective):
    """`AlltoAll(split_count, split_dim, concat_dim)(x)`: swap pieces between all processes."""

    def __init__(
        self, split_count: int, split_dim: int, concat_dim: int, group: str = HCCL_WORLD_COMM_GROUP
    ):
        for argument, value in (
            ("split_count", split_count),
            ("split_dim", split_dim),
            ("concat_dim", concat_dim),
        ):
            _check_int("AlltoAll", argument, value)
        super().__init__(group, split_count=split_count, split_dim=split_dim, concat_dim=concat_dim)

    def construct(self, input_x: Tensor) -> Tensor:
        """See `all_to_all`."""
        check_tensor("AlltoAll", input_x)
        return all_to_all(input_x, self.split_count, self.split_dim, self.concat_dim, self.group)


class CollectiveScatter(_Collective):
    """`CollectiveScatter(src_rank=0)(x)`: this process's share of one process's `x`."""

    def __init__(self, src_rank: int = 0, group: str = HCCL_WORLD_COMM_GROUP):
        _check_int("CollectiveScatter", "src_rank", src_rank)
        super().__init__(group, src_rank=src_rank)

    def construct(self, input_x: Tensor) -> Tensor:
        """See `collective_scatter`."""
        check_tensor("CollectiveScatter", input_x)
        return collective_scatter(input_x, self.src_rank, self.group)


class CollectiveGather(_Collective):
    """`CollectiveGather(dest_rank)(x)`: every process's `x` on one process."""

    def __init__(self, dest_rank: int, group: str = HCCL_WORLD_COMM_GROUP):
        _check_int("CollectiveGather", "dest_rank", dest_rank)
        super().__init__(group, dest_rank=dest_rank)

    def construct(self, input_x: Tensor) -> Tensor:
        """See `collective_gather`."""
        check_tensor("CollectiveGather", input_x)
        return collective_gather(input_x, self.dest_rank, self.group)


class Barrier(_Collective):
    """`Barrier()()`: wait for all processes."""

    def __init__(self, group: str = HCCL_WORLD_COMM_GROUP):
        super().__init__(group)

    def construct(self) -> None:
        """See `barrier`."""
        barrier(self.group)


class Send(_Collective):
    """`Send(sr_tag, dest_rank)(x)`: send `x` to one process; gives `x`."""

    def __init__(
        self,
        sr_tag: int,
        dest_rank: int,
        group: str = HCCL_WORLD_COMM_GROUP,
        group_back: str = HCCL_WORLD_COMM_GROUP,
    ):
        _check_int("Send", "sr_tag", sr_tag)
        _check_int("Send", "dest_rank", dest_rank)
        super().__init__(group, sr_tag=sr_tag, dest_rank=dest_rank)
        self.rank, self.group_back = dest_rank, group_back

    def construct(self, input_x: Tensor) -> Tensor:
        """See `send`."""
        check_tensor("Send", input_x)
        return send(input_x, self.dest_rank, self.sr_tag, self.group)


class Receive(_Collective):
    """`Receive(sr_tag, src_rank, shape, dtype)(x)`: a tensor from one process; `x` only sets the order."""

    def __init__(
        self,
        sr_tag: int,
        src_rank: int,
        shape: Any,
        dtype: Any,
        group: str = HCCL_WORLD_COMM_GROUP,
        group_back: str = HCCL_WORLD_COMM_GROUP,
    ):
        _check_int("Receive", "sr_tag", sr_tag)
        _check_int("Receive", "src_rank", src_rank)
        super().__init__(group, sr_tag=sr_tag, src_rank=src_rank, shape=list(shape), dtype=dtype)
        self.rank, self.group_back = src_rank, group_back

    def construct(self, input_x: Tensor) -> Tensor:
        """See `receive`."""
        check_tensor("Receive", input_x)
        kind = mstype.to_torch(self.dtype)
        return receive(input_x, self.src_rank, tuple(self.shape), kind, self.sr_tag, self.group)
