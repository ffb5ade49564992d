"""Operators under the names that MindSpore's explainer had for them (`mindspore.explainer._operators`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from msacc import Tensor, int8, int32, nn, ops

_Axis = int | tuple[int, ...]


def absolute(inputs: Tensor) -> Tensor:
    """The absolute values."""
    return ops.abs(inputs)


def arange(start: float, end: float, step: float = 1, dtype: Any = None) -> Tensor:
    """Whole numbers from `start` up to `end`."""
    return Tensor(np.arange(start, end, step, dtype=np.int32), dtype)


def argmax(inputs: Tensor, axis: int = -1, keep_dims: bool = False) -> Tensor:
    """Where the largest values of an axis are, Int32."""
    return _places(np.argmax, inputs, axis, keep_dims)


def argmin(inputs: Tensor, axis: int = -1, keep_dims: bool = False) -> Tensor:
    """Where the smallest values of an axis are, Int32."""
    return _places(np.argmin, inputs, axis, keep_dims)


def _places(function: Callable[..., Any], inputs: Tensor, axis: int, keep_dims: bool) -> Tensor:
    return Tensor(function(inputs.asnumpy(), axis=axis, keepdims=keep_dims), int32)


def argsort(inputs: Tensor, axis: int = -1, descending: bool = False) -> Tensor:
    """The indices that sort an axis, Int32."""
    values = inputs.asnumpy()
    return Tensor(np.argsort(-values if descending else values, axis=axis, kind="stable"), int32)


def assign(inputs: Tensor, idx: Any, value: Tensor) -> Tensor:
    """A copy with other values at an index."""
    array = inputs.asnumpy().copy()
    array[idx.asnumpy() if isinstance(idx, Tensor) else idx] = value.asnumpy()
    return Tensor(array)


def intersection(*inputs: Tensor) -> Tensor:
    """Where all are true, or the bits that all have."""
    return Tensor(np.bitwise_and.reduce([each.asnumpy() for each in inputs]))


def matmul(inputs_x: Tensor, inputs_y: Tensor) -> Tensor:
    """The product of two matrices."""
    return ops.MatMul()(inputs_x, inputs_y)


def maximum(inputs: Tensor, axis: _Axis = (), keep_dims: bool = False) -> Tensor:
    """The largest value of axes, of all by default."""
    return ops.ReduceMax(keep_dims)(inputs, axis)


def minimum(inputs: Tensor, axis: _Axis = (), keep_dims: bool = False) -> Tensor:
    """The smallest value of axes, of all by default."""
    return ops.ReduceMin(keep_dims)(inputs, axis)


def mean(inputs: Tensor, axis: _Axis = (), keep_dims: bool = False) -> Tensor:
    """The mean of axes, of all by default."""
    return ops.ReduceMean(keep_dims)(inputs, axis)


def mul(inputs_x: Any, inputs_y: Any) -> Tensor:
    """The elementwise product."""
    return ops.mul(inputs_x, inputs_y)


def sort(inputs: Tensor, axis: int = -1, descending: bool = False) -> Tensor:
    """The values of an axis in order."""
    ordered = np.sort(inputs.asnumpy(), axis=axis)
    return Tensor(np.flip(ordered, axis=axis) if descending else ordered)


def squeeze(inputs: Tensor, axis: _Axis = ()) -> Tensor:
    """Without axes of size 1, all of them by default."""
    return ops.Squeeze(axis)(inputs)


def tile(inputs: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Repeated along each axis."""
    return ops.Tile()(inputs, shape)


def reshape(inputs: Tensor, shape: int | tuple[int, ...]) -> Tensor:
    """In another shape."""
    return ops.reshape(inputs, (shape,) if isinstance(shape, int) else shape)


def zeros(shape: int | tuple[int, ...], dtype: Any = None) -> Tensor:
    """Zeros, Float64 by default."""
    return Tensor(np.zeros(shape), dtype)


def zeros_like(inputs: Tensor, dtype: Any = None) -> Tensor:
    """Zeros of the same shape, and of the same dtype by default."""
    return Tensor(np.zeros_like(inputs.asnumpy()), dtype)


def random(shape: int | tuple[int, ...], dtype: Any = None) -> Tensor:
    """Numbers from 0 to 1 from numpy's generator, Float64 by default."""
    return Tensor(np.random.random(shape), dtype)


def randint(low: int, high: int, shape: int | tuple[int, ...], dtype: Any = int8) -> Tensor:
    """Ints from `low` up to `high` from numpy's generator."""
    return Tensor(np.random.randint(low, high, size=shape), dtype)


def softmax(axis: int = -1) -> nn.Softmax:
    """The layer."""
    return nn.Softmax(axis=axis)


def summation(inputs: Tensor, axis: _Axis = (), keep_dims: bool = False) -> Tensor:
    """The sum of axes, of all by default."""
    return ops.ReduceSum(keep_dims)(inputs, axis)


def stack(inputs: list[Tensor], axis: int) -> Tensor:
    """Several along a new axis."""
    return ops.stack(inputs, axis)


def sqrt(inputs: Tensor) -> Tensor:
    """The square roots."""
    return ops.sqrt(inputs)
