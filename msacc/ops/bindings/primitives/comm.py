"""The collectives as MindSpore's Primitives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.warn_once import no_effects
from msacc.communication._groups import HCCL_WORLD_COMM_GROUP, GlobalComm, find
from msacc.ops.bindings.primitives.without_kernel import without_kernel
from msacc.ops.comm import collectives as comm
from msacc.ops.comm.collectives import ReduceOp as ReduceOp
from msacc.ops.comm.collectives import check_group, check_int, check_reduction, check_tensor
from msacc.ops.core.primitive import Primitive, primitive_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import DTypeLike
    from msacc.common.tensor import Tensor

_EXCHANGE = "it is Ascend's; use ops.AlltoAll, ops.Send and ops.Receive"


class _Collective(Primitive):
    """Keeps the group; the world's name is looked up at construction, as MindSpore does."""

    def __init__(self, group: str, **settings: Any):
        super().__init__()
        check_group(self.name, group)
        self.group = GlobalComm.WORLD_COMM_GROUP if group == HCCL_WORLD_COMM_GROUP else group
        self.__dict__.update(settings)
        self._msacc_settings = {**settings, "group": self.group}


class AllReduce(_Collective):
    """`AllReduce(op=ReduceOp.SUM, group=…)(input_x)`: the reduction of every process's `input_x`,
    on all of them.

    `op` is 'sum', 'max', 'min' or 'prod', `group` the name of a group (all processes unless given).
    `input_x` is a number Tensor of one shape and dtype in all processes; the result has both. The
    gradient flows through it. Raises ValueError for another `op`, TypeError for an argument that is
    no str or an `input_x` that is no Tensor. Differs from MindSpore: its constructor lets an
    unknown `op` pass.
    """

    op: str

    def __init__(self, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP):
        check_reduction("AllReduce", op)
        super().__init__(group, op=op)

    def construct(self, input_x: Tensor) -> Any:
        """See `all_reduce`."""
        check_tensor("AllReduce", input_x)
        return comm.all_reduce(input_x, self.op, self.group)


class Reduce(_Collective):
    """`Reduce(dest_rank)(x)`: the reduction on one process; the others get `x` back.

    `dest_rank`: its rank in the group.
    `op`: 'sum', 'max', 'min' or 'prod'.
    `group`: a group's name, by default that of all processes.

    `x` is a Tensor of one shape and dtype in all processes.

    Raises TypeError for other classes, ValueError for another `op` and for a rank outside the group.
    """

    dest_rank: int
    op: str

    def __init__(self, dest_rank: int, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP):
        check_reduction("Reduce", op)
        check_int("Reduce", "dest_rank", dest_rank)
        super().__init__(group, dest_rank=dest_rank, op=op)

    def construct(self, input_x: Tensor) -> Any:
        """See `reduce`."""
        check_tensor("Reduce", input_x)
        return comm.reduce(input_x, self.dest_rank, self.op, self.group)


class AllGather(_Collective):
    """`AllGather()(x)`: every process's `x`, joined along the first dimension.

    `group`: a group's name, by default that of all processes. `x` is a Tensor of one shape and dtype in all
    processes; the result has as many times its rows as there are processes. The gradient flows through it.
    Raises TypeError for other classes.
    """

    def __init__(self, group: str = HCCL_WORLD_COMM_GROUP):
        super().__init__(group)
        self.rank_size = find(group, "AllGather").size

    def construct(self, input_x: Tensor) -> Any:
        """See `all_gather`."""
        check_tensor("AllGather", input_x)
        return comm.all_gather(input_x, self.group)


