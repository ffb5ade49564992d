# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def diagonal_scatter(input: Tensor, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor: ...
def index_add(x: Tensor, indices: Any, y: Any, axis: int, use_lock: bool = True, check_index_bound: bool = True) -> Tensor: ...
def index_fill(x: Tensor, axis: Any, index: Tensor, value: Any) -> Tensor: ...
def inplace_add(x: Tensor, v: Tensor, indices: Any) -> Tensor: ...
def inplace_sub(x: Tensor, v: Tensor, indices: Any) -> Tensor: ...
def inplace_update(x: Tensor, v: Tensor, indices: Any) -> Tensor: ...
def scatter(input: Tensor, axis: int, index: Tensor, src: Any) -> Tensor: ...
def scatter_add(input_x: Tensor, indices: Any, updates: Any) -> Tensor:
    """Combine (add) `updates` into rows of the parameter `input_x`; returns it.

    `input_x` is a Parameter of numbers of any shape; `indices`, a Tensor of Int32 or Int64 of any shape, holds
    numbers of rows, negative ones from the end; `updates` is a Tensor whose dtype that of `input_x` can hold,
    of the shape `indices.shape + input_x.shape[1:]`.

    Raises TypeError for dtypes that are not as said, ValueError for shapes.

    Examples:
        >>> x = Parameter(Tensor([1.0, 2.0, 3.0]), name="x")
        >>> print(ops.scatter_add(x, Tensor([1, 1]), Tensor([5.0, 5.0])))
        [ 1. 12.  3.]
    """
def scatter_div(input_x: Tensor, indices: Any, updates: Any) -> Tensor:
    """Combine (div) `updates` into rows of the parameter `input_x`; returns it.

    `input_x` is a Parameter of numbers of any shape; `indices`, a Tensor of Int32 or Int64 of any shape, holds
    numbers of rows, negative ones from the end; `updates` is a Tensor whose dtype that of `input_x` can hold,
    of the shape `indices.shape + input_x.shape[1:]`.

    Raises TypeError for dtypes that are not as said, ValueError for shapes.
    """
def scatter_max(input_x: Tensor, indices: Any, updates: Any) -> Tensor:
    """Combine (max) `updates` into rows of the parameter `input_x`; returns it.

    `input_x` is a Parameter of numbers of any shape; `indices`, a Tensor of Int32 or Int64 of any shape, holds
    numbers of rows, negative ones from the end; `updates` is a Tensor whose dtype that of `input_x` can hold,
    of the shape `indices.shape + input_x.shape[1:]`.

    Raises TypeError for dtypes that are not as said, ValueError for shapes.
    """
def scatter_min(input_x: Tensor, indices: Any, updates: Any) -> Tensor:
    """Combine (min) `updates` into rows of the parameter `input_x`; returns it.

    `input_x` is a Parameter of numbers of any shape; `indices`, a Tensor of Int32 or Int64 of any shape, holds
    numbers of rows, negative ones from the end; `updates` is a Tensor whose dtype that of `input_x` can hold,
    of the shape `indices.shape + input_x.shape[1:]`.

    Raises TypeError for dtypes that are not as said, ValueError for shapes.
    """
def scatter_mul(input_x: Tensor, indices: Any, updates: Any) -> Tensor:
    """Combine (mul) `updates` into rows of the parameter `input_x`; returns it.

    `input_x` is a Parameter of numbers of any shape; `indices`, a Tensor of Int32 or Int64 of any shape, holds
    numbers of rows, negative ones from the end; `updates` is a Tensor whose dtype that of `input_x` can hold,
    of the shape `indices.shape + input_x.shape[1:]`.

    Raises TypeError for dtypes that are not as said, ValueError for shapes.
    """
def scatter_nd(indices: Tensor, updates: Tensor, shape: Any) -> Tensor: ...
def scatter_nd_add(input_x: Tensor, indices: Any, updates: Any, use_locking: bool = False) -> Tensor:
    """Combine (add) `updates` into the parameter `input_x` at coordinates; returns a copy.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    `use_locking` has no effect, and says so once if it is not the default. Raises TypeError for dtypes
    that are not as said, ValueError for shapes.
    """
def scatter_nd_div(input_x: Tensor, indices: Any, updates: Any, use_locking: bool = False) -> Tensor:
    """Combine (div) `updates` into the parameter `input_x` at coordinates; returns a copy.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    `use_locking` has no effect, and says so once if it is not the default. Raises TypeError for dtypes
    that are not as said, ValueError for shapes.
    """
def scatter_nd_max(input_x: Tensor, indices: Any, updates: Any, use_locking: bool = False) -> Tensor:
    """Combine (max) `updates` into the parameter `input_x` at coordinates; returns a copy.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    `use_locking` has no effect, and says so once if it is not the default. Raises TypeError for dtypes
    that are not as said, ValueError for shapes.
    """
