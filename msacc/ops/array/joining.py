"""Joining, splitting and repeating tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import dims
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, Setting, TensorMethod, bindings
from msacc.ops.core.op import exported_names, op, with_argument_names, with_name
from msacc.ops.core.tensor_conversion import Tensors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Dims, Ints


def _sequence(name: str, tensors: Sequence[Any]) -> list[torch.Tensor] | tuple[torch.Tensor, ...]:
    if not isinstance(tensors, (tuple, list)):
        raise TypeError(
            f"For '{name}', 'tensors' should be a tuple or list of Tensor, but got {type(tensors)}."
        )
    if not tensors:
        raise ValueError(f"For '{name}', 'tensors' should hold at least one Tensor.")
    return tensors


def _axis(name: str, axis: Any) -> int:
    """An int of another type: numpy's, or a Tensor of one."""
    if isinstance(axis, bool) or not hasattr(axis, "__index__"):
        raise TypeError(f"For '{name}', 'axis' should be an int, but got {axis!r}.")
    return axis.__index__()  # type: ignore[no-any-return]


@bindings(
    PrimitiveClass("Concat", inputs=("tensors",), settings={"axis": Setting(0)}),
    MintFunction("cat", dim="axis"),
    MintFunction("concat", dim="axis"),
)
@op
def cat(tensors: Tensors, axis: int = 0) -> torch.Tensor:
    """Tensors joined along the existing dimension `axis`.

    `tensors` is a tuple or list of Tensors of one rank, whose shapes are equal but along `axis`, an
    int; their dtypes promote. The result has their shape with the lengths along `axis` added up.
    Raises TypeError for a single Tensor, ValueError for none, for different ranks or shapes and for
    an `axis` out of range. As in MindSpore.
    """
    if type(tensors) is not list or not tensors:
        _sequence("concat", tensors)
    rank = tensors[0].ndim
    for t in tensors:
        if t.ndim != rank:
            ranks = [t.ndim for t in tensors]
            raise ValueError(f"For 'concat', ranks should be equal, but got {ranks}.")
    return torch.cat(tensors, axis if type(axis) is int else _axis("concat", axis))


@bindings(
    PrimitiveClass("Stack", settings={"axis": Setting(0, checks.integer)}),
    PrimitiveClass("Pack", settings={"axis": Setting(0, checks.integer)}),
    MintFunction("stack", dim="axis"),
)
@op
def stack(tensors: Tensors, axis: int = 0) -> torch.Tensor:
    """Tensors joined along a new dimension `axis`.

    `tensors` is a tuple or list of Tensors of one shape and dtype, `axis` an int from -(rank + 1)
    to rank. The result has that dtype and one dimension more, as long as there are Tensors. Raises
    TypeError for two dtypes or a single Tensor, ValueError for two shapes, for none at all and for
    an `axis` out of range. Differs from MindSpore: the function there takes a single Tensor for a
    list of one.
    """
    items = _sequence("stack", tensors)
    if any(t.dtype is not items[0].dtype for t in items):
        raise TypeError(f"For 'stack', dtypes should be equal, but got {[t.dtype for t in items]}.")
    return torch.stack(tuple(items), axis)


