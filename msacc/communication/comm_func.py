"""Collectives as functions: `all_reduce(tensor)` and the like return (result, handle or None).

Synchronous calls are differentiable like the Primitives in `msacc.ops`; with `async_op=True` the result
may be read after `handle.wait()` and carries no gradient. Ranks are world ranks.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch
import torch.distributed as dist

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor, wrap
from msacc.communication._groups import HCCL_WORLD_COMM_GROUP, Group, find, require_init
from msacc.module_aliases import refuse
from msacc.ops.comm import autograd
from msacc.ops.comm import collectives as ops
from msacc.ops.comm.collectives import ReduceOp

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from msacc.common.argument_types import Ints

_WORLD = HCCL_WORLD_COMM_GROUP
_TORCH_OPS = {
    ReduceOp.SUM: dist.ReduceOp.SUM,
    ReduceOp.MAX: dist.ReduceOp.MAX,
    ReduceOp.MIN: dist.ReduceOp.MIN,
    ReduceOp.PROD: dist.ReduceOp.PRODUCT,
}
Result = tuple[Tensor, "CommHandle | None"]


class CommHandle:
    """An asynchronous collective."""

    def __init__(self, handle: Any = None, exec_sync: bool = False):
        self.handle, self.exec_sync = handle, exec_sync

    def wait(self) -> None:
        """Return when the result may be read."""
        if self.handle is not None:
            self.handle.wait()
            self.handle = None


# -- checks --------------------------------------------------------------------------------------
def _tensor(where: str, x: Any) -> torch.Tensor:
    if not isinstance(x, Tensor):
        raise TypeError(
            f"For {where}, the input tensor must be tensor, but got {type(x).__name__}."
        )
    return x._t.contiguous()


def _reduction(where: str, op: str) -> None:
    if not isinstance(op, str):
        raise TypeError(f"For {where}, the input op type must be str, but got {type(op).__name__}.")
    if op not in _TORCH_OPS:
        raise TypeError(
            f"For {where}, the input op value must be one of sum, prod, min, max, but got {op!r}."
        )


def _member(where: str, argument: str, rank: int, group: Group) -> int:
    """The group rank of a world rank."""
    if not isinstance(rank, int):
        raise TypeError(f"For {where}, the {argument} must be int, but got {rank!r}.")
    if rank not in group.ranks:
        raise ValueError(
            f"For {where}, {argument}={rank} is no member of group {group.name!r}: {group.ranks}."
        )
    return group.ranks.index(rank)


# -- collectives ---------------------------------------------------------------------------------
def all_reduce(
    tensor: Tensor, op: str = ReduceOp.SUM, group: str = _WORLD, async_op: bool = False
) -> Result:
    """The reduction of all members' tensors, and a handle or None.

    `tensor`: a Tensor of one shape and dtype in all processes; the result has both.
    `op`: 'sum', 'prod', 'min' or 'max'.
    `group`: a group's name, by default that of all processes.
    `async_op`: return a handle too, whose `wait()` makes the result readable; without it the second of both
      is None and the gradient flows through the result.

    Raises TypeError for other classes and another `op`.
    """
    x, members = _tensor("all_reduce", tensor), find(group, "all_reduce")
    _reduction("all_reduce", op)
    if not async_op or members.size == 1:
        return ops.all_reduce(tensor, op, group), CommHandle() if async_op else None
    out = x.detach().clone()
    return wrap(out), CommHandle(
        dist.all_reduce(out, _TORCH_OPS[op], members.handle, async_op=True)
    )


def all_gather_into_tensor(tensor: Tensor, group: str = _WORLD, async_op: bool = False) -> Result:
    """All members' tensors, joined along the first dimension, and a handle or None.

    `tensor`: a Tensor of one shape and dtype in all processes; the result has as many times its rows as there
      are processes.
    `group`: a group's name, by default that of all processes.
    `async_op`: return a handle too, whose `wait()` makes the result readable; without it the second of both
      is None and the gradient flows through the result.

    Raises TypeError for other classes.
    """
    x, members = _tensor("all_gather_into_tensor", tensor), find(group, "all_gather_into_tensor")
    if not async_op or members.size == 1 or x.dim() == 0:
        return ops.all_gather(tensor, group), CommHandle() if async_op else None
    out = x.new_empty((members.size * x.shape[0], *x.shape[1:]))
    work = dist.all_gather_into_tensor(out, x.detach(), members.handle, async_op=True)
    return wrap(out), CommHandle(work)


def reduce_scatter_tensor(
    tensor: Tensor, op: str = ReduceOp.SUM, group: str = _WORLD, async_op: bool = False
) -> Result:
    """This member's share, along the first dimension, of the reduction, and a handle or None.

    `tensor`: a Tensor of one shape and dtype in all processes, whose rows are a multiple of their number.
    `op`: 'sum', 'prod', 'min' or 'max'.
    `group`: a group's name, by default that of all processes.
    `async_op`: return a handle too, whose `wait()` makes the result readable; without it the second of both
      is None and the gradient flows through the result.

    Raises TypeError for other classes and another `op`.
    """
    x, members = _tensor("reduce_scatter_tensor", tensor), find(group, "reduce_scatter_tensor")
    _reduction("reduce_scatter_tensor", op)
    if not async_op or members.size == 1 or x.dim() == 0 or x.shape[0] % members.size:
        return ops.reduce_scatter(tensor, op, group), CommHandle() if async_op else None
    out = x.new_empty((x.shape[0] // members.size, *x.shape[1:]))
    work = dist.reduce_scatter_tensor(
        out, x.detach(), _TORCH_OPS[op], members.handle, async_op=True
    )
    return wrap(out), CommHandle(work)


def reduce(tensor: Tensor, dst: int, op: str = ReduceOp.SUM, group: str = _WORLD) -> Tensor:
    """The reduction on process `dst`; the others get their own tensor back.

    `tensor`: a Tensor of one shape and dtype in all processes.
    `dst`: a world rank.
    `op`: 'sum', 'prod', 'min' or 'max'.
    `group`: a group's name, by default that of all processes.

    Raises TypeError for other classes and another `op`, ValueError for a rank outside the group.
    """
    _tensor("reduce", tensor)
    _reduction("reduce", op)
    return ops.reduce(tensor, _member("reduce", "dst", dst, find(group, "reduce")), op, group)


def broadcast(tensor: Tensor, src: int = 0, group: str = _WORLD) -> Tensor:
    """The tensor of process `src`, a world rank.

    `tensor`: a Tensor of one shape and dtype in all processes.
    `group`: a group's name, by default that of all processes.

    Raises TypeError for other classes, ValueError for a rank outside the group.
    """
    _tensor("broadcast", tensor)
    return ops.broadcast(
        (tensor,), _member("broadcast", "src", src, find(group, "broadcast")), group
    )[0]


def scatter_tensor(tensor: Tensor, src: int = 0, group: str = _WORLD) -> Tensor:
    """This member's share, along the first dimension, of process `src`'s tensor.

    `tensor`: a Tensor of one shape and dtype in all processes.
    `src`: a world rank.
    `group`: a group's name, by default that of all processes.

    Raises TypeError for other classes, ValueError for a rank outside the group.
    """
    _tensor("scatter_tensor", tensor)
    member = _member("scatter_tensor", "src", src, find(group, "scatter_tensor"))
    return ops.collective_scatter(tensor, member, group)


def gather_into_tensor(tensor: Tensor, dst: int = 0, group: str = _WORLD) -> Tensor:
    """All members' tensors, joined along the first dimension, on process `dst`; zeros elsewhere.

    `tensor`: a Tensor of one shape and dtype in all processes.
    `dst`: a world rank.
    `group`: a group's name, by default that of all processes.

    Raises TypeError for other classes, ValueError for a rank outside the group.
    """
    _tensor("gather_into_tensor", tensor)
    member = _member("gather_into_tensor", "dst", dst, find(group, "gather_into_tensor"))
    return ops.collective_gather(tensor, member, group)


def barrier(group: str = _WORLD) -> None:
    """Returns when every member has called it. `group`: a group's name (TypeError for what is no str)."""
    if not isinstance(group, str):
        raise TypeError(f"group must be type of string, but got {type(group)}")
    ops.barrier(group)


