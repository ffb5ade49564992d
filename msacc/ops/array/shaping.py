"""Shapes and dtypes: views, permutations, joining and splitting."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import dtype as mstype
from msacc.common.settings import settings
from msacc.common.sparse import Sparse
from msacc.common.tensor import Tensor
from msacc.graph.execution_state import runs_over_floats
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import axes, dims, mindspore_dtype
from msacc.ops.core.declaration import (
    MintFunction,
    PrimitiveClass,
    Setting,
    TensorMethod,
    bindings,
    with_bindings,
)
from msacc.ops.core.op import exported_names, op, with_argument_names, with_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from msacc.common.argument_types import Dims, DTypeLike, Ints, TensorLike

# -- facts, not tensors ------------------------------------------------------------------------


@bindings(PrimitiveClass("Shape", inputs=("x",)))
def shape(input_x: Tensor) -> tuple[int, ...]:
    """The lengths of the dimensions of a Tensor.

    `input_x` is a Tensor of any dtype. The result is a tuple of int, () for a scalar. Raises
    TypeError for anything but a Tensor. As in MindSpore.
    """
    if not isinstance(input_x, Tensor):
        raise TypeError(f"For 'shape', 'input_x' should be a Tensor, but got {type(input_x)}.")
    return input_x.shape


@bindings(PrimitiveClass("DType", inputs=("x",)))
def dtype(x: Tensor) -> mstype.Type:
    """The element type of a Tensor.

    `x` is a Tensor of any shape, or a sparse one. The result is a MindSpore dtype such as `mindspore.float32`.
    Raises TypeError for anything but a Tensor. As in MindSpore.
    """
    if not isinstance(x, (Tensor, Sparse)):
        raise TypeError(f"For 'dtype', 'x' should be a Tensor, but got {type(x)}.")
    return x.dtype


@bindings(PrimitiveClass("Rank", inputs=("x",)))
def rank(input_x: Tensor) -> int:
    """The number of dimensions.

    `input_x` is a Tensor of any shape and dtype; the result is an int.
    """
    return len(shape(input_x))


@bindings(PrimitiveClass("Size"))
def size(input_x: TensorLike) -> int:
    """The number of elements of `input_x`, a Tensor of any shape; 1 for a number."""
    return input_x.size if isinstance(input_x, Tensor) else 1


@bindings(TensorMethod("numel", "nelement"))
def numel(input: Tensor) -> int:
    """The number of elements.

    `input` is a Tensor of any shape and dtype; the result is an int.
    """
    return input.size


@bindings(MintFunction("item"))
def item(input: Tensor) -> Any:
    """The one element as a Python number; RuntimeError where there are more, TypeError for what is no Tensor."""
    if not isinstance(input, Tensor):
        raise TypeError(f"For 'item', 'input' should be a Tensor, but got {input!r}.")
    if input.size != 1:
        raise RuntimeError(f"For 'item', 'input' should hold one element, but got {input.size}.")
    return input.item()


@bindings(PrimitiveClass("TensorShape", inputs=("input_x",)))
@op
def dyn_shape(input_x: torch.Tensor) -> torch.Tensor:
    """The dimensions of `input_x`, of any dtype and shape, as an Int64 Tensor (rank,)."""
    return torch.tensor(input_x.shape, dtype=torch.int64, device=input_x.device)


@bindings(PrimitiveClass("DynamicShape", settings={"dtype": Setting(9)}))
@op
def dyn_shape_as(input_x: torch.Tensor, dtype: int | DTypeLike = 9) -> torch.Tensor:
    """The dimensions as a Tensor of `dtype`, Int64 or Int32; 9 is how MindSpore writes its default, Int64."""
    if dtype not in (9, mstype.int64, mstype.int32):
        raise TypeError(
            f"For 'DynamicShape', 'dtype' should be mindspore.int64 or mindspore.int32, but got {dtype!r}."
        )
    return dyn_shape.raw(input_x).to(torch.int32 if dtype is mstype.int32 else torch.int64)


# -- dtype -------------------------------------------------------------------------------------


@bindings(PrimitiveClass("Cast", inputs=("input_x", "dtype")))
@op
def cast(input: torch.Tensor | complex | np.number, dtype: DTypeLike) -> torch.Tensor:
    """The values of `input` in another dtype.

    `input` is a Tensor of any shape and dtype, or a number.
    `dtype` is a MindSpore dtype.

    The result has the shape of `input`, () for a number; floats become integers by rounding towards zero, and
    Bool says what is not zero.

    Raises TypeError for any other `input` or `dtype`: neither strings nor Python's types are taken.

    As in MindSpore.
    """
    if isinstance(input, torch.Tensor):
        kind = mindspore_dtype("Cast", dtype)
        if (
            runs_over_floats()
            and input.requires_grad
            and not (kind.is_floating_point or kind.is_complex)
        ):
            # Integers for the value, the identity for the gradient.
            return input + (input.trunc() - input).detach()
        return input.to(kind)
    if not isinstance(input, (int, float, complex)):
        raise TypeError(f"For 'Cast', 'input' should be a Tensor or a number, but got {input!r}.")
    return torch.tensor(input, dtype=mindspore_dtype("Cast", dtype), device=settings.device)


@bindings(TensorMethod("type_as"))
@op
def type_as(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """`input` in the dtype of `other`.

    Both are Tensors; the result has the shape of `input`.
    """
    return input.to(other.dtype)


# -- views -------------------------------------------------------------------------------------


@bindings(PrimitiveClass("Reshape", inputs=("input", "shape")), MintFunction("reshape"))
@op
def reshape(input: torch.Tensor, shape: Dims) -> torch.Tensor:
    """The same elements in another shape.

    `input` is a Tensor of any shape and dtype.
    `shape` is a tuple, list or Tensor of ints, of which one may be -1 and takes what is left.

    The result has this shape and the dtype of `input`, and shares its memory where it can.

    Raises ValueError if the elements do not fit or two lengths are -1, TypeError for an int or for lengths
    that are no int, RuntimeError for a length below -1.

    Differs from MindSpore: it raises ValueError for that.
    """
    if type(shape) is tuple:
        return torch.reshape(input, shape)
    if isinstance(shape, int):
        raise TypeError(f"For 'reshape', 'shape' should be a tuple of int, but got {shape!r}.")
    return torch.reshape(input, dims(shape))


@bindings(
    PrimitiveClass("Transpose", inputs=("input", "dims")),
    PrimitiveClass("TransposeView", inputs=("input", "input_perm")),
)
@op
def transpose(input: torch.Tensor, dims: Dims) -> torch.Tensor:
    """The dimensions of `input` in the order `dims`.

    `input` is a Tensor of any shape and dtype.
    `dims` is a tuple or list of int that names each dimension once, from the end if negative.

    The result has the dtype of `input` and shares its memory.

    Raises ValueError if a dimension is missing, given twice or out of range, TypeError for what is no int.

    As in MindSpore.
    """
    if type(dims) is tuple and len(dims) == input.ndim:
        return torch.permute(input, dims)
    order = axes(dims) or ()
    if isinstance(order, int) or len(order) != input.ndim:
        raise ValueError(
            f"For 'transpose', 'dims' should name each of the {input.ndim} dimensions, but got {dims!r}."
        )
    return torch.permute(input, order)


@bindings(MintFunction("permute", dims="axis"))
@op
def permute(input: torch.Tensor, axis: Dims) -> torch.Tensor:
    """The dimensions in the order `axis`.

    `input` is a Tensor of any dtype, `axis` a tuple or list with each dimension once; the result
    has its dtype, and is a view.
    """
    return torch.permute(input, dims(axis))


@bindings(
    PrimitiveClass("ExpandDims", inputs=("input_x", "axis")),
    TensorMethod("expand_dims"),
    TensorMethod("unsqueeze", dim="axis"),
)
@op
def expand_dims(input_x: torch.Tensor, axis: int) -> torch.Tensor:
    """A dimension of length 1 put in at `axis`.

    `input_x` is a Tensor of any shape and dtype; `axis` is an int from -(rank + 1) to rank, or a
    0-d Tensor of one. The result has the elements and dtype of `input_x`. Raises ValueError for an
    `axis` out of range, TypeError for an `input_x` that is no Tensor or an `axis` that is a tuple.
    Differs from MindSpore: a float `axis` is refused there and cut to an int here.
    """
    return torch.unsqueeze(input_x, int(axis))


@bindings(
    PrimitiveClass(
        "Squeeze",
        inputs=("input",),
        settings={"axis": Setting((), checks.none_or(int, bool, tuple, list))},
    ),
    TensorMethod("squeeze", dim="axis"),
    MintFunction("squeeze", dim="axis"),
)
@op
def squeeze(input: torch.Tensor, axis: Dims | None = None) -> torch.Tensor:
    """The tensor without those of its dimensions that have length 1.

    `input` is a Tensor of any shape and dtype.
    `axis` is an int or a tuple or list of int: only these are taken out; None and () mean all.

    The result has the elements and dtype of `input`; a dimension of another length stays.

    Raises ValueError for an `axis` that `input` lacks.

    As in MindSpore.
    """
    where = axes(axis)
    if where is None:
        return torch.squeeze(input)
    return torch.squeeze(input, where)


@op
def flatten(
    input: torch.Tensor, order: str = "C", *, start_dim: int = 1, end_dim: int = -1
) -> torch.Tensor:
    """Dimensions `start_dim` to `end_dim` made one; `order` 'F' flattens column first.

    With the `start_dim` and `end_dim` of the defaults a copy, with others a view where memory allows it.

    `input` is a Tensor of any shape and dtype; the result has its dtype.
    """
    if order not in ("C", "F"):
        raise ValueError(
            f"For 'flatten', argument 'order' should be 'C' or 'F', but got {order!r}."
        )
    if order == "F":
        input = input.permute(tuple(range(input.ndim))[::-1])
    if input.ndim < 2 and start_dim == 1:
        return input.reshape(-1)
    return _flattened(input, start_dim, end_dim)


def _flattened(x: torch.Tensor, start: int, end: int) -> torch.Tensor:
    """`torch.flatten`, but (1, -1) is a kernel in MindSpore, which copies; others are a reshape there."""
    flat = torch.flatten(x, start, end)
    return flat.clone() if (start, end) == (1, -1) else flat


@bindings(MintFunction("flatten", "nn.functional.flatten"))
@op
@with_name("flatten")
def flatten_from_first(input: torch.Tensor, start_dim: int = 0, end_dim: int = -1) -> torch.Tensor:
    """Dimensions `start_dim` to `end_dim` made one; all by default: mint's, as in torch.

    input: a Tensor of any shape and dtype, which the result has. Raises ValueError for dimensions out of range
    or in the wrong order.
    """
    return torch.flatten(input, start_dim, end_dim)


@op
def flatten_between(x: torch.Tensor, start: int = 1, end: int = -1) -> torch.Tensor:
    """Dimensions `start` to `end` made one; unlike `flatten`, ValueError where either is not there."""
    size = max(x.ndim, 1)
    if not (-size <= start < size and -size <= end < size):
        raise ValueError(
            f"For 'Flatten', 'start_dim' or 'end_dim' out of range: got {start} and {end} for an input "
            f"with {x.ndim} dims."
        )
    return _flattened(x, start, end)


@bindings(PrimitiveClass("Flatten", inputs=("input_x",)))
@op
def flatten_batch(input_x: torch.Tensor) -> torch.Tensor:
    """All dimensions but the first made one, in a copy.

    `input_x` is a Tensor of shape (N, …) and any dtype. The result has shape (N, M), where M is the
    product of the other lengths, and the same dtype. Raises IndexError for a Tensor without
    dimensions. Differs from MindSpore: it raises RuntimeError for that.
    """
    return torch.reshape(input_x, (input_x.shape[0], -1)).clone()


@bindings(
    PrimitiveClass(
        "BroadcastTo",
        inputs=("input",),
        settings={"shape": Setting(check=checks.none_or(tuple, list))},
    ),
    TensorMethod("broadcast_to"),
    MintFunction("broadcast_to"),
)
@op
def broadcast_to(input: torch.Tensor, shape: Dims) -> torch.Tensor:
    """The tensor `input` spread to the shape `shape`, without copying elements.

    `input` is a Tensor of any shape and dtype.
    `shape` is a tuple of int, at least as many as dimensions, where -1 keeps one.

    Dimensions of length 1 grow, new ones come first.

    The result has this shape and the dtype of `input`.

    Raises ValueError for lengths that do not fit, RuntimeError for too few or a -1 in front, TypeError for
    what is no int.

    Differs from MindSpore: it raises ValueError for these too.
    """
    return input.expand(dims(shape))


@bindings(TensorMethod("expand_as", x="other"))
@op
def expand_as(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """A view of the shape of `other`.

    Both are Tensors; the result has the dtype of `input`.
    """
    return input.expand_as(other)


@bindings(
    PrimitiveClass("TransposeExtView", inputs=("input", "dim0", "dim1")),
    TensorMethod("swapaxes"),
    TensorMethod("swapdims", dim0="axis0", dim1="axis1"),
    MintFunction("swapaxes"),
    MintFunction("transpose", dim0="axis0", dim1="axis1"),
)
@op
def swapaxes(input: torch.Tensor, axis0: int, axis1: int) -> torch.Tensor:
    """`input` with two dimensions exchanged, `axis0` and `axis1`.

    They are ints, and `input` is a Tensor of any dtype. The result has its dtype,
    and is a view.
    """
    return torch.transpose(input, axis0, axis1)


@bindings(TensorMethod("moveaxis", "movedim"))
@op
def moveaxis(x: torch.Tensor, source: Ints, destination: Ints) -> torch.Tensor:
    """The dimensions `source` of `x` moved to the positions `destination`.

    `x` is a Tensor of any shape and dtype, `source` and `destination` ints, or tuples or lists of as many; the
    result is a view of its dtype.
    """
    return torch.movedim(x, source, destination)  # type: ignore[arg-type]


@bindings(TensorMethod("t"), MintFunction("t"))
@op
def t(input: torch.Tensor) -> torch.Tensor:
    """The transpose of a matrix; every other rank as it is.

    `input` is a Tensor of any dtype; the result is a view of it.
    """
    return torch.t(input) if input.ndim <= 2 else input


@bindings(TensorMethod("adjoint"))
@op
def adjoint(x: torch.Tensor) -> torch.Tensor:
    """The last two dimensions exchanged, conjugated.

    `x` is a Tensor (…, N, M) of any dtype; the result is (…, M, N) of it.
    """
    return x.mH.resolve_conj()


@bindings(TensorMethod("narrow", dim="axis"), MintFunction("narrow", dim="axis"))
@op
def narrow(input: torch.Tensor, axis: int, start: int, length: int) -> torch.Tensor:
    """Elements `start` to `start + length` along `axis`.

    `input` is a Tensor of any dtype, which the result has, with `length` along `axis`; all three
    are ints.
    """
    return torch.narrow(input, axis, int(start), int(length))


@op
def diagonal(input: torch.Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> torch.Tensor:
    """The diagonals of two dimensions.

    `input` is a Tensor of any dtype, which the result has.
    `offset`: which diagonal, an int; `dim1` and `dim2` leave, and the diagonal is the last dimension.
    """
    return torch.diagonal(input, offset, dim1, dim2)


@bindings(TensorMethod("view_as"))
@op
def view_as(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """A view in the shape of `other`.

    Both are Tensors; the result has the dtype of `input`.
    """
    return input.view(other.shape)


@bindings(TensorMethod("ravel"), MintFunction("ravel"))
@op
def ravel(input: torch.Tensor) -> torch.Tensor:
    """All elements in one dimension.

    `input` is a Tensor of any shape and dtype; the result is a vector of its dtype.
    """
    return torch.reshape(input, (-1,))


# -- joining -----------------------------------------------------------------------------------


# -- splitting ---------------------------------------------------------------------------------


# -- repeating and turning ---------------------------------------------------------------------


@bindings(TensorMethod("flip"), MintFunction("flip"))
@op
def flip(input: torch.Tensor, dims: Ints) -> torch.Tensor:
    """The order of elements reversed along `dims`.

    `input` is a Tensor of any shape and dtype, which the result has.
    `dims`: a tuple or list of ints.
    """
    return torch.flip(input, (dims,) if isinstance(dims, int) else tuple(dims))


@bindings(TensorMethod("fliplr"))
@op
def fliplr(input: torch.Tensor) -> torch.Tensor:
    """Left and right exchanged.

    `input` is a Tensor of any dtype; the result has its shape and dtype.
    """
    return torch.fliplr(input)


@bindings(TensorMethod("flipud"))
@op
def flipud(input: torch.Tensor) -> torch.Tensor:
    """Up and down exchanged.

    `input` is a Tensor of any dtype; the result has its shape and dtype.
    """
    return torch.flipud(input)


@bindings(
    PrimitiveClass(
        "Roll",
        inputs=("input",),
        settings={
            "shifts": Setting(check=checks.none_or(int, bool, tuple, list)),
            "dims": Setting(None, checks.none_or(int, bool, tuple, list)),
        },
    ),
    TensorMethod("roll"),
    MintFunction("roll"),
)
@op
def roll(input: torch.Tensor, shifts: Ints, dims: Ints | None = None) -> torch.Tensor:
    """Elements shifted round; flattened meanwhile for dims None.

    `input` is a Tensor of any shape and dtype, which the result has.
    `shifts` and `dims`: ints, or tuples of as many.
    """
    return torch.roll(input, shifts, dims)  # type: ignore[arg-type]


@bindings(TensorMethod("rot90"))
@op
def rot90(input: torch.Tensor, k: int, dims: list[int] | tuple[int, ...]) -> torch.Tensor:
    """Turned by 90 degrees `k` times in the plane of two dimensions.

    `input` is a Tensor of any dtype, which the result has.
    `k` is an int, `dims` two dimensions.
    """
    return torch.rot90(input, k, tuple(dims))


@op
def atleast_1d(inputs: torch.Tensor | Sequence[torch.Tensor]) -> Any:
    """At least one dimension, for a Tensor or a sequence of them.

    `inputs`: a Tensor, or a tuple or list of them, of any dtype; the result is one or a tuple, with
    new dimensions of length 1.
    """
    return torch.atleast_1d(inputs)


@op
def atleast_2d(inputs: torch.Tensor | Sequence[torch.Tensor]) -> Any:
    """At least two dimensions.

    `inputs`: a Tensor, or a tuple or list of them, of any dtype; the result is one or a tuple, with
    new dimensions of length 1.
    """
    return torch.atleast_2d(inputs)


@op
def atleast_3d(inputs: torch.Tensor | Sequence[torch.Tensor]) -> Any:
    """At least three dimensions.

    `inputs`: a Tensor, or a tuple or list of them, of any dtype; the result is one or a tuple, with
    new dimensions of length 1.
    """
    return torch.atleast_3d(inputs)


@bindings(
    PrimitiveClass(
        "ReverseV2",
        inputs=("input",),
        settings={"axis": Setting(check=checks.none_or(tuple, list))},
    ),
    TensorMethod("reverse"),
)
@op
def reverse(x: torch.Tensor, axis: Ints) -> torch.Tensor:
    """The order of elements reversed along `axis`.

    `x` is a Tensor of any shape and dtype.
    `axis` is a tuple or list of int.

    The result has the shape and dtype of `x`.

    Raises ValueError for an axis that `x` lacks or that is given twice.

    Differs from MindSpore: it raises TypeError for an `axis` that is one int, which is taken here.
    """
    over = (axis,) if isinstance(axis, int) else tuple(axis)
    if len({a % x.ndim for a in over if x.ndim}) < len(over):
        raise ValueError(f"For 'reverse', 'axis' must not name a dimension twice, but got {axis}.")
    return torch.flip(x, over)


# -- blocks of pixels, (N, C, H, W) ------------------------------------------------------------


def _block(name: str, block_size: int) -> int:
    if not isinstance(block_size, int) or block_size < 2:
        raise ValueError(
            f"For '{name}', 'block_size' should be an int of at least 2, but got {block_size!r}."
        )
    return block_size


@bindings(
    PrimitiveClass("DepthToSpace", settings={"block_size": Setting(check=checks.positive_int)})
)
@op
def depth_to_space(x: torch.Tensor, block_size: int) -> torch.Tensor:
    """Channels moved into blocks of pixels: (N, C b², H, W) to (N, C, H b, W b).

    `x` is a Tensor of any dtype, which the result has; `block_size` (b): an int of at least 2.
    """
    b = _block("DepthToSpace", block_size)
    return x.unflatten(1, (b, b, -1)).permute(0, 3, 4, 1, 5, 2).flatten(4, 5).flatten(2, 3)


@bindings(
    PrimitiveClass("SpaceToDepth", settings={"block_size": Setting(check=checks.positive_int)})
)
@op
def space_to_depth(x: torch.Tensor, block_size: int) -> torch.Tensor:
    """Blocks of pixels moved into channels, the inverse of `depth_to_space`.

    `x`: a Tensor (N, C, H, W) of any dtype, which the result (N, C * b², H / b, W / b) has; `block_size` (b):
    an int above 1.
    """
    b = _block("SpaceToDepth", block_size)
    blocks = x.unflatten(3, (-1, b)).unflatten(2, (-1, b))
    return blocks.permute(0, 3, 5, 1, 2, 4).flatten(1, 3)


# -- other names -------------------------------------------------------------------------------
unsqueeze = with_bindings(
    with_argument_names(expand_dims, input="input_x", dim="axis"), MintFunction("unsqueeze")
)
swapdims = with_argument_names(swapaxes, dim0="axis0", dim1="axis1")
movedim = moveaxis
shape_ = with_argument_names(shape, x="input_x")
reshape_, tensor_shape = reshape, dyn_shape


@op
def resize(input: torch.Tensor, shape: Dims) -> torch.Tensor:
    """The first elements in another shape, zeros added where they run out."""
    sizes = dims(shape)
    count = math.prod(sizes)
    flat = input.reshape(-1)
    if count > flat.numel():
        flat = torch.cat((flat, flat.new_zeros(count - flat.numel())))
    return flat[:count].reshape(sizes)


__all__ = exported_names(globals(), "flatten_between", "flatten_from_first", "item", "resize")
