"""Collectives that write into their output tensors; each returns None, or a handle for `async_op=True`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.warn_once import no_effects
from msacc.mint.distributed._handles import Call, Handle
from msacc.ops.comm import inplace_collectives as inplace
from msacc.ops.comm.collectives import ReduceOp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.tensor import Tensor


def barrier(
    group: str | None = None, async_op: bool = False, device_ids: object = None
) -> Handle | None:
    """Wait for all processes of the group.

    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.
    `device_ids` has no effect, as in MindSpore, which is said once.

    Raises TypeError for other classes.
    """
    no_effects("barrier", "a process has one device", device_ids=(device_ids, None))
    return Call("barrier", group, async_op).run(inplace.barrier)


def broadcast(
    tensor: Tensor, src: int, group: str | None = None, async_op: bool = False
) -> Handle | None:
    """The tensor of process `src` into that of every process.

    `tensor`: a Tensor of one shape and dtype in all processes, any dtype.
    `src`: a world rank.
    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.

    Raises TypeError for other classes, RuntimeError for a rank outside the group.
    """
    call = Call("broadcast", group, async_op)
    x = call.tensor("tensor", tensor)
    call.is_here("src", src)
    return call.run(inplace.broadcast, x, src)


def all_reduce(
    tensor: Tensor, op: str = ReduceOp.SUM, group: str | None = None, async_op: bool = False
) -> Handle | None:
    """Reduce the tensors of all processes into each.

    `tensor`: a Tensor of one shape and dtype in all processes.
    `op`: "sum", "prod", "min", "max" or "avg".
    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.

    Raises TypeError for other classes and another `op`.
    """
    call = Call("all_reduce", group, async_op)
    return call.run(inplace.all_reduce, call.tensor("tensor", tensor), call.reduction(op))


def reduce(
    tensor: Tensor,
    dst: int,
    op: str = ReduceOp.SUM,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """Reduce the tensors of all processes into that of process `dst`; the others keep theirs.

    `tensor`: a Tensor of one shape and dtype in all processes.
    `dst`: a world rank.
    `op`: "sum", "prod", "min", "max" or "avg".
    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.

    Raises TypeError for other classes and another `op`, RuntimeError for a rank outside the group.
    """
    call = Call("reduce", group, async_op)
    x, op = call.tensor("tensor", tensor), call.reduction(op)
    call.is_here("dst", dst)
    return call.run(inplace.reduce, x, dst, op)


# -- gathering ---------------------------------------------------------------------------------


def _rows(shape: torch.Size, count: int) -> tuple[int, ...]:
    return (shape[0] * count, *shape[1:]) if len(shape) else (count,)


def all_gather_into_tensor(
    output_tensor: Tensor, input_tensor: Tensor, group: str | None = None, async_op: bool = False
) -> Handle | None:
    """The tensors of all processes, joined along the first dimension, into `output_tensor`.

    `input_tensor`: a Tensor of one shape and dtype in all processes.
    `output_tensor`: one of that dtype with as many times the rows as there are processes.
    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.

    Raises TypeError for other classes, ValueError for another shape or dtype.
    """
    return all_gather_into_tensor_uneven(output_tensor, input_tensor, None, group, async_op)


def all_gather_into_tensor_uneven(
    output: Tensor,
    input: Tensor,
    output_split_sizes: list[int] | None = None,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """The tensors of all processes, joined along the first dimension, into `output`.

    `output_split_sizes`: a list of ints, the number of rows from each process; None for as many from each.
    `input`: a Tensor of so many rows.
    `output`: one of its dtype with the rows of all and its shape behind them.
    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.

    Raises TypeError for other classes and a list of another length, ValueError for another shape or dtype.
    """
    call = Call("all_gather_into_tensor", group, async_op)
    x, out = call.tensor("input", input), call.tensor("output", output)
    if not output_split_sizes:
        call.same("output", out, _rows(x.shape, call.group.size), x.dtype, ValueError)
        return call.run(inplace.all_gather_into, x, out, [x.numel()] * call.group.size)
    call.one_each("output_split_sizes", output_split_sizes)
    if output_split_sizes[call.group.rank] != x.shape[0]:
        raise ValueError(
            f"For {call.where}, 'output_split_sizes' says {output_split_sizes[call.group.rank]} rows for this process, "
            f"but its input has {x.shape[0]}."
        )
    call.same("output", out, (sum(output_split_sizes), *x.shape[1:]), x.dtype, ValueError)
    return call.run(inplace.all_gather_into, x, out, _elements(x, output_split_sizes))


def all_gather(
    tensor_list: Sequence[Tensor], tensor: Tensor, group: str | None = None, async_op: bool = False
) -> Handle | None:
    """The tensor of each process into one item of `tensor_list`; their shapes may differ.

    `tensor`: a Tensor.
    `tensor_list`: a list or tuple of Tensors of its dtype, one for each process and of the shape that its
      tensor has.
    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.

    Raises TypeError where they are not.
    """
    call = Call("all_gather", group, async_op)
    outs, x = call.tensors("tensor_list", tensor_list), call.tensor("tensor", tensor)
    call.one_each("tensor_list", outs)
    like = outs[call.group.rank]
    call.same("tensor", x, like.shape, like.dtype)
    return call.run(inplace.all_gather_list, x, outs)


def gather(
    tensor: Tensor,
    gather_list: Sequence[Tensor],
    dst: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """The tensors of all processes into `gather_list` of process `dst`; the lists of others stay.

    `tensor`: a Tensor of one shape and dtype in all processes.
    `gather_list`: on `dst`, a world rank, a list of as many Tensors like it as there are processes; elsewhere
      None will do.
    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.

    Raises TypeError for Tensors that differ and lists of another length, RuntimeError for a rank outside the
    group.
    """
    call = Call("gather", group, async_op)
    x, target = call.tensor("tensor", tensor), call.is_here("dst", dst)
    outs = call.tensors("gather_list", gather_list or [], alike=True)
    if target:
        call.one_each("gather_list", outs)
        call.same("gather_list", outs[0], x.shape, x.dtype)
    return call.run(inplace.gather_into, x, outs if target else [], dst)


def gather_into_tensor(
    output_tensor: Tensor,
    input_tensor: Tensor,
    dst: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """The tensors of all processes, joined along the first dimension, into that of process `dst`.

    `input_tensor`: a Tensor of one shape and dtype in all processes.
    `output_tensor`: on `dst`, a world rank, one of that dtype with as many times the rows as there are
      processes; that of others stays.
    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.

    Raises TypeError for other classes, ValueError for another shape or dtype, RuntimeError for a rank outside
    the group.
    """
    call = Call("gather_into_tensor", group, async_op)
    x, out = call.tensor("input_tensor", input_tensor), call.tensor("output_tensor", output_tensor)
    target = call.is_here("dst", dst)
    if target:
        call.same("output", out, _rows(x.shape, call.group.size), x.dtype, ValueError)
    outs = inplace.rows_of(out, x, call.group.size) if target else []
    return call.run(inplace.gather_into, x, outs, dst)


# -- scattering --------------------------------------------------------------------------------


def scatter(
    tensor: Tensor,
    scatter_list: Sequence[Tensor],
    src: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """One item of `scatter_list` of process `src` into the tensor of each process.

    `tensor`: a Tensor.
    `scatter_list`: on `src`, a world rank, a list of as many Tensors of its shape and dtype as there are
      processes; elsewhere None will do.
    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.

    Raises TypeError for Tensors that differ and lists of another length, RuntimeError for a rank outside the
    group.
    """
    call = Call("scatter", group, async_op)
    out, source = call.tensor("tensor", tensor), call.is_here("src", src)
    parts = call.tensors("scatter_list", scatter_list or [], alike=True)
    if source:
        call.one_each("scatter_list", parts)
        call.same("tensor", out, parts[0].shape, parts[0].dtype)
    return call.run(inplace.scatter_into, out, parts if source else [], src)


def scatter_tensor(
    output_tensor: Tensor,
    input_tensor: Tensor,
    src: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """The tensor of process `src`, cut along the first dimension, into those of all processes.

    `output_tensor`: a Tensor of one shape and dtype in all processes.
    `input_tensor`: on `src`, a world rank, one of that dtype with as many times the rows as there are
      processes.
    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.

    Raises TypeError for other classes, ValueError for another shape or dtype, RuntimeError for a rank outside
    the group.
    """
    call = Call("scatter_tensor", group, async_op)
    x, out = call.tensor("input_tensor", input_tensor), call.tensor("output_tensor", output_tensor)
    source = call.is_here("src", src)
    if source:
        call.same("input", x, _rows(out.shape, call.group.size), out.dtype, ValueError)
    parts = inplace.rows_of(x, out, call.group.size) if source else []
    return call.run(inplace.scatter_into, out, parts, src)


def reduce_scatter_tensor(
    output: Tensor,
    input: Tensor,
    op: str = ReduceOp.SUM,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """Reduce the inputs of all processes and keep this one's share of the first dimension.

    `output`: a Tensor of one shape and dtype in all processes.
    `input`: one of that dtype with as many times the rows as there are processes.
    `op`: "sum", "prod", "min", "max" or "avg".
    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.

    Raises TypeError for other classes and another `op`, ValueError for another shape or dtype.
    """
    call = Call("reduce_scatter_tensor", group, async_op)
    x, out, op = call.tensor("input", input), call.tensor("output", output), call.reduction(op)
    call.same("input", x, _rows(out.shape, call.group.size), out.dtype, ValueError)
    return call.run(inplace.reduce_scatter_into, [x], out, [out.numel()] * call.group.size, op)


def reduce_scatter_tensor_uneven(
    output: Tensor,
    input: Tensor,
    input_split_sizes: list[int] | None = None,
    op: str = ReduceOp.SUM,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """Reduce the inputs of all processes and keep this one's share of the first dimension.

    `input_split_sizes`: a list of ints, the number of rows for each process; None for as many for each.
    `input`: a Tensor with the rows of all.
    `output`: one of its dtype with this process's rows.
    `op`: "sum", "min", "max" or "avg".
    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.

    Raises TypeError for other classes, another `op` and a list of another length, ValueError for another
    shape or dtype.
    """
    call = Call("reduce_scatter_tensor_uneven", group, async_op)
    op = call.reduction(op, ("sum", "min", "max", "avg"))
    if not input_split_sizes:
        return reduce_scatter_tensor(output, input, op, group, async_op)
    x, out = call.tensor("input", input), call.tensor("output", output)
    call.one_each("input_split_sizes", input_split_sizes)
    rows = input_split_sizes[call.group.rank]
    call.same("output", out, (rows, *x.shape[1:]), x.dtype, ValueError)
    if sum(input_split_sizes) != x.shape[0]:
        raise ValueError(
            f"For {call.where}, 'input_split_sizes' add up to {sum(input_split_sizes)}, "
            f"but the input has {x.shape[0]} rows."
        )
    return call.run(inplace.reduce_scatter_into, [x], out, _elements(x, input_split_sizes), op)


def reduce_scatter(
    output: Tensor,
    input_list: Sequence[Tensor],
    op: str = ReduceOp.SUM,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """Reduce the lists of all processes, item by item, and keep this one's item; shapes may differ.

    `input_list`: a list or tuple of Tensors of one dtype, one for each process.
    `output`: a Tensor of the shape and dtype of this process's item.
    `op`: "sum", "prod", "min", "max" or "avg".
    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.

    Raises TypeError where they do not fit and for another `op`.
    """
    call = Call("reduce_scatter", group, async_op)
    parts, out = call.tensors("input_list", input_list), call.tensor("output", output)
    op = call.reduction(op)
    call.one_each("input_list", parts)
    like = parts[call.group.rank]
    call.same("output", out, like.shape, like.dtype)
    return call.run(inplace.reduce_scatter_into, parts, out, [part.numel() for part in parts], op)


# -- all to all --------------------------------------------------------------------------------


def all_to_all(
    output_tensor_list: Sequence[Tensor],
    input_tensor_list: Sequence[Tensor],
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """Sends the i-th tensor to process i; receives those of all processes into `output_tensor_list`.

    `input_tensor_list`, `output_tensor_list`: lists or tuples of Tensors of one dtype, one for each process;
      an output has the shape of what comes.
    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.

    Raises TypeError for lists of another length or several dtypes.
    """
    call = Call("all_to_all", group, async_op)
    parts = call.tensors("input_tensor_list", input_tensor_list)
    outs = call.tensors("output_tensor_list", output_tensor_list)
    call.one_each("input_tensor_list", parts)
    call.one_each("output_tensor_list", outs)
    sizes = ([o.numel() for o in outs], [part.numel() for part in parts])
    return call.run(inplace.all_to_all_into, parts, outs, *sizes)


def all_to_all_single(
    output: Tensor,
    input: Tensor,
    output_split_sizes: Any = None,
    input_split_sizes: Any = None,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """Split `input` along the first dimension, exchange the chunks, and concatenate the received ones in
    `output`.

    `input`, `output`: Tensors of one dtype and of one shape behind the first dimension.
    `input_split_sizes`, `output_split_sizes`: lists of ints, the rows for and from each process; None for as
      many of each.
    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.

    Raises TypeError for other classes and lists of another length, ValueError for sizes that do not add up.
    """
    call = Call("all_to_all_single", group, async_op)
    x, out = call.tensor("input", input), call.tensor("output", output)
    send_sizes = _numels(call, "input", x, input_split_sizes)
    receive_sizes = _numels(call, "output", out, output_split_sizes)
    return call.run(inplace.all_to_all_into, [x], [out], receive_sizes, send_sizes)


def all_to_all_v_c(
    output: Tensor,
    input: Tensor,
    send_count_matrix: list[int],
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """Exchange rows by one matrix of counts.

    `send_count_matrix`: a flat list of ints, whose item `i * size + j` is the number of rows process i sends
      to process j.
    `input`, `output`: Tensors of one dtype and of one shape behind the first dimension.
    `group`: a group's name, all processes for None.
    `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.

    Raises TypeError for a matrix that is no list of `size * size` ints, ValueError for an `input` or `output`
    that does not have the rows it says.
    """
    call = Call("all_to_all_v_c", group, async_op)
    x, out = call.tensor("input", input), call.tensor("output", output)
    counts = _square(send_count_matrix, call.group.size)
    sends, receives = counts[call.group.rank], [row[call.group.rank] for row in counts]
    for name, t, rows in (("input", x, sum(sends)), ("output", out, sum(receives))):
        if t.shape[0] != rows:
            raise ValueError(
                f"For {call.where}, 'send_count_matrix' says {rows} rows of '{name}', but it has {t.shape[0]}."
            )
    sizes = _elements(x, receives), _elements(x, sends)
    return call.run(inplace.all_to_all_into, [x], [out], *sizes)


def _square(matrix: Sequence[int], size: int) -> list[list[int]]:
    if not isinstance(matrix, list) or not all(isinstance(n, int) for n in matrix):
        raise TypeError(
            f"For all_to_all_v_c, 'send_count_matrix' must be a list of ints, but got {matrix!r}."
        )
    if len(matrix) != size * size:
        raise TypeError(
            f"For all_to_all_v_c, 'send_count_matrix' needs {size} * {size} items, but got {len(matrix)}."
        )
    return [matrix[i * size : (i + 1) * size] for i in range(size)]


def _numels(call: Call, side: str, x: torch.Tensor, splits: Sequence[int]) -> list[int]:
    size = call.group.size
    if not splits:
        if x.shape[0] % size:
            raise ValueError(
                f"For {call.where}, the first dimension of {side}, {x.shape[0]}, must be divisible "
                f"by the {size} processes."
            )
        splits = [x.shape[0] // size] * size
    call.one_each(f"{side}_split_sizes", splits)
    if sum(splits) != x.shape[0]:
        raise ValueError(
            f"For {call.where}, {side}_split_sizes={list(splits)} add up to {sum(splits)}, "
            f"but the first dimension is {x.shape[0]}."
        )
    return _elements(x, splits)


def _elements(x: torch.Tensor, splits: Sequence[int]) -> list[int]:
    """The elements of so many rows each."""
    return [int(rows) * math.prod(x.shape[1:]) for rows in splits]
