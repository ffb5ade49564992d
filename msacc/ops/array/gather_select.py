"""Gather, select, mask and slice: reading elements by position."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.common.deferred_checks import in_range
from msacc.common.settings import settings
from msacc.graph.execution_state import refuse_run_over_floats
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import dims
from msacc.ops.core.declaration import (
    InPlaceMethod,
    MintFunction,
    PrimitiveClass,
    Setting,
    TensorMethod,
    bindings,
)
from msacc.ops.core.op import exported_names, op, with_name
from msacc.sharding.strategy_state import sharding

if TYPE_CHECKING:
    import numpy as np

    from msacc.common.argument_types import Dims, Ints
    from msacc.common.tensor import Tensor


def _positive(name: str, argument: str, index: torch.Tensor, size: int) -> torch.Tensor:
    """Negative positions counted from the end, as torch's gather functions do not."""
    index = in_range(name, argument, index.long(), -size, size)
    return torch.where(index < 0, index + size, index)


_span = builtins.slice


def _axis(value: Any) -> int:
    return int(value)


@bindings(
    PrimitiveClass(
        "Gather",
        inputs=("input_params", "input_indices", "axis"),
        settings={"batch_dims": Setting(0)},
    ),
    PrimitiveClass("GatherV2"),
    PrimitiveClass("SparseGatherV2"),
)
@op
def gather(
    input_params: torch.Tensor, input_indices: Any, axis: int | torch.Tensor, batch_dims: int = 0
) -> torch.Tensor:
    """Slices of `input_params` along `axis` at the positions `input_indices`.

    `input_params` is a Tensor of any shape and dtype; `input_indices` is a Tensor of Int32 or
    Int64, whose shape takes the place of the dimension `axis`, an int. A negative index counts from
    the end. The first `batch_dims` dimensions of both belong together. The result has the dtype of
    `input_params`. Raises RuntimeError for an index beyond the end. Differs from MindSpore: the
    gradient at a negative index goes where the element came from; its CPU loses it. MindSpore
    raises ValueError for an `axis` out of range, which here is taken modulo the rank.
    """
    axis = _axis(axis) % max(input_params.ndim, 1)
    index = torch.as_tensor(input_indices, device=input_params.device)
    if batch_dims:
        return _gather_batched(input_params, index, axis, batch_dims % input_params.ndim)
    shape = input_params.shape
    where = _positive("gather", "input_indices", index, shape[axis] if shape else 1)
    try:
        if axis == 0 and sharding.active and _stays_cut(input_params, index):
            return F.embedding(where, input_params)
        out = torch.index_select(input_params, axis, where.reshape(-1))
    except IndexError:
        low, high = (int(v) for v in torch.aminmax(index))
        raise RuntimeError(
            f"'input_indices' is out of range: they go from {low} to {high}, and should be in "
            f"[{-shape[axis]}, {shape[axis]})."
        ) from None
    return out.reshape(shape[:axis] + index.shape + shape[axis + 1 :])


def _stays_cut(table: torch.Tensor, index: torch.Tensor) -> bool:
    """Whether cut indices look up a table that is not: flat, positions of several samples would be gathered."""
    is_cut = sharding.engine.is_cut
    return table.ndim == 2 and is_cut(index) and not is_cut(table)


def _gather_batched(
    params: torch.Tensor, index: torch.Tensor, axis: int, batch: int
) -> torch.Tensor:
    transposed = torch.movedim(params, axis, batch)
    front, rest = transposed.shape[:batch], transposed.shape[batch + 1 :]
    where = _positive("gather", "input_indices", index.reshape(*front, -1), transposed.shape[batch])
    wide = where.reshape(*where.shape, *[1] * len(rest)).expand(*where.shape, *rest)
    out = torch.gather(transposed, batch, wide).reshape(*index.shape, *rest)
    between = axis - batch
    if not between:
        return out
    inner = index.ndim - batch
    source = tuple(range(index.ndim, index.ndim + between))
    return torch.movedim(out, source, tuple(range(batch, batch + between))) if inner else out


