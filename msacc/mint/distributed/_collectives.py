"""Collectives that write into their output tensors; each returns None, or a handle for `async_op=True`."""

from __future__ import annotations

import math
from typing import Any

import torch

from msacc.common.warn_once import no_effects
from msacc.communication._groups import Group
from msacc.mint.distributed._handles import (
    Handle,
    bare,
    bare_list,
    group_of,
    member,
    one_each,
    reduction,
    run,
    same,
)
from msacc.ops.comm import inplace_collectives
from msacc.ops.comm.collectives import ReduceOp


def barrier(
    group: str | None = None, async_op: bool = False, device_ids: Any = None
) -> Handle | None:
    """Wait for all processes of the group.

    `group`: a group's name, all processes for None. `async_op`: return a handle, whose `wait()` makes the
    result readable, instead of None. `device_ids` has no effect, as in MindSpore, which is said once. Raises
    TypeError for other classes.
    """
    no_effects("barrier", "a process has one device", device_ids=(device_ids, None))
    process_group = group_of("barrier", group, async_op)
    return run(process_group, async_op, inplace_collectives.barrier(process_group))


def broadcast(
    tensor: Any, src: int, group: str | None = None, async_op: bool = False
) -> Handle | None:
    """The tensor of process `src` into that of every process.

    `tensor`: a Tensor of one shape and dtype in all processes, any dtype. `src`: a world rank. `group`: a
    group's name, all processes for None. `async_op`: return a handle, whose `wait()` makes the result readable,
    instead of None. Raises TypeError for other classes, RuntimeError for a rank outside the group.
    """
    x, process_group = bare("broadcast", "tensor", tensor), group_of("broadcast", group, async_op)
    member("broadcast", "src", src, process_group)
    return run(process_group, async_op, inplace_collectives.broadcast(x, src, process_group))


def all_reduce(
    tensor: Any, op: str = ReduceOp.SUM, group: str | None = None, async_op: bool = False
) -> Handle | None:
    """Reduce the tensors of all processes into each.

    `tensor`: a Tensor of one shape and dtype in all processes. `op`: "sum", "prod", "min", "max" or "avg".
    `group`: a group's name, all processes for None. `async_op`: return a handle, whose `wait()` makes the
    result readable, instead of None. Raises TypeError for other classes and another `op`.
    """
    x, op = bare("all_reduce", "tensor", tensor), reduction("all_reduce", op)
    process_group = group_of("all_reduce", group, async_op)
    return run(process_group, async_op, inplace_collectives.all_reduce(x, op, process_group))