# -- point to point ------------------------------------------------------------------------------
def _peer(where: str, argument: str, rank: Any, tag: Any, group: str) -> Group:
    """The group, for a message to or from another of its members."""
    ops.check_int(where, "tag", tag)
    members = find(group, where)
    require_init()
    _member(where, argument, rank, members)
    if rank == members.ranks[members.rank]:
        raise ValueError(f"For {where}, {argument}={rank} is this process itself: name another.")
    return members


def send(tensor: Tensor, dst: int = 0, group: str = _WORLD, tag: int = 0) -> None:
    """Sends a tensor to process `dst`, whose `recv` names the same `tag`, an int.

    `tensor`: a Tensor of any shape and dtype.
    `dst`: a world rank.
    `group`: a group's name, by default that of all processes. Errors are those of `isend`.
    """
    isend(tensor, dst, group, tag).wait()


def recv(tensor: Tensor, src: int = 0, group: str = _WORLD, tag: int = 0) -> Tensor:
    """A tensor from process `src`, of the shape and dtype of `tensor`, which is left alone.

    `src`: a world rank.
    `group`: a group's name, by default that of all processes.
    `tag`: the sender's, an int. Errors are those of `isend`.
    """
    out, handle = irecv(tensor, src, group, tag)
    handle.wait()
    return out