@bindings(PrimitiveClass("GatherD", inputs=("x", "dim", "index")))
@op
def gather_d(x: torch.Tensor, dim: Ints, index: torch.Tensor) -> torch.Tensor:
    """The element of `x` along `dim` at each position that `index` gives.

    `x` is a Tensor of any shape and dtype; `index` is a Tensor of Int32 or Int64 and of the rank of
    `x`, not longer than it but along `dim`, an int. The result has the shape of `index` and the
    dtype of `x`. A negative index counts from the end. Raises ValueError for another rank, a `dim`
    or an index out of range, TypeError for an index of another dtype, RuntimeError for one that is
    too long. Differs from MindSpore: its CPU raises RuntimeError for an index out of range,
    ValueError for one too long.
    """
    return _gather_along("gather_d", x, _axis(dim), index)


@bindings(TensorMethod("gather_elements"))
@op
def gather_elements(input: torch.Tensor, dim: int, index: torch.Tensor) -> torch.Tensor:
    """The element of `input` along `dim` at each position of `index`, which has the rank of `input`.

    `input` is a Tensor of any dtype, `index` Int32 or Int64; the result has the shape of `index`
    and the dtype of `input`.
    """
    return _gather_along("gather_elements", input, dim, index)


@bindings(MintFunction("gather"))
@op
@with_name("gather")
def gather_along(input: torch.Tensor, dim: int, index: torch.Tensor) -> torch.Tensor:
    """The element of `input` along `dim` at each position of `index`: mint's, `ops.gather_elements` by its name.

    input: any shape.
    index: Int32 or Int64, of the rank of `input`; negative positions count from the end.

    Returns the shape of `index`.

    Raises TypeError for another dtype, ValueError for a dimension out of range.
    """
    return _gather_along("gather", input, dim, index)


def _gather_along(name: str, x: torch.Tensor, dim: int, index: torch.Tensor) -> torch.Tensor:
    rank = max(x.ndim, 1)
    if not -rank <= dim < rank:
        raise ValueError(f"For '{name}', 'dim' should be in [{-rank}, {rank}), but got {dim}.")
    if index.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"For '{name}', 'index' should be Int32 or Int64, but got {index.dtype}.")
    return torch.gather(x, dim, _positive(name, "index", index, x.shape[dim] if x.ndim else 1))


