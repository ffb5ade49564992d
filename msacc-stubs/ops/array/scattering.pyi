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

    Examples:
        >>> x = Parameter(Tensor([1.0, 2.0, 3.0]), name="x")
        >>> print(ops.scatter_add(x, Tensor([1, 1]), Tensor([5.0, 5.0])))
        [ 1. 12.  3.]
    """
def scatter_div(input_x: Tensor, indices: Any, updates: Any) -> Tensor:
    """Combine (div) `updates` into rows of the parameter `input_x`; returns it."""
def scatter_max(input_x: Tensor, indices: Any, updates: Any) -> Tensor:
    """Combine (max) `updates` into rows of the parameter `input_x`; returns it."""
def scatter_min(input_x: Tensor, indices: Any, updates: Any) -> Tensor:
    """Combine (min) `updates` into rows of the parameter `input_x`; returns it."""
def scatter_mul(input_x: Tensor, indices: Any, updates: Any) -> Tensor:
    """Combine (mul) `updates` into rows of the parameter `input_x`; returns it."""
def scatter_nd(indices: Tensor, updates: Tensor, shape: Any) -> Tensor: ...
def scatter_nd_add(input_x: Tensor, indices: Any, updates: Any, use_locking: bool = False) -> Tensor:
    """Combine (add) `updates` into the parameter `input_x` at coordinates; returns a copy. `use_locking` has no effect, and says so once if it is not the default."""
def scatter_nd_div(input_x: Tensor, indices: Any, updates: Any, use_locking: bool = False) -> Tensor:
    """Combine (div) `updates` into the parameter `input_x` at coordinates; returns a copy. `use_locking` has no effect, and says so once if it is not the default."""
def scatter_nd_max(input_x: Tensor, indices: Any, updates: Any, use_locking: bool = False) -> Tensor:
    """Combine (max) `updates` into the parameter `input_x` at coordinates; returns a copy. `use_locking` has no effect, and says so once if it is not the default."""
def scatter_nd_min(input_x: Tensor, indices: Any, updates: Any, use_locking: bool = False) -> Tensor:
    """Combine (min) `updates` into the parameter `input_x` at coordinates; returns a copy. `use_locking` has no effect, and says so once if it is not the default."""
def scatter_nd_mul(input_x: Tensor, indices: Any, updates: Any, use_locking: bool = False) -> Tensor:
    """Combine (mul) `updates` into the parameter `input_x` at coordinates; returns a copy. `use_locking` has no effect, and says so once if it is not the default."""
def scatter_nd_sub(input_x: Tensor, indices: Any, updates: Any, use_locking: bool = False) -> Tensor:
    """Combine (sub) `updates` into the parameter `input_x` at coordinates; returns a copy. `use_locking` has no effect, and says so once if it is not the default."""
def scatter_nd_update(input_x: Tensor, indices: Any, updates: Any, use_locking: bool = True) -> Tensor:
    """Combine (update) `updates` into the parameter `input_x` at coordinates; returns a copy. `use_locking` has no effect, and says so once if it is not the default.

    Examples:
        >>> x = Parameter(Tensor([1.0, 2.0, 3.0]), name="x")
        >>> print(ops.scatter_nd_update(x, Tensor([[0], [2]]), Tensor([7.0, 8.0])))
        [7. 2. 8.]
    """
def scatter_sub(input_x: Tensor, indices: Any, updates: Any) -> Tensor:
    """Combine (sub) `updates` into rows of the parameter `input_x`; returns it."""
def scatter_update(input_x: Tensor, indices: Any, updates: Any) -> Tensor:
    """Combine (update) `updates` into rows of the parameter `input_x`; returns it.

    Examples:
        >>> x = Parameter(Tensor([1.0, 2.0, 3.0]), name="x")
        >>> print(ops.scatter_update(x, Tensor([1]), Tensor([9.0])))
        [1. 9. 3.]
    """
def select_scatter(input: Tensor, src: Tensor, axis: int, index: int) -> Tensor: ...
def slice_scatter(input: Tensor, src: Tensor, axis: int = 0, start: Any = None, end: Any = None, step: int = 1) -> Tensor: ...
def tensor_scatter_add(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of `input_x` with `updates` combined (add) at coordinates.

    Examples:
        >>> print(ops.tensor_scatter_add(Tensor([1.0, 2.0]), Tensor([[1], [1]]), Tensor([10.0, 10.0])))
        [ 1. 22.]
    """
def tensor_scatter_div(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of `input_x` with `updates` combined (div) at coordinates."""
def tensor_scatter_elements(input_x: Tensor, indices: Tensor, updates: Tensor, axis: int = 0, reduction: str = 'none') -> Tensor: ...
def tensor_scatter_max(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of `input_x` with `updates` combined (max) at coordinates."""
def tensor_scatter_min(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of `input_x` with `updates` combined (min) at coordinates."""
def tensor_scatter_mul(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of `input_x` with `updates` combined (mul) at coordinates."""
def tensor_scatter_sub(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of `input_x` with `updates` combined (sub) at coordinates."""
def tensor_scatter_update(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of `input_x` with `updates` combined (update) at coordinates."""
def unsorted_segment_max(x: Tensor, segment_ids: Tensor, num_segments: Any) -> Tensor: ...
def unsorted_segment_min(x: Tensor, segment_ids: Tensor, num_segments: Any) -> Tensor: ...
def unsorted_segment_prod(x: Tensor, segment_ids: Tensor, num_segments: Any) -> Tensor: ...
def unsorted_segment_sum(input_x: Tensor, segment_ids: Tensor, num_segments: Any) -> Tensor: ...