def scatter_nd_min(input_x: Tensor, indices: Any, updates: Any, use_locking: bool = False) -> Tensor:
    """Combine (min) `updates` into the parameter `input_x` at coordinates; returns a copy.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    `use_locking` has no effect, and says so once if it is not the default. Raises TypeError for dtypes
    that are not as said, ValueError for shapes.
    """
def scatter_nd_mul(input_x: Tensor, indices: Any, updates: Any, use_locking: bool = False) -> Tensor:
    """Combine (mul) `updates` into the parameter `input_x` at coordinates; returns a copy.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    `use_locking` has no effect, and says so once if it is not the default. Raises TypeError for dtypes
    that are not as said, ValueError for shapes.
    """
def scatter_nd_sub(input_x: Tensor, indices: Any, updates: Any, use_locking: bool = False) -> Tensor:
    """Combine (sub) `updates` into the parameter `input_x` at coordinates; returns a copy.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    `use_locking` has no effect, and says so once if it is not the default. Raises TypeError for dtypes
    that are not as said, ValueError for shapes.
    """
def scatter_nd_update(input_x: Tensor, indices: Any, updates: Any, use_locking: bool = True) -> Tensor:
    """Combine (update) `updates` into the parameter `input_x` at coordinates; returns a copy.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    `use_locking` has no effect, and says so once if it is not the default. Raises TypeError for dtypes
    that are not as said, ValueError for shapes.

    Examples:
        >>> x = Parameter(Tensor([1.0, 2.0, 3.0]), name="x")
        >>> print(ops.scatter_nd_update(x, Tensor([[0], [2]]), Tensor([7.0, 8.0])))
        [7. 2. 8.]
    """
def scatter_sub(input_x: Tensor, indices: Any, updates: Any) -> Tensor:
    """Combine (sub) `updates` into rows of the parameter `input_x`; returns it.

    `input_x` is a Parameter of numbers of any shape; `indices`, a Tensor of Int32 or Int64 of any shape, holds
    numbers of rows, negative ones from the end; `updates` is a Tensor whose dtype that of `input_x` can hold,
    of the shape `indices.shape + input_x.shape[1:]`.

    Raises TypeError for dtypes that are not as said, ValueError for shapes.
    """
def scatter_update(input_x: Tensor, indices: Any, updates: Any) -> Tensor:
    """Combine (update) `updates` into rows of the parameter `input_x`; returns it.

    `input_x` is a Parameter of numbers of any shape; `indices`, a Tensor of Int32 or Int64 of any shape, holds
    numbers of rows, negative ones from the end; `updates` is a Tensor whose dtype that of `input_x` can hold,
    of the shape `indices.shape + input_x.shape[1:]`.

    Raises TypeError for dtypes that are not as said, ValueError for shapes.

    Examples:
        >>> x = Parameter(Tensor([1.0, 2.0, 3.0]), name="x")
        >>> print(ops.scatter_update(x, Tensor([1]), Tensor([9.0])))
        [1. 9. 3.]
    """
def select_scatter(input: Tensor, src: Tensor, axis: int, index: int) -> Tensor: ...
def slice_scatter(input: Tensor, src: Tensor, axis: int = 0, start: Any = None, end: Any = None, step: int = 1) -> Tensor: ...
def tensor_scatter_add(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of `input_x` with `updates` combined (add) at coordinates.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
    ValueError for shapes.

    Examples:
        >>> print(ops.tensor_scatter_add(Tensor([1.0, 2.0]), Tensor([[1], [1]]), Tensor([10.0, 10.0])))
        [ 1. 22.]
    """
def tensor_scatter_div(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of `input_x` with `updates` combined (div) at coordinates.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
    ValueError for shapes.
    """
def tensor_scatter_elements(input_x: Tensor, indices: Tensor, updates: Tensor, axis: int = 0, reduction: str = 'none') -> Tensor: ...
def tensor_scatter_max(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of `input_x` with `updates` combined (max) at coordinates.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
    ValueError for shapes.
    """
def tensor_scatter_min(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of `input_x` with `updates` combined (min) at coordinates.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
    ValueError for shapes.
    """
def tensor_scatter_mul(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of `input_x` with `updates` combined (mul) at coordinates.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
    ValueError for shapes.
    """
def tensor_scatter_sub(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of `input_x` with `updates` combined (sub) at coordinates.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
    ValueError for shapes.
    """
def tensor_scatter_update(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of `input_x` with `updates` combined (update) at coordinates.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
    ValueError for shapes.
    """
def unsorted_segment_max(x: Tensor, segment_ids: Tensor, num_segments: Any) -> Tensor: ...
def unsorted_segment_min(x: Tensor, segment_ids: Tensor, num_segments: Any) -> Tensor: ...
def unsorted_segment_prod(x: Tensor, segment_ids: Tensor, num_segments: Any) -> Tensor: ...
def unsorted_segment_sum(input_x: Tensor, segment_ids: Tensor, num_segments: Any) -> Tensor: ...