@bindings(PrimitiveClass("GatherNd", inputs=("input_x", "indices")), TensorMethod("gather_nd"))
@op
def gather_nd(input_x: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
    """The elements or slices of `input_x` at coordinates.

    `input_x` is a Tensor of any shape and dtype; `indices` is a Tensor of Int32 or Int64 whose last
    dimension holds coordinates in the first dimensions of `input_x`. The result has the dtype of
    `input_x` and shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`. Raises ValueError
    for a coordinate beyond the end, IndexError for more coordinates than dimensions. Differs from
    MindSpore: it raises RuntimeError for the first, negative coordinates included (which here count
    from the end), and ValueError for the second.
    """
    parts = list(indices.long().unbind(-1))
    for dim, size in enumerate(input_x.shape[: len(parts)]):
        parts[dim] = in_range("gather_nd", "indices", parts[dim], -size, size)
    return input_x[tuple(parts)]


@bindings(TensorMethod("index_select", dim="axis"), MintFunction("index_select", dim="axis"))
@op
def index_select(input: torch.Tensor, axis: int, index: torch.Tensor) -> torch.Tensor:
    """Slices along `axis` at the positions of a vector.

    `input` is a Tensor of any dtype, which the result has.
    `index` is Int32 or Int64.
    """
    size = input.shape[axis] if -input.ndim <= axis < input.ndim else 1
    return torch.index_select(input, axis, in_range("index_select", "index", index, 0, size))


@bindings(MintFunction("take"))
@op
def take(input: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """Elements of the flattened tensor, in the shape of `index`.

    `input` is a Tensor of any shape and dtype, which the result has.
    `index` is Int32 or Int64.
    """
    size = input.numel()
    return torch.take(input, in_range("take", "index", index.long(), -size, size))


@bindings(
    PrimitiveClass("MaskedSelect", inputs=("input", "mask")),
    TensorMethod("masked_select"),
    MintFunction("masked_select"),
)
@op
def masked_select(input: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """The elements where `mask` holds, in one dimension.

    `input` is a Tensor of any dtype, which the result has.
    `mask` is Bool of a shape that broadcasts with it.
    """
    return torch.masked_select(input, mask)


@bindings(PrimitiveClass("MaskedFill", inputs=("input_x", "mask", "value")))
@op
def masked_fill(input_x: torch.Tensor, mask: torch.Tensor, value: Any) -> torch.Tensor:
    """`value` where `mask` holds, `input_x` elsewhere.

    `input_x` is a Tensor of numbers or Bool, `mask` Bool of a shape that broadcasts with it,
    `value` a number or a Tensor of one; the result has the dtype of `input_x`.
    """
    if mask.dtype is not torch.bool:
        raise TypeError(f"For 'masked_fill', 'mask' should be Bool, but got {mask.dtype}.")
    if isinstance(value, torch.Tensor):
        return torch.where(mask, value.to(input_x.dtype), input_x)
    if isinstance(value, float) and not (
        input_x.dtype.is_floating_point or input_x.dtype.is_complex
    ):
        raise TypeError(f"For 'masked_fill', {input_x.dtype} cannot hold the value {value!r}.")
    return torch.where(mask, value, input_x).to(input_x.dtype)


@bindings(TensorMethod("masked_fill"), InPlaceMethod("masked_fill_"))
@op
@with_name("masked_fill")
def masked_fill_cut(
    input_x: torch.Tensor, mask: torch.Tensor, value: torch.Tensor | complex | np.number
) -> torch.Tensor:
    """`masked_fill`, with a float cut to an integer where `input_x` holds integers, as MindSpore's method does.

    `mask` is Bool of a shape that broadcasts, `value` a number or a Tensor of one; the result has
    the dtype of `input_x`.
    """
    if isinstance(value, float) and not (
        input_x.dtype.is_floating_point or input_x.dtype.is_complex
    ):
        value = int(value) if input_x.dtype is not torch.bool else bool(value)
    return masked_fill.raw(input_x, mask, value)  # type: ignore[no-any-return]


@bindings(
    PrimitiveClass("MaskedScatter", inputs=("input", "mask", "source")),
    TensorMethod("masked_scatter"),
    InPlaceMethod("masked_scatter_"),
)
@op
def masked_scatter(input: torch.Tensor, mask: torch.Tensor, source: torch.Tensor) -> torch.Tensor:
    """The next element of `source` wherever `mask` holds.

    Both Tensors have one dtype, that of the result, which has the shape of `input`; `mask` is Bool.
    """
    return torch.masked_scatter(input, mask, source)


def _choose(name: str, condition: torch.Tensor, input: Any, other: Any) -> torch.Tensor:
    if not isinstance(condition, torch.Tensor):
        condition = torch.as_tensor(condition, device=settings.device)
    if condition.dtype is not torch.bool:
        raise TypeError(f"For '{name}', 'condition' should be Bool, but got {condition.dtype}.")
    if (
        isinstance(input, torch.Tensor)
        and isinstance(other, torch.Tensor)
        and input.dtype != other.dtype
    ):
        common = torch.promote_types(input.dtype, other.dtype)
        input, other = input.to(common), other.to(common)
    return torch.where(condition, input, other)


@bindings(PrimitiveClass("Select", inputs=("condition", "input", "other")))
@op
def select(
    condition: torch.Tensor,
    input: torch.Tensor | complex | np.number,
    other: torch.Tensor | complex | np.number,
) -> torch.Tensor:
    """The elements of `input` where `condition` holds, those of `other` elsewhere.

    `condition` is a Bool Tensor.
    `input` and `other` are Tensors or numbers. All shapes broadcast and the two dtypes promote; the result
      has what comes of it.

    Raises TypeError for a condition of another dtype or a value that is neither, ValueError for shapes that
    do not broadcast.

    As in MindSpore.
    """
    return _choose("select", condition, input, other)


@bindings(MintFunction("select"))
@op
@with_name("select")
def select_slice(input: torch.Tensor, dim: int, index: int) -> torch.Tensor:
    """The slice of `input` at `index` along `dim`, a view without that dimension: mint's, as in torch.

    `input`: a Tensor of any shape and dtype, which the result has.
    `dim`, `index`: ints, from the end where negative.

    Raises ValueError for a dimension or a position out of range.
    """
    if -input.ndim <= dim < input.ndim and not -input.shape[dim] <= index < input.shape[dim]:
        raise ValueError(
            f"For 'select', 'index' should be in [{-input.shape[dim]}, {input.shape[dim]}), "
            f"but got {index}."
        )
    return torch.select(input, dim, index)


@bindings(MintFunction("where"))
@op
def where(
    condition: torch.Tensor,
    input: torch.Tensor | complex | np.number,
    other: torch.Tensor | complex | np.number,
) -> torch.Tensor:
    """`input` where `condition` (Bool) holds, `other` elsewhere; Tensors or numbers.

    The result has the shape to which all three broadcast, and the dtype to which those of `input`
    and `other` promote.
    """
    return _choose("where", condition, input, other)


# -- slices ------------------------------------------------------------------------------------


@bindings(PrimitiveClass("Slice", inputs=("input", "begin", "size")))
@op
def slice(input_x: torch.Tensor, begin: Dims, size: Dims) -> torch.Tensor:
    """The block of shape `size` that starts at `begin`.

    `input_x` is a Tensor of any shape and dtype.
    `begin` and `size` are tuples of int, one for each dimension, where a `size` of -1 takes the rest.

    The result has the dtype of `input_x`.

    Raises ValueError for a block that reaches beyond the end or tuples of two lengths, TypeError for what is
    no int.

    Differs from MindSpore: shorter tuples, which leave the last dimensions whole, and negative places are
    refused there.
    """
    out = input_x
    for i, (start, length) in enumerate(zip(dims(begin), dims(size), strict=True)):
        length = input_x.shape[i] - start if length == -1 else length
        if start + length > input_x.shape[i]:
            raise ValueError(
                f"For Slice, the sum of begin_shape[{i}] and size_shape[{i}] must be no greater than "
                f"input_x_shape[{i}]."
            )
        out = torch.narrow(out, i, start, length)
    return out


@bindings(
    PrimitiveClass(
        "StridedSlice",
        inputs=("input_x", "begin", "end", "strides"),
        settings={
            "begin_mask": Setting(0),
            "end_mask": Setting(0),
            "ellipsis_mask": Setting(0),
            "new_axis_mask": Setting(0),
            "shrink_axis_mask": Setting(0),
        },
    )
)
@op
def strided_slice(
    input_x: torch.Tensor,
    begin: Dims,
    end: Dims,
    strides: Dims,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> torch.Tensor:
    """The elements `input_x[begin:end:strides]`, where bit i of a mask changes what entry i means.

    `input_x` is a Tensor of any shape and dtype.
    `begin`, `end` and `strides` are tuples of int of one length. The masks are int.
    `begin_mask`, `end_mask`: from the start, to the end.
    `ellipsis_mask`: as many dimensions as fit.
    `new_axis_mask`: a new dimension.
    `shrink_axis_mask`: the single element at `begin`.

    The result has the dtype of `input_x`; limits beyond the end are cut.

    Raises ValueError for a stride of 0, IndexError for tuples of different lengths or longer than the rank.

    Differs from MindSpore: it raises ValueError for those; and here new-axis and ellipsis masks, and the
    gradient with a shrunk dimension, follow its documentation, which its CPU contradicts.
    """
    starts, ends, steps = dims(begin), dims(end), dims(strides)
    entries = len(starts)
    consumed_dims = sum(1 for i in range(entries) if not (new_axis_mask | ellipsis_mask) >> i & 1)
    dim, out = 0, input_x
    for i in range(entries):
        if ellipsis_mask >> i & 1:
            dim += input_x.ndim - consumed_dims
        elif new_axis_mask >> i & 1:
            out = out.unsqueeze(dim)
            dim += 1
        elif shrink_axis_mask >> i & 1:
            out = out.select(dim, starts[i])
        else:
            first = None if begin_mask >> i & 1 else starts[i]
            last = None if end_mask >> i & 1 else ends[i]
            out = _slice_axis(out, dim, first, last, steps[i])
            dim += 1
    return out


def _slice_axis(
    t: torch.Tensor, dim: int, start: int | None, stop: int | None, step: int
) -> torch.Tensor:
    positions = range(t.shape[dim])[_span(start, stop, step)]
    if step > 0:
        index = (_span(None, None, None),) * dim + (_span(start, stop, step),)
        return t[index]
    return t.index_select(dim, torch.tensor(list(positions), dtype=torch.long, device=t.device))


# -- triangles and diagonals -------------------------------------------------------------------


@bindings(
    PrimitiveClass("Tril", settings={"diagonal": Setting(0, checks.integer)}),
    TensorMethod("tril"),
    MintFunction("tril"),
)
@op
def tril(input: torch.Tensor, diagonal: int = 0) -> torch.Tensor:
    """The lower triangle of the last two dimensions, zeros above the diagonal.

    `input`: a Tensor (…, M, N) of any dtype, whose shape and dtype the result has.
    `diagonal`: the highest one that stays, an int, 0 for the main one.
    """
    return torch.tril(input, diagonal)


@bindings(
    PrimitiveClass(
        "Triu", inputs=("input",), settings={"diagonal": Setting(0, checks.none_or(int, bool))}
    ),
    TensorMethod("triu"),
    MintFunction("triu"),
)
@op
def triu(input: torch.Tensor, diagonal: int = 0) -> torch.Tensor:
    """The upper triangle of the last two dimensions, zeros below the diagonal.

    `input`: a Tensor (…, M, N) of any dtype, whose shape and dtype the result has.
    `diagonal`: the lowest one that stays, an int, 0 for the main one.
    """
    return torch.triu(input, diagonal)


@bindings(PrimitiveClass("Diag", inputs=("input",)), TensorMethod("diag"))
@op
def diag(input: torch.Tensor) -> torch.Tensor:
    """A tensor of twice the rank with `input` on its diagonal.

    `input` is a Tensor of any shape and dtype; the result has its dtype and the shape `input.shape +
    input.shape`.
    """
    if input.ndim == 1:
        return torch.diag(input)
    return torch.diag(input.reshape(-1)).reshape(input.shape + input.shape)


@bindings(MintFunction("diag"))
@op
@with_name("diag")
def diag_or_its_part(input: torch.Tensor, diagonal: int = 0) -> torch.Tensor:
    """A matrix with a vector on a diagonal, or a diagonal of a matrix: mint's, as in torch.

    input: a Tensor of one or two dimensions and any dtype, which the result has.
    diagonal: an int, above the main one if positive, below if negative.

    Raises RuntimeError for other ranks.
    """
    return torch.diag(input, diagonal)


@bindings(PrimitiveClass("DiagPart"))
@op
def diag_part(input_x: torch.Tensor) -> torch.Tensor:
    """The diagonal of a tensor whose shape repeats: the inverse of `diag`."""
    half = input_x.shape[: input_x.ndim // 2]
    count = half.numel()
    return torch.diagonal(input_x.reshape(count, count)).reshape(half)


@op
def diag_embed(
    input: torch.Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1
) -> torch.Tensor:
    """Matrices with the last dimension of `input` on their diagonals.

    `input` is a Tensor (…, N) of any dtype; the result has a dimension more and its dtype.
    `offset`: which diagonal, an int.
    `dim1`, `dim2`: where the matrices' dimensions stand.
    """
    return torch.diag_embed(input, offset, dim1, dim2)


@bindings(TensorMethod("diagflat"))
@op
def diagflat(input: torch.Tensor, offset: int = 0) -> torch.Tensor:
    """A matrix with the flattened `input` on a diagonal.

    `input` is a Tensor of any shape and dtype, which the result has.
    `offset`: an int, above the main diagonal if positive, below if negative.
    """
    return torch.diagflat(input, offset)


@bindings(PrimitiveClass("MatrixBandPart"))
@op
def matrix_band_part(
    x: torch.Tensor, lower: int | torch.Tensor, upper: int | torch.Tensor
) -> torch.Tensor:
    """A band of the matrices `x`: `lower` diagonals below the main one and `upper` above, zeros elsewhere.

    `x`: a Tensor (…, M, N) of any dtype, whose shape and dtype the result has.
    `lower`, `upper`: ints, or Tensors of one; a negative one keeps all.
    """
    lower, upper = int(lower), int(upper)
    out = x if lower < 0 else torch.triu(x, -lower)
    return out if upper < 0 else torch.tril(out, upper)


@op
def sequence_mask(lengths: torch.Tensor, maxlen: int | None = None) -> torch.Tensor:
    """Bool rows of length `maxlen` (the longest for None) that hold up to each length.

    `lengths` is a Tensor of integers (…); the result is (…, maxlen).
    """
    longest = int(lengths.max()) if maxlen is None else maxlen
    return torch.arange(longest, device=lengths.device) < lengths.unsqueeze(-1)


@bindings(
    PrimitiveClass(
        "ReverseSequence",
        settings={
            "seq_dim": Setting(check=checks.integer),
            "batch_dim": Setting(0, checks.integer),
        },
    )
)
@op
def reverse_sequence(
    x: torch.Tensor, seq_lengths: torch.Tensor, seq_dim: int, batch_dim: int = 0
) -> torch.Tensor:
    """The first `seq_lengths[b]` elements of each row along `seq_dim` reversed.

    `x` is a Tensor of any dtype, `seq_lengths` an Int32 or Int64 vector as long as `x` along
    `batch_dim`; the result has the shape and dtype of `x`.
    """
    transposed = torch.movedim(x, (batch_dim, seq_dim), (0, 1))
    position = torch.arange(transposed.shape[1], device=x.device)
    length = seq_lengths.long().unsqueeze(1)
    index = torch.where(position < length, length - 1 - position, position)
    wide = index.reshape(index.shape + (1,) * (transposed.ndim - 2)).expand(transposed.shape)
    return torch.movedim(torch.gather(transposed, 1, wide), (0, 1), (batch_dim, seq_dim))


@bindings(TensorMethod("reverse_sequence"))
def reverse_sequence_of(
    self: Tensor, seq_lengths: Tensor, seq_dim: int = 0, batch_dim: int = 0
) -> Any:
    """A copy whose elements up to the length in `seq_lengths` run backwards along `seq_dim`.

    This Tensor is of any shape and dtype, both of which the result has.

    `seq_lengths`: a vector of integers, one for each place along `batch_dim`.
    `seq_dim` and `batch_dim` are ints, ValueError where both are the same.
    """
    if seq_dim == batch_dim:
        raise ValueError(
            f"For 'reverse_sequence', 'batch_dim' should differ from 'seq_dim', but both are {seq_dim}."
        )
    return reverse_sequence(self, seq_lengths, seq_dim, batch_dim)


# -- data-dependent shapes ---------------------------------------------------------------------


@bindings(
    PrimitiveClass("NonZero", inputs=("input",)), TensorMethod("nonzero"), MintFunction("nonzero")
)
@op
def nonzero(input: torch.Tensor, *, as_tuple: bool = False) -> Any:
    """The positions of non-zero elements, one per row; or a tuple with one vector per dimension.

    `input` is a Tensor of any shape and dtype; the result is Int64 (count, rank), or with
    `as_tuple` a tuple of vectors (count,).
    """
    refuse_run_over_floats()
    return torch.nonzero(input, as_tuple=True) if as_tuple else torch.nonzero(input)


@bindings(TensorMethod("argwhere"))
@op
def argwhere(input: torch.Tensor) -> torch.Tensor:
    """The positions of non-zero elements, one per row.

    `input` is a Tensor of any shape and dtype; the result is Int64 (count, rank).
    """
    refuse_run_over_floats()
    return torch.argwhere(input)


__all__ = exported_names(
    globals(),
    "diag_or_its_part",
    "gather_along",
    "masked_fill_cut",
    "reverse_sequence_of",
    "select_slice",
)