def isend(tensor: Tensor, dst: int = 0, group: str = _WORLD, tag: int = 0) -> CommHandle:
    """Begin to send; `wait()` on the handle before the tensor is changed.

    `tensor`: a Tensor of any shape and dtype.
    `dst`: a world rank.
    `group`: a group's name, by default that of all processes.
    `tag`: an int, which the receiver names too.

    Raises ValueError for this process itself or one outside the group, TypeError for what is no Tensor and a
    `tag` that is no int, RuntimeError before `init()`.
    """
    x, members = _tensor("send", tensor), _peer("send", "dst", dst, tag, group)
    return CommHandle(dist.isend(x.detach(), dst, members.handle, tag))


def irecv(
    tensor: Tensor, src: int = 0, group: str = _WORLD, tag: int = 0
) -> tuple[Tensor, CommHandle]:
    """Begin to receive: (the tensor, a handle). The tensor may be read after `wait()` on the handle.

    `tensor`: a Tensor of the shape and dtype of what comes, which is left alone.
    `src`: a world rank.
    `group`: a group's name, by default that of all processes.
    `tag`: the sender's, an int. Errors are those of `isend`.
    """
    x, members = _tensor("recv", tensor), _peer("recv", "src", src, tag, group)
    out = torch.empty_like(x)
    return wrap(out), CommHandle(dist.irecv(out, src, members.handle, tag))


class P2POp:
    """One send or receive for `batch_isend_irecv`.

    `op`: "isend", "irecv" or one of both functions.
    `tensor`: the Tensor to send, or one of the shape and dtype of what comes; or a shape, with `recv_dtype`.
    `peer`: the other's world rank.
    `group`: a group's name, None for all processes.

    Raises TypeError for other classes, ValueError for another `op`, NotImplementedError for a `tag` other
    than 0.
    """

    def __init__(
        self,
        op: str | Callable[..., Any],
        tensor: Tensor | tuple[int, ...],
        peer: int,
        group: str | None = None,
        tag: int = 0,
        recv_dtype: mstype.Type | None = None,
    ):
        name = op if isinstance(op, str) else getattr(op, "__name__", None)
        if not (isinstance(op, str) or callable(op)):
            raise TypeError(f"op must be type of string or function, but got type of {type(op)}")
        if name not in ("isend", "irecv"):
            raise ValueError(
                f"Expected ``op`` to be of type ``isend`` or ``irecv``, but got {name}"
            )
        if not isinstance(tensor, (Tensor, tuple)):
            raise TypeError(
                f"Expected ``tensor`` to be type of tuple or Tensor, but got {type(tensor)}."
            )
        if not isinstance(peer, int):
            raise TypeError(f"peer must be type of int, but got type of {type(peer)}")
        if tag != 0:
            raise NotImplementedError("``tag`` not support yet.")
        self.op, self.tensor, self.peer, self.group, self.tag = name, tensor, peer, group, tag
        self.recv_dtype = recv_dtype


def batch_isend_irecv(p2p_op_list: list[P2POp]) -> tuple[Tensor, ...]:
    """Runs all sends and receives at once; returns for each item the tensor received, for a send an empty one.

    `p2p_op_list`: a list of `P2POp`. Raises TypeError for another or an empty one, ValueError for a shape
    without `recv_dtype`.
    """
    if not isinstance(p2p_op_list, list) or not p2p_op_list:
        raise TypeError(f"p2p_op_list must be a list with P2POp in it, but got {p2p_op_list!r}.")
    operations = [_torch_operation(item, i) for i, item in enumerate(p2p_op_list)]
    for work in dist.batch_isend_irecv(operations):
        work.wait()
    return tuple(
        wrap(operation.tensor if item.op == "irecv" else operation.tensor.new_zeros(()))
        for item, operation in zip(p2p_op_list, operations, strict=True)
    )


def _torch_operation(item: Any, index: int) -> dist.P2POp:
    if not isinstance(item, P2POp):
        raise TypeError(f"must be type of P2POp, but item {index} of p2p_op_list is {type(item)}")
    handle = find(item.group, "batch_isend_irecv").handle
    if item.op == "isend":
        return dist.P2POp(dist.isend, _tensor("isend", item.tensor).detach(), item.peer, handle)
    if isinstance(item.tensor, Tensor):
        out = torch.empty_like(item.tensor._t)
    elif item.recv_dtype is None:
        raise ValueError(f"'recv_dtype' of item {index} in p2p_op_list is needed with a shape.")
    else:
        out = torch.empty(item.tensor, dtype=mstype.to_torch(item.recv_dtype))
    return dist.P2POp(dist.irecv, out, item.peer, handle)