class ReduceScatter(_Collective):
    """`ReduceScatter(op)(x)`: this process's share of the reduction, along the first dimension.

    `op`: 'sum', 'max', 'min' or 'prod'.
    `group`: a group's name, by default that of all processes. `x` is a Tensor of one shape and dtype in all
      processes, whose rows are a multiple of their number (ValueError otherwise).

    The gradient flows through it.
    """

    op: str

    def __init__(self, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP):
        check_reduction("ReduceScatter", op)
        super().__init__(group, op=op)
        self.rank_size = find(group, "ReduceScatter").size

    def construct(self, input_x: Tensor) -> Any:
        """See `reduce_scatter`."""
        check_tensor("ReduceScatter", input_x)
        return comm.reduce_scatter(input_x, self.op, self.group)


class Broadcast(_Collective):
    """`Broadcast(root_rank)((x, ...))`: the root's tensors, a tuple, on all processes.

    `root_rank`: its rank in the group, an int.
    `group`: a group's name, by default that of all processes.

    The Tensors have one shape and dtype in all processes.

    Raises TypeError for other classes, ValueError for a rank outside the group.
    """

    root_rank: int

    def __init__(self, root_rank: int, group: str = HCCL_WORLD_COMM_GROUP):
        check_int("Broadcast", "root_rank", root_rank)
        super().__init__(group, root_rank=root_rank)

    def construct(self, input_x: Tensor | Sequence[Tensor]) -> Any:
        """See `broadcast`."""
        if not isinstance(input_x, (tuple, list)):
            raise TypeError(
                f"For primitive[Broadcast], the input[0] should be a Tuple, but got {type(input_x).__name__}."
            )
        return comm.broadcast(tuple(input_x), self.root_rank, self.group)


class AlltoAll(_Collective):
    """`AlltoAll(split_count, split_dim, concat_dim)(x)`: swap chunks between all processes.

    `x`, a Tensor of one shape and dtype in all processes, is split along `split_dim` into `split_count` chunks,
    one for each process; those received are joined along `concat_dim`. `group`: a group's name, by default that
    of all processes. Raises TypeError for what is no int, ValueError for numbers that do not fit.
    """

    split_count: int
    split_dim: int
    concat_dim: int

    def __init__(
        self, split_count: int, split_dim: int, concat_dim: int, group: str = HCCL_WORLD_COMM_GROUP
    ):
        for argument, value in (
            ("split_count", split_count),
            ("split_dim", split_dim),
            ("concat_dim", concat_dim),
        ):
            check_int("AlltoAll", argument, value)
        super().__init__(group, split_count=split_count, split_dim=split_dim, concat_dim=concat_dim)

    def construct(self, input_x: Tensor) -> Any:
        """See `all_to_all`."""
        check_tensor("AlltoAll", input_x)
        return comm.all_to_all(
            input_x, self.split_count, self.split_dim, self.concat_dim, self.group
        )


class CollectiveScatter(_Collective):
    """`CollectiveScatter(src_rank=0)(x)`: this process's share of one process's `x`.

    `src_rank`: its rank in the group, an int.
    `group`: a group's name, by default that of all processes.

    `x` is a Tensor of one shape and dtype in all processes, cut along the first dimension.

    Raises TypeError for other classes, ValueError for a rank outside the group.
    """

    src_rank: int

    def __init__(self, src_rank: int = 0, group: str = HCCL_WORLD_COMM_GROUP):
        check_int("CollectiveScatter", "src_rank", src_rank)
        super().__init__(group, src_rank=src_rank)

    def construct(self, input_x: Tensor) -> Any:
        """See `collective_scatter`."""
        check_tensor("CollectiveScatter", input_x)
        return comm.collective_scatter(input_x, self.src_rank, self.group)


class CollectiveGather(_Collective):
    """`CollectiveGather(dest_rank)(x)`: every process's `x` on one process, zeros of that shape elsewhere.

    `dest_rank`: its rank in the group, an int.
    `group`: a group's name, by default that of all processes. `x` is a Tensor of one shape and dtype in all
      processes; the result has as many times its rows as there are processes.

    Raises TypeError for other classes, ValueError for a rank outside the group.
    """

    dest_rank: int

    def __init__(self, dest_rank: int, group: str = HCCL_WORLD_COMM_GROUP):
        check_int("CollectiveGather", "dest_rank", dest_rank)
        super().__init__(group, dest_rank=dest_rank)

    def construct(self, input_x: Tensor) -> Any:
        """See `collective_gather`."""
        check_tensor("CollectiveGather", input_x)
        return comm.collective_gather(input_x, self.dest_rank, self.group)