def _rows(name: str, inputs: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
    return tuple(_sequence(name, inputs))


def _some(name: str, inputs: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
    if isinstance(inputs, (tuple, list)) and not inputs:
        raise TypeError(f"For '{name}', at least one Tensor should be given, but got {inputs!r}.")
    return _rows(name, inputs)


@bindings(MintFunction("hstack"))
@op
def hstack(tensors: Sequence[torch.Tensor]) -> torch.Tensor:
    """Tensors side by side, along the second dimension, vectors along the first.

    `tensors`: a tuple or list of Tensors of one dtype, which the result has, and of one shape but there.
    """
    return torch.hstack(_rows("hstack", tensors))


@op
def vstack(inputs: Sequence[torch.Tensor]) -> torch.Tensor:
    """Tensors one below the other, along the first dimension, vectors as rows.

    `inputs`: a tuple or list of Tensors of one dtype, which the result has, and of one shape but there.

    TypeError for none.
    """
    return torch.vstack(_some("vstack", inputs))


@bindings(MintFunction("dstack"))
@op
def dstack(tensors: Sequence[torch.Tensor]) -> torch.Tensor:
    """Tensors concatenated along the third dimension.

    `tensors`: a tuple or list of Tensors of one dtype, which the result has, and of one shape but there.

    TypeError for none.
    """
    return torch.dstack(_some("dstack", tensors))


@op
def column_stack(tensors: Sequence[torch.Tensor]) -> torch.Tensor:
    """Vectors (N,) as the columns of a matrix; of matrices (N, M) the columns.

    `tensors`: a tuple or list of Tensors of one dtype, which the result has.
    """
    return torch.column_stack(_rows("column_stack", tensors))


@op
def block_diag(*inputs: torch.Tensor) -> torch.Tensor:
    """Matrices along the diagonal of a larger one.

    `inputs` are Tensors of at most two dimensions; the result is a matrix of the dtype to which
    theirs promote.
    """
    return torch.block_diag(*inputs)


@bindings(MintFunction("split", dim="axis"))
@op
def split(tensor: torch.Tensor, split_size_or_sections: Ints, axis: int = 0) -> Any:
    """A tuple of chunks: of one size (the last may be smaller), or of the sizes in a tuple or list.

    `tensor` is a Tensor of any shape and dtype; the result's chunks have its dtype.
    `split_size_or_sections`: an int, or the lengths along `axis`, an int.
    """
    sizes = split_size_or_sections
    if isinstance(sizes, int):
        if sizes <= 0:
            raise ValueError(
                f"For split, the value of 'split_size_or_sections' must be more than zero, but got {sizes}."
            )
        return torch.split(tensor, sizes, axis)
    if not isinstance(sizes, (tuple, list)):
        raise TypeError(
            f"For split, 'split_size_or_sections' should be int, tuple or list, but got {sizes!r}."
        )
    if sum(sizes) != tensor.shape[axis]:
        raise ValueError(
            f"The sum of 'split_size_or_sections' should be equal to {tensor.shape[axis]}, but got {sum(sizes)}."
        )
    return torch.split(tensor, list(sizes), axis)


@bindings(
    PrimitiveClass(
        "Split", inputs=("input_x",), settings={"axis": Setting(0), "output_num": Setting(1)}
    )
)
@op
def split_equal(input_x: torch.Tensor, axis: int = 0, output_num: int = 1) -> Any:
    """Split `input_x` along `axis` into `output_num` chunks of one size.

    `input_x` is a Tensor of any shape and dtype; `axis` and `output_num` are int. The result is a
    tuple of Tensors of that dtype. Raises ValueError for an `axis` that `input_x` lacks or a length
    that `output_num` does not divide. As in MindSpore.
    """
    if input_x.shape[axis] % output_num:
        raise ValueError(
            f"For 'Split', x_shape[{axis}] must be divisible by output_num = {output_num}, "
            f"but got {input_x.shape[axis]}."
        )
    return torch.split(input_x, input_x.shape[axis] // output_num, axis)


@bindings(
    PrimitiveClass(
        "SplitV",
        settings={
            "size_splits": Setting(),
            "split_dim": Setting(check=checks.integer),
            "num_split": Setting(check=checks.positive_int),
        },
    )
)
@op
def split_sizes(
    input_x: torch.Tensor, size_splits: Sequence[int], split_dim: int, num_split: int
) -> Any:
    """Pieces of the sizes `size_splits` along `split_dim`; one -1 takes what is left.

    `input_x`: a Tensor of any shape and dtype, which the pieces, a tuple of views, have; `size_splits`: ints;
    `split_dim`: an int; `num_split`: how many there are (ValueError otherwise).
    """
    sizes = list(size_splits)
    if num_split != len(sizes):
        raise ValueError(f"For 'SplitV', 'num_split' should be {len(sizes)}, but got {num_split}.")
    if -1 in sizes:
        sizes[sizes.index(-1)] = input_x.shape[split_dim] - (sum(sizes) + 1)
    return torch.split(input_x, sizes, split_dim)


@bindings(TensorMethod("chunk", dim="axis"), MintFunction("chunk", dim="axis"))
@op
def chunk(input: torch.Tensor, chunks: int, axis: int = 0) -> Any:
    """At most `chunks` chunks of one size (the last may be smaller); ValueError unless `chunks` is above 0.

    `input` is a Tensor of any shape and dtype, cut along `axis`; the result is a tuple of Tensors
    of that dtype.
    """
    if chunks <= 0:
        raise ValueError(f"For 'chunk', 'chunks' should be greater than 0, but got {chunks}.")
    return torch.chunk(input, chunks, axis)


@bindings(PrimitiveClass("Unpack", settings={"axis": Setting(0, checks.integer)}))
@op
def unstack(input_x: torch.Tensor, axis: int = 0) -> Any:
    """A tuple with each slice of `input_x` along `axis`.

    `input_x` is a Tensor of any shape and dtype; the result's Tensors have its dtype, and one dimension less.
    """
    return torch.unbind(input_x, axis)


@bindings(
    PrimitiveClass(
        "Unstack",
        settings={"axis": Setting(0, checks.integer), "num": Setting(None, checks.none_or(int))},
    )
)
@op
def unstack_of(input_x: torch.Tensor, axis: int = 0, num: int | None = None) -> Any:
    """`unstack`; ValueError if there are not `num` slices.

    `input_x` is a Tensor of any dtype; the result is a tuple of Tensors of that dtype, without
    `axis`.
    """
    if num is not None and num != input_x.shape[axis]:
        raise ValueError(f"For 'Unstack', 'num' should be {input_x.shape[axis]}, but got {num}.")
    return torch.unbind(input_x, axis)


@bindings(TensorMethod("unbind"), MintFunction("unbind", own_name=True))
@op
def unbind(input: torch.Tensor, dim: int = 0) -> Any:
    """A tuple with each slice along `dim`.

    `input` is a Tensor of any shape and dtype; the Tensors have its dtype, and the shape without
    `dim`.
    """
    return torch.unbind(input, dim)


def _sections(where: str, value: Ints) -> Any:
    """A number of parts, which is above 0, or the positions to cut at."""
    return check.positive_int(where, "indices_or_sections", value) if check.is_int(value) else value


@bindings(TensorMethod("tensor_split"))
@op
def tensor_split(input: torch.Tensor, indices_or_sections: Ints, axis: int = 0) -> Any:
    """Pieces cut at indices, or so many of nearly one size.

    `input` is a Tensor of any dtype, `indices_or_sections` an int or a tuple or list of ints,
    `axis` an int; the result is a tuple of Tensors of its dtype.
    """
    return torch.tensor_split(input, _sections("tensor_split", indices_or_sections), axis)


@bindings(TensorMethod("hsplit"))
@op
def hsplit(input: torch.Tensor, indices_or_sections: Ints) -> Any:
    """`tensor_split` along the second dimension.

    `input` is a Tensor of any dtype, `indices_or_sections` an int or a tuple or list of ints; the
    result is a tuple of Tensors of its dtype.
    """
    return torch.tensor_split(
        input, _sections("hsplit", indices_or_sections), 1 if input.ndim > 1 else 0
    )


@bindings(TensorMethod("vsplit"))
@op
def vsplit(input: torch.Tensor, indices_or_sections: Ints) -> Any:
    """`tensor_split` along the first dimension.

    `input` is a Tensor of any dtype, `indices_or_sections` an int or a tuple or list of ints; the
    result is a tuple of Tensors of its dtype.
    """
    return torch.tensor_split(input, _sections("vsplit", indices_or_sections), 0)


@bindings(TensorMethod("dsplit"))
@op
def dsplit(input: torch.Tensor, indices_or_sections: Ints) -> Any:
    """`tensor_split` along the third dimension.

    `input` is a Tensor of any dtype, `indices_or_sections` an int or a tuple or list of ints; the
    result is a tuple of Tensors of its dtype.
    """
    return torch.tensor_split(input, _sections("dsplit", indices_or_sections), 2)


@bindings(
    PrimitiveClass("Tile", inputs=("input", "dims")),
    TensorMethod("tile", reps="dims"),
    MintFunction("tile"),
)
@op
def tile(input: torch.Tensor, dims: Ints) -> torch.Tensor:
    """The whole tensor repeated `dims` times in each dimension.

    `input` is a Tensor of any shape and dtype, `dims` a tuple of int from 0, one for each
    dimension; the shorter of the two is filled up in front with ones. The result has the dtype of
    `input` and each length times its number. Raises TypeError for `dims` that are no int,
    RuntimeError for a negative one. Differs from MindSpore: it raises ValueError for a negative one
    and refuses a plain int.
    """
    return torch.tile(input, tuple(dims) if not isinstance(dims, int) else (dims,))


@op
def repeat_by_dimension(input: torch.Tensor, repeats: Dims) -> torch.Tensor:
    """`tile` that asks for a number for each dimension at least; RuntimeError for fewer."""
    counts = dims(repeats)
    if len(counts) < input.ndim:
        raise RuntimeError(
            f"For 'repeat', there should be a number for each of the {input.ndim} dimensions, but got "
            f"{counts}; repeat_interleave(repeats, dim) repeats elements."
        )
    return input.repeat(counts)


@op
def repeat_elements(x: torch.Tensor, rep: int, axis: int = 0) -> torch.Tensor:
    """Each element repeated `rep` times along `axis`.

    `x` is a Tensor of any shape and dtype; the result has its dtype, and `rep` times the length
    along `axis`.
    """
    return torch.repeat_interleave(x, rep, axis)


@op
def repeat_interleave(
    input: torch.Tensor, repeats: Ints | torch.Tensor, axis: int | None = None
) -> torch.Tensor:
    """Each element repeated, by one number or by one each; flattened for axis None.

    `input` is a Tensor of any dtype, which the result has.
    `repeats`: an int, or one for each element along `axis`.
    """
    if isinstance(repeats, (tuple, list)):
        repeats = torch.tensor(repeats, device=input.device) if len(repeats) > 1 else repeats[0]
    return torch.repeat_interleave(input, repeats, axis)


@bindings(TensorMethod("repeat_interleave", axis="dim"), MintFunction("repeat_interleave"))
@op
@with_name("repeat_interleave")
def repeat_interleave_to(
    input: torch.Tensor,
    repeats: Ints | torch.Tensor,
    dim: int | None = None,
    *,
    output_size: int | None = None,
) -> torch.Tensor:
    """Each element, or slice along `dim`, repeated by one number or by one each; flattened for dim None.

    input: any shape.
    repeats: an int, or a list or vector of them.
    output_size: the size of `dim` in the result, which mint takes as torch does.

    RuntimeError where that is wrong, ValueError for a dimension out of range.
    """
    if output_size is None:
        return repeat_interleave.raw(input, repeats, dim)
    each = torch.as_tensor(repeats, device=input.device)
    return torch.repeat_interleave(input, each, dim, output_size=output_size)


concat = cat


row_stack = with_argument_names(vstack, tensors="inputs")


__all__ = exported_names(globals(), "repeat_interleave_to", "repeat_by_dimension")
