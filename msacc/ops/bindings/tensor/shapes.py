"""Methods of Tensor that reshape it, and those that create tensors like it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor
from msacc.ops.array import casting, creation, joining, shaping, storage
from msacc.ops.core.argument_conversion import dims, twice, varargs
from msacc.ops.core.declaration import TensorMethod, bindings
from msacc.ops.math import reduce

if TYPE_CHECKING:
    import numpy as np

    from msacc.common.argument_types import Axis, Dims, DTypeLike, Ints, Sizes


def _sizes(name: str, sizes: tuple[Any, ...], keywords: Any = None) -> tuple[int, ...]:
    """The sizes of a call such as `reshape(2, 3)`, `reshape((2, 3))` or `reshape(shape=(2, 3))`."""
    if keywords is not None:
        if sizes:
            raise twice(name, "shape")
        sizes = (keywords,)
    if not sizes:
        raise TypeError(f"{name}() missing 1 required positional argument: shape.")
    one = sizes[0] if len(sizes) == 1 else sizes
    if isinstance(one, float):
        raise TypeError(f"{name}(): argument 'shape' must be tuple of int but found {one!r}.")
    return dims(one._t if isinstance(one, Tensor) else one)


@bindings(TensorMethod("reshape"))
def reshape(self: Tensor, *sizes: Sizes, shape: Ints | None = None) -> Tensor:
    """The same elements in another shape: numbers, a tuple or a list; -1 is inferred.

    The result has the tensor's dtype.

    Raises TypeError for sizes that are no int, ValueError for a shape of another number of elements.
    """
    if shape is not None or not sizes or type(sizes[0]) is not int:
        sizes = _sizes("reshape", sizes, shape)
    return shaping.reshape(self, sizes)


@bindings(TensorMethod("view"))
def view(
    self: Tensor,
    *sizes: Sizes | mstype.Type,
    shape: Ints | None = None,
    dtype: DTypeLike | None = None,
) -> Tensor:
    """Like `reshape`; `view(dtype)` reads the same memory as another dtype.

    `sizes` or `shape`: ints, or a tuple of them; -1 is inferred. The result shares memory where
    that can be.
    """
    kind = sizes[0] if len(sizes) == 1 else dtype
    if isinstance(kind, mstype.Type):
        return storage.bits_as(self, casting.any_dtype(kind))
    if shape is None and sizes and type(sizes[0]) is int:
        return shaping.reshape(self, sizes)
    return shaping.reshape(self, _sizes("view", sizes, shape))


@bindings(TensorMethod("transpose"))
def transpose(
    self: Tensor, *axes: Sizes, dim0: int | None = None, dim1: int | None = None
) -> Tensor:
    """All dimensions in the given order, reversed for none; two numbers swap two dimensions.

    `axes`: ints, or a tuple of them.
    `dim0`, `dim1`: the two ints by name.

    The result is a view of the same dtype.
    """
    if dim0 is not None or dim1 is not None:
        if axes or dim0 is None or dim1 is None:
            raise TypeError("transpose() takes all axes, or two dimensions dim0 and dim1.")
        return shaping.swapaxes(self, dim0, dim1)
    if not axes:
        return shaping.transpose(self, tuple(range(self.ndim))[::-1])
    if len(axes) == 1:
        return shaping.transpose(self, varargs(axes))
    if len(axes) == 2 and self._t.ndim != 2:
        return shaping.swapaxes(self, *axes)
    return shaping.transpose(self, axes)


@bindings(TensorMethod("permute"))
def permute(self: Tensor, *axis: Sizes, dims: Axis = None) -> Tensor:
    """The dimensions in the given order: `permute(1, 0)`, `permute((1, 0))` or `permute(dims=(1, 0))`.

    `axis` or `dims`: each dimension once, ints. The result is a view of the tensor's dtype.
    """
    if axis and dims is not None:
        raise twice("permute", "dims")
    return shaping.transpose(self, varargs(axis) if dims is None else dims)


@bindings(TensorMethod("expand"))
def expand(self: Tensor, *size: Sizes) -> Tensor:
    """A view broadcast to the given sizes; -1 keeps one.

    `size`: ints, or a tuple of them, the shape of the result; new dimensions stand in front. The
    dtype stays.
    """
    return shaping.broadcast_to(self, varargs(size))


@bindings(TensorMethod("flatten"))
def flatten(self: Tensor, order: str | int = "C", start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """One dimension, or `start_dim` to `end_dim` made one; `order` 'F' goes column first.

    `flatten(start_dim, end_dim)` is the same without an order.

    The result has the tensor's dtype.
    """
    if isinstance(order, int):
        if start_dim and end_dim != -1:
            raise twice("flatten", "end_dim")
        start_dim, end_dim = order, start_dim if start_dim else end_dim
        order = "C"
    return shaping.flatten(self, order, start_dim=start_dim, end_dim=end_dim)


@bindings(TensorMethod("resize"))
def resize(self: Tensor, *new_shape: Sizes) -> Tensor:
    """The first elements in the shape `new_shape`, ints or a tuple of them, zeros added where they run out.

    The dtype stays.
    """
    return shaping.resize(self, _sizes("resize", new_shape))


@bindings(TensorMethod("split", dim="axis", split_size="split_size_or_sections"))
def split(self: Tensor, split_size_or_sections: Ints, axis: int = 0) -> Any:
    """Chunks of one size, or of these sizes.

    `split_size`: an int, or a tuple or list of the lengths along `dim`, an int. The result is a
    tuple of Tensors of this dtype.
    """
    return joining.split(self, split_size_or_sections, axis)


@bindings(TensorMethod("dim", "ndimension"))
def dim(self: Tensor) -> int:
    """The number of dimensions."""
    return self.ndim


@bindings(TensorMethod("repeat"))
def repeat(self: Tensor, *repeats: Sizes, axis: Axis = None) -> Tensor:
    """The whole tensor repeated in each dimension, as MindSpore does since 2.5.

    With `axis=` given by name, each element repeated along it, as before.

    `repeats`: ints, or a tuple of them, at least as many as dimensions.

    The result has the tensor's dtype.

    Raises RuntimeError for fewer numbers than dimensions.
    """
    if axis is not None:
        count = repeats[0] if len(repeats) == 1 else repeats
        return joining.repeat_interleave(self, count, axis)
    return joining.repeat_by_dimension(self, varargs(repeats))


@bindings(TensorMethod("reshape_as"))
def reshape_as(self: Tensor, other: Tensor) -> Tensor:
    """The same elements in the shape of `other`.

    The result has this Tensor's dtype.
    """
    return shaping.reshape(self, other.shape)


@bindings(TensorMethod("sum_to_size"))
def sum_to_size(self: Tensor, *size: Sizes) -> Tensor:
    """Summed down to a shape it was broadcast from.

    `size`: ints, or a tuple of them. The result has this Tensor's dtype.
    """
    return reduce.sum_to_size(self, varargs(size))


@bindings(TensorMethod("diagonal"))
def diagonal(self: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """The diagonals of two dimensions.

    `offset`: which diagonal, an int; `axis1` and `axis2` leave, and the diagonal is the last
    dimension of the result, which has this Tensor's dtype.
    """
    return shaping.diagonal(self, offset, axis1, axis2)


# -- others like it ----------------------------------------------------------------------------


@bindings(TensorMethod("fill"))
def fill(self: Tensor, value: Tensor | complex | np.number) -> Tensor:
    """A tensor of this shape and dtype with `value` everywhere."""
    return creation.full_like(self, value)


@bindings(TensorMethod("new_zeros"))
def new_zeros(self: Tensor, size: Dims, dtype: DTypeLike | None = None) -> Tensor:
    """Zeros of shape `size`, in this dtype unless another is given.

    `size`: an int, or a tuple or list of ints.
    """
    return creation.filled_as(self, size, 0, dtype)


@bindings(TensorMethod("new_ones"))
def new_ones(self: Tensor, size: Dims, dtype: DTypeLike | None = None) -> Tensor:
    """Ones of shape `size`, in this dtype unless another is given.

    `size`: an int, or a tuple or list of ints.
    """
    return creation.filled_as(self, size, 1, dtype)


@bindings(TensorMethod("new_empty"))
def new_empty(
    self: Tensor, size: Dims, *, dtype: DTypeLike | None = None, device: str | None = None
) -> Tensor:
    """A tensor of shape `size` to be filled, zeros so far, in this dtype unless another is given.

    Raises ValueError for an unknown device, RuntimeError for one that is not here.
    """
    casting.check_target_device("new_empty", device)
    return creation.filled_as(self, size, 0, dtype)


@bindings(TensorMethod("new_full"))
def new_full(
    self: Tensor, size: Dims, fill_value: complex | np.number, *, dtype: DTypeLike | None = None
) -> Tensor:
    """A tensor of shape `size` with `fill_value` everywhere, in this dtype unless another is given.

    `size`: an int, or a tuple or list of ints.
    """
    return creation.filled_as(self, size, fill_value, dtype)