# -- all to all ----------------------------------------------------------------------------------
def _shape(where: str, value: Any) -> tuple[int, ...]:
    if isinstance(value, Tensor):
        return value.shape
    if isinstance(value, (tuple, list)):
        return tuple(value)
    raise TypeError(f"For {where}, expected tensor or tuple, but got {type(value)}")


def _exchange(
    x: torch.Tensor, output_sizes: list[int], input_sizes: list[int], members: Group, async_op: bool
) -> Any:
    """Exchange slices of a flat tensor; (result, handle)."""
    if members.size == 1:
        return x, CommHandle() if async_op else None
    if not async_op:
        return autograd.AllToAll.apply(
            x, output_sizes, input_sizes, members.size, members.torch_name
        ), None
    out = x.new_empty(sum(output_sizes))
    work = dist.all_to_all_single(
        out, x.detach(), output_sizes, input_sizes, members.handle, async_op=True
    )
    return out, CommHandle(work)


def all_to_all_with_output_shape(
    output_shape_list: Sequence[Any],
    input_tensor_list: Sequence[Tensor],
    group: str | None = None,
    async_op: bool = False,
) -> tuple[tuple[Tensor, ...], CommHandle | None]:
    """Sends the i-th tensor to member i; returns (the tensors received from each member, a handle or None).

    `input_tensor_list`: a list or tuple of Tensors of one dtype.
    `output_shape_list`: one of shapes, or of Tensors that have them.
    `group`: a group's name, None for all processes.
    `async_op`: return a handle too, whose `wait()` makes the result readable; without it the second of both
      is None and the gradient flows through the result.

    Raises TypeError for other classes and several dtypes.
    """
    where = "all_to_all_with_output_shape"
    if not isinstance(input_tensor_list, (tuple, list)) or not isinstance(
        output_shape_list, (tuple, list)
    ):
        raise TypeError(f"For {where}, expected lists or tuples of tensors and of shapes.")
    flat = [_tensor(where, t).reshape(-1) for t in input_tensor_list]
    if len({t.dtype for t in flat}) > 1:
        raise TypeError(
            f"For {where}, all inputs must have one dtype, but got {[str(t.dtype) for t in flat]}."
        )
    shapes = [_shape(where, s) for s in output_shape_list]
    sizes = [math.prod(s) for s in shapes]
    out, handle = _exchange(
        torch.cat(flat), sizes, [t.numel() for t in flat], find(group, where), async_op
    )
    return tuple(
        wrap(part.reshape(s)) for part, s in zip(out.split(sizes), shapes, strict=True)
    ), handle


def all_to_all_single_with_output_shape(
    output_shape: Ints,
    tensor: Tensor,
    output_split_sizes: Any = None,
    input_split_sizes: Any = None,
    group: str | None = None,
    async_op: bool = False,
) -> Result:
    """Splits `tensor` along the first dimension, exchanges the parts, and concatenates those received.

    `output_shape`: the shape of the result, or a Tensor that has it.
    `input_split_sizes`, `output_split_sizes`: lists of ints, the rows for and from each member; None for as
      many of each.
    `group`: a group's name, None for all processes.
    `async_op`: return a handle too, whose `wait()` makes the result readable; without it the second of both
      is None and the gradient flows through the result.

    Returns (the result, a handle or None).

    Raises TypeError for other classes, ValueError for rows that cannot be split evenly.
    """
    where = "all_to_all_single_with_output_shape"
    x, shape, members = _tensor(where, tensor), _shape(where, output_shape), find(group, where)
    input_sizes = _numels("input", tuple(x.shape), input_split_sizes, members.size)
    output_sizes = _numels("output", shape, output_split_sizes, members.size)
    out, handle = _exchange(x.reshape(-1), output_sizes, input_sizes, members, async_op)
    return wrap(out.reshape(-1, *shape[1:])), handle


def _numels(side: str, shape: tuple[int, ...], splits: Sequence[int], size: int) -> list[int]:
    if not splits:
        if shape[0] % size:
            raise ValueError(
                f"{side} shape at dim 0 must be divided by world_size, but got {shape[0]} and {size}."
            )
        splits = [shape[0] // size] * size
    return [int(rows) * math.prod(shape[1:]) for rows in splits]


__getattr__ = refuse("mindspore.communication.comm_func")