def reduce(
    tensor: Any,
    dst: int,
    op: str = ReduceOp.SUM,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """Reduce the tensors of all processes into that of process `dst`; the others keep theirs.

    `tensor`: a Tensor of one shape and dtype in all processes. `dst`: a world rank. `op`: "sum", "prod", "min",
    "max" or "avg". `group`: a group's name, all processes for None. `async_op`: return a handle, whose `wait()`
    makes the result readable, instead of None. Raises TypeError for other classes and another `op`,
    RuntimeError for a rank outside the group.
    """
    x, op = bare("reduce", "tensor", tensor), reduction("reduce", op)
    process_group = group_of("reduce", group, async_op)
    member("reduce", "dst", dst, process_group)
    return run(process_group, async_op, inplace_collectives.reduce(x, dst, op, process_group))


# -- gathering ---------------------------------------------------------------------------------


def _rows(shape: torch.Size, count: int) -> tuple[int, ...]:
    return (shape[0] * count, *shape[1:]) if len(shape) else (count,)


def _check_output(where: str, out: torch.Tensor, shape: tuple[int, ...], x: torch.Tensor) -> None:
    same(where, "output", out, shape, x.dtype, ValueError)


def all_gather_into_tensor(
    output_tensor: Any, input_tensor: Any, group: str | None = None, async_op: bool = False
) -> Handle | None:
    """The tensors of all processes, joined along the first dimension, into `output_tensor`.

    `input_tensor`: a Tensor of one shape and dtype in all processes; `output_tensor`: one of that dtype with as
    many times the rows as there are processes. `group`: a group's name, all processes for None. `async_op`:
    return a handle, whose `wait()` makes the result readable, instead of None. Raises TypeError for other
    classes, ValueError for another shape or dtype.
    """
    return all_gather_into_tensor_uneven(output_tensor, input_tensor, None, group, async_op)


def all_gather_into_tensor_uneven(
    output: Any,
    input: Any,
    output_split_sizes: list[int] | None = None,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """The tensors of all processes, joined along the first dimension, into `output`.

    `output_split_sizes`: a list of ints, the number of rows from each process; None for as many from each.
    `input`: a Tensor of so many rows; `output`: one of its dtype with the rows of all and its shape behind
    them. `group`: a group's name, all processes for None. `async_op`: return a handle, whose `wait()` makes the
    result readable, instead of None. Raises TypeError for other classes and a list of another length,
    ValueError for another shape or dtype.
    """
    where = "all_gather_into_tensor"
    x, out = bare(where, "input", input), bare(where, "output", output)
    process_group = group_of(where, group, async_op)
    if not output_split_sizes:
        _check_output(where, out, _rows(x.shape, process_group.size), x)
        return run(
            process_group,
            async_op,
            inplace_collectives.all_gather_into(
                x, out, [x.numel()] * process_group.size, process_group
            ),
        )
    one_each(where, "output_split_sizes", output_split_sizes, process_group)
    if output_split_sizes[process_group.rank] != x.shape[0]:
        raise ValueError(
            f"For {where}, 'output_split_sizes' says {output_split_sizes[process_group.rank]} rows for this process, "
            f"but its input has {x.shape[0]}."
        )
    _check_output(where, out, (sum(output_split_sizes), *x.shape[1:]), x)
    numels = [rows * math.prod(x.shape[1:]) for rows in output_split_sizes]
    return run(
        process_group, async_op, inplace_collectives.all_gather_into(x, out, numels, process_group)
    )


def all_gather(
    tensor_list: Any, tensor: Any, group: str | None = None, async_op: bool = False
) -> Handle | None:
    """The tensor of each process into one item of `tensor_list`; their shapes may differ.

    `tensor`: a Tensor; `tensor_list`: a list or tuple of Tensors of its dtype, one for each process and of the
    shape that its tensor has. `group`: a group's name, all processes for None. `async_op`: return a handle,
    whose `wait()` makes the result readable, instead of None. Raises TypeError where they are not.
    """
    where = "all_gather"
    outs, x = bare_list(where, "tensor_list", tensor_list), bare(where, "tensor", tensor)
    process_group = group_of(where, group, async_op)
    one_each(where, "tensor_list", outs, process_group)
    like = outs[process_group.rank]
    same(where, "tensor", x, like.shape, like.dtype, TypeError)
    return run(process_group, async_op, inplace_collectives.all_gather_list(x, outs, process_group))


def gather(
    tensor: Any,
    gather_list: Any,
    dst: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """The tensors of all processes into `gather_list` of process `dst`; the lists of others stay.

    `tensor`: a Tensor of one shape and dtype in all processes; `gather_list`: on `dst`, a world rank, a list of
    as many Tensors like it as there are processes; elsewhere None will do. `group`: a group's name, all
    processes for None. `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.
    Raises TypeError for Tensors that differ and lists of another length, RuntimeError for a rank outside the
    group.
    """
    where = "gather"
    x, process_group = bare(where, "tensor", tensor), group_of(where, group, async_op)
    target = process_group.ranks[process_group.rank] == member(where, "dst", dst, process_group)
    outs = bare_list(where, "gather_list", gather_list or [], alike=True)
    if target:
        one_each(where, "gather_list", outs, process_group)
        same(where, "gather_list", outs[0], x.shape, x.dtype, TypeError)
    return run(
        process_group,
        async_op,
        inplace_collectives.gather_into(x, outs if target else [], dst, process_group),
    )


def gather_into_tensor(
    output_tensor: Any,
    input_tensor: Any,
    dst: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """The tensors of all processes, joined along the first dimension, into that of process `dst`.

    `input_tensor`: a Tensor of one shape and dtype in all processes; `output_tensor`: on `dst`, a world rank,
    one of that dtype with as many times the rows as there are processes; that of others stays. `group`: a
    group's name, all processes for None. `async_op`: return a handle, whose `wait()` makes the result readable,
    instead of None. Raises TypeError for other classes, ValueError for another shape or dtype, RuntimeError for
    a rank outside the group.
    """
    where = "gather_into_tensor"
    x, out = (
        bare(where, "input_tensor", input_tensor),
        bare(where, "output_tensor", output_tensor),
    )
    process_group = group_of(where, group, async_op)
    target = process_group.ranks[process_group.rank] == member(where, "dst", dst, process_group)
    if target:
        _check_output(where, out, _rows(x.shape, process_group.size), x)
    outs = inplace_collectives.rows_of(out, x, process_group.size) if target else []
    return run(
        process_group, async_op, inplace_collectives.gather_into(x, outs, dst, process_group)
    )


# -- scattering --------------------------------------------------------------------------------


def scatter(
    tensor: Any,
    scatter_list: Any,
    src: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """One item of `scatter_list` of process `src` into the tensor of each process.

    `tensor`: a Tensor; `scatter_list`: on `src`, a world rank, a list of as many Tensors of its shape and dtype
    as there are processes; elsewhere None will do. `group`: a group's name, all processes for None. `async_op`:
    return a handle, whose `wait()` makes the result readable, instead of None. Raises TypeError for Tensors
    that differ and lists of another length, RuntimeError for a rank outside the group.
    """
    where = "scatter"
    out, process_group = bare(where, "tensor", tensor), group_of(where, group, async_op)
    source = process_group.ranks[process_group.rank] == member(where, "src", src, process_group)
    parts = bare_list(where, "scatter_list", scatter_list or [], alike=True)
    if source:
        one_each(where, "scatter_list", parts, process_group)
        same(where, "tensor", out, parts[0].shape, parts[0].dtype, TypeError)
    return run(
        process_group,
        async_op,
        inplace_collectives.scatter_into(out, parts if source else [], src, process_group),
    )


def scatter_tensor(
    output_tensor: Any,
    input_tensor: Any,
    src: int = 0,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """The tensor of process `src`, cut along the first dimension, into those of all processes.

    `output_tensor`: a Tensor of one shape and dtype in all processes; `input_tensor`: on `src`, a world rank,
    one of that dtype with as many times the rows as there are processes. `group`: a group's name, all processes
    for None. `async_op`: return a handle, whose `wait()` makes the result readable, instead of None. Raises
    TypeError for other classes, ValueError for another shape or dtype, RuntimeError for a rank outside the
    group.
    """
    where = "scatter_tensor"
    x, out = (
        bare(where, "input_tensor", input_tensor),
        bare(where, "output_tensor", output_tensor),
    )
    process_group = group_of(where, group, async_op)
    source = process_group.ranks[process_group.rank] == member(where, "src", src, process_group)
    if source:
        same(where, "input", x, _rows(out.shape, process_group.size), out.dtype, ValueError)
    parts = inplace_collectives.rows_of(x, out, process_group.size) if source else []
    return run(
        process_group, async_op, inplace_collectives.scatter_into(out, parts, src, process_group)
    )


def reduce_scatter_tensor(
    output: Any,
    input: Any,
    op: str = ReduceOp.SUM,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """Reduce the inputs of all processes and keep this one's share of the first dimension.

    `output`: a Tensor of one shape and dtype in all processes; `input`: one of that dtype with as many times
    the rows as there are processes. `op`: "sum", "prod", "min", "max" or "avg". `group`: a group's name, all
    processes for None. `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.
    Raises TypeError for other classes and another `op`, ValueError for another shape or dtype.
    """
    where = "reduce_scatter_tensor"
    x, out = bare(where, "input", input), bare(where, "output", output)
    op, process_group = reduction(where, op), group_of(where, group, async_op)
    same(where, "input", x, _rows(out.shape, process_group.size), out.dtype, ValueError)
    numels = [out.numel()] * process_group.size
    return run(
        process_group,
        async_op,
        inplace_collectives.reduce_scatter_into([x], out, numels, op, process_group),
    )


def reduce_scatter_tensor_uneven(
    output: Any,
    input: Any,
    input_split_sizes: list[int] | None = None,
    op: str = ReduceOp.SUM,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """Reduce the inputs of all processes and keep this one's share of the first dimension.

    `input_split_sizes`: a list of ints, the number of rows for each process; None for as many for each.
    `input`: a Tensor with the rows of all; `output`: one of its dtype with this process's rows. `op`: "sum",
    "min", "max" or "avg". `group`: a group's name, all processes for None. `async_op`: return a handle, whose
    `wait()` makes the result readable, instead of None. Raises TypeError for other classes, another `op` and a
    list of another length, ValueError for another shape or dtype.
    """
    where = "reduce_scatter_tensor_uneven"
    op = reduction(where, op, ("sum", "min", "max", "avg"))
    if not input_split_sizes:
        return reduce_scatter_tensor(output, input, op, group, async_op)
    x, out = bare(where, "input", input), bare(where, "output", output)
    process_group = group_of(where, group, async_op)
    one_each(where, "input_split_sizes", input_split_sizes, process_group)
    _check_output(where, out, (input_split_sizes[process_group.rank], *x.shape[1:]), x)
    if sum(input_split_sizes) != x.shape[0]:
        raise ValueError(
            f"For {where}, 'input_split_sizes' add up to {sum(input_split_sizes)}, "
            f"but the input has {x.shape[0]} rows."
        )
    numels = [rows * math.prod(x.shape[1:]) for rows in input_split_sizes]
    return run(
        process_group,
        async_op,
        inplace_collectives.reduce_scatter_into([x], out, numels, op, process_group),
    )


def reduce_scatter(
    output: Any,
    input_list: Any,
    op: str = ReduceOp.SUM,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """Reduce the lists of all processes, item by item, and keep this one's item; shapes may differ.

    `input_list`: a list or tuple of Tensors of one dtype, one for each process; `output`: a Tensor of the shape
    and dtype of this process's item. `op`: "sum", "prod", "min", "max" or "avg". `group`: a group's name, all
    processes for None. `async_op`: return a handle, whose `wait()` makes the result readable, instead of None.
    Raises TypeError where they do not fit and for another `op`.
    """
    where = "reduce_scatter"
    parts, out = bare_list(where, "input_list", input_list), bare(where, "output", output)
    op, process_group = reduction(where, op), group_of(where, group, async_op)
    one_each(where, "input_list", parts, process_group)
    like = parts[process_group.rank]
    same(where, "output", out, like.shape, like.dtype, TypeError)
    numels = [part.numel() for part in parts]
    return run(
        process_group,
        async_op,
        inplace_collectives.reduce_scatter_into(parts, out, numels, op, process_group),
    )


# -- all to all --------------------------------------------------------------------------------


def all_to_all(
    output_tensor_list: Any,
    input_tensor_list: Any,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """Sends the i-th tensor to process i; receives those of all processes into `output_tensor_list`.

    `input_tensor_list`, `output_tensor_list`: lists or tuples of Tensors of one dtype, one for each process; an
    output has the shape of what comes. `group`: a group's name, all processes for None. `async_op`: return a
    handle, whose `wait()` makes the result readable, instead of None. Raises TypeError for lists of another
    length or several dtypes.
    """
    where = "all_to_all"
    parts = bare_list(where, "input_tensor_list", input_tensor_list)
    outs = bare_list(where, "output_tensor_list", output_tensor_list)
    process_group = group_of(where, group, async_op)
    one_each(where, "input_tensor_list", parts, process_group)
    one_each(where, "output_tensor_list", outs, process_group)
    sizes = ([o.numel() for o in outs], [part.numel() for part in parts])
    return run(
        process_group,
        async_op,
        inplace_collectives.all_to_all_into(parts, outs, *sizes, process_group),
    )


def all_to_all_single(
    output: Any,
    input: Any,
    output_split_sizes: Any = None,
    input_split_sizes: Any = None,
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """Split `input` along the first dimension, exchange the chunks, and concatenate the received ones in `output`.

    `input`, `output`: Tensors of one dtype and of one shape behind the first dimension. `input_split_sizes`,
    `output_split_sizes`: lists of ints, the rows for and from each process; None for as many of each. `group`:
    a group's name, all processes for None. `async_op`: return a handle, whose `wait()` makes the result
    readable, instead of None. Raises TypeError for other classes and lists of another length, ValueError for
    sizes that do not add up.
    """
    where = "all_to_all_single"
    x, out = bare(where, "input", input), bare(where, "output", output)
    process_group = group_of(where, group, async_op)
    send_sizes = _numels("input", x, input_split_sizes, process_group)
    receive_sizes = _numels("output", out, output_split_sizes, process_group)
    return run(
        process_group,
        async_op,
        inplace_collectives.all_to_all_into([x], [out], receive_sizes, send_sizes, process_group),
    )


def all_to_all_v_c(
    output: Any,
    input: Any,
    send_count_matrix: list[int],
    group: str | None = None,
    async_op: bool = False,
) -> Handle | None:
    """Exchange rows by one matrix of counts.

    `send_count_matrix`: a flat list of ints, whose item `i * size + j` is the number of rows process i sends to
    process j. `input`, `output`: Tensors of one dtype and of one shape behind the first dimension. `group`: a
    group's name, all processes for None. `async_op`: return a handle, whose `wait()` makes the result readable,
    instead of None. Raises TypeError for a matrix that is no list of `size * size` ints, ValueError for an
    `input` or `output` that does not have the rows it says.
    """
    where = "all_to_all_v_c"
    x, out = bare(where, "input", input), bare(where, "output", output)
    process_group = group_of(where, group, async_op)
    counts = _square(send_count_matrix, process_group.size)
    send_sizes, receive_sizes = (
        counts[process_group.rank],
        [row[process_group.rank] for row in counts],
    )
    for name, t, rows in (("input", x, sum(send_sizes)), ("output", out, sum(receive_sizes))):
        if t.shape[0] != rows:
            raise ValueError(
                f"For {where}, 'send_count_matrix' says {rows} rows of '{name}', but it has {t.shape[0]}."
            )
    each = math.prod(x.shape[1:])
    work = inplace_collectives.all_to_all_into(
        [x], [out], [n * each for n in receive_sizes], [n * each for n in send_sizes], process_group
    )
    return run(process_group, async_op, work)


def _square(matrix: Any, size: int) -> list[list[int]]:
    if not isinstance(matrix, list) or not all(isinstance(n, int) for n in matrix):
        raise TypeError(
            f"For all_to_all_v_c, 'send_count_matrix' must be a list of ints, but got {matrix!r}."
        )
    if len(matrix) != size * size:
        raise TypeError(
            f"For all_to_all_v_c, 'send_count_matrix' needs {size} * {size} items, but got {len(matrix)}."
        )
    return [matrix[i * size : (i + 1) * size] for i in range(size)]


def _numels(side: str, x: torch.Tensor, splits: Any, process_group: Group) -> list[int]:
    if not splits:
        if x.shape[0] % process_group.size:
            raise ValueError(
                f"For all_to_all_single, the first dimension of {side}, {x.shape[0]}, must be divisible "
                f"by the {process_group.size} processes."
            )
        splits = [x.shape[0] // process_group.size] * process_group.size
    one_each("all_to_all_single", f"{side}_split_sizes", splits, process_group)
    if sum(splits) != x.shape[0]:
        raise ValueError(
            f"For all_to_all_single, {side}_split_sizes={list(splits)} add up to {sum(splits)}, "
            f"but the first dimension is {x.shape[0]}."
        )
    return [int(rows) * math.prod(x.shape[1:]) for rows in splits]