class Barrier(_Collective):
    """`Barrier()()`: wait for all processes. `group`: a group's name, by default that of all processes."""

    def __init__(self, group: str = HCCL_WORLD_COMM_GROUP):
        super().__init__(group)

    def construct(self) -> None:
        """See `barrier`."""
        comm.barrier(self.group)


def _way_back(name: str, group_back: Any) -> str:
    """The group of the gradient, for which the forward one serves."""
    check_group(name, group_back)
    why = "the gradient comes back through `group`"
    no_effects(name, why, group_back=(group_back, HCCL_WORLD_COMM_GROUP))
    return group_back  # type: ignore[no-any-return]


class Send(_Collective):
    """`Send(sr_tag, dest_rank)(x)`: send `x` to one process; gives `x`.

    `sr_tag`: an int by which the receiver tells messages apart.
    `dest_rank`: its rank in the group, an int.
    `group`: a group's name, by default that of all processes.

    `x` is a Tensor of any shape and dtype. Its gradient comes back through `group`; `group_back` says that it
    has no effect.

    Raises TypeError for other classes, ValueError for this process itself or a rank outside the group,
    RuntimeError without a job.
    """

    sr_tag: int
    dest_rank: int

    def __init__(
        self,
        sr_tag: int,
        dest_rank: int,
        group: str = HCCL_WORLD_COMM_GROUP,
        group_back: str = HCCL_WORLD_COMM_GROUP,
    ):
        check_int("Send", "sr_tag", sr_tag)
        check_int("Send", "dest_rank", dest_rank)
        super().__init__(group, sr_tag=sr_tag, dest_rank=dest_rank)
        self.rank, self.group_back = dest_rank, _way_back("Send", group_back)

    def construct(self, input_x: Tensor) -> Any:
        """See `send`."""
        check_tensor("Send", input_x)
        return comm.send(input_x, self.dest_rank, self.sr_tag, self.group)


class Receive(_Collective):
    """`Receive(sr_tag, src_rank, shape, dtype)(x)`: a tensor from one process; `x` only sets the order.

    Its gradient goes back through `group`; `group_back` says that it has no effect.
    """

    sr_tag: int
    src_rank: int
    shape: list[int]
    dtype: Any

    def __init__(
        self,
        sr_tag: int,
        src_rank: int,
        shape: Any,
        dtype: DTypeLike,
        group: str = HCCL_WORLD_COMM_GROUP,
        group_back: str = HCCL_WORLD_COMM_GROUP,
    ):
        check_int("Receive", "sr_tag", sr_tag)
        check_int("Receive", "src_rank", src_rank)
        check.instance("Receive", "shape", shape, (tuple, list))
        super().__init__(group, sr_tag=sr_tag, src_rank=src_rank, shape=list(shape), dtype=dtype)
        self.rank, self.group_back = src_rank, _way_back("Receive", group_back)

    def construct(self, input_x: Tensor) -> Any:
        """See `receive`."""
        check_tensor("Receive", input_x)
        kind = mstype.to_torch(self.dtype)
        return comm.receive(
            input_x, self.src_rank, tuple(self.shape), kind, self.sr_tag, self.group
        )


NeighborExchange = without_kernel(
    "NeighborExchange",
    "send_rank_ids, recv_rank_ids, recv_shapes, send_shapes, recv_type, group='hccl_world_group'",
    _EXCHANGE,
)
NeighborExchangeV2 = without_kernel(
    "NeighborExchangeV2",
    "send_rank_ids, send_lens, recv_rank_ids, recv_lens, data_format, group='hccl_world_group'",
    _EXCHANGE,
)


__all__ = [*primitive_names(globals()), "ReduceOp"]
