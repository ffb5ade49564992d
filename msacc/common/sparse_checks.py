"""Checks of the parts of a sparse tensor."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints

_INDEX_TYPES = (mstype.int16, mstype.int32, mstype.int64)


def check_kinds(where: str, shape: Ints, **tensors: object) -> None:
    """TypeError unless all are Tensors and the shape is a tuple."""
    for name, value in tensors.items():
        if not isinstance(value, Tensor):
            raise TypeError(f"For '{where}', '{name}' should be a Tensor, but got {type(value)}.")
    if not isinstance(shape, tuple):
        raise TypeError(f"For '{where}', 'shape' should be a tuple, but got {shape!r}.")


def check_copy_source(where: str, name: str, source: object, kind: type, *parts: object) -> None:
    """TypeError unless `source` is of the class and nothing else is given."""
    if not isinstance(source, kind):
        raise TypeError(
            f"For '{where}', '{name}' should be a {kind.__name__}, but got {type(source)}."
        )
    if any(part is not None for part in parts):
        raise TypeError(
            f"For '{where}', '{name}' is given with other parts; give one or the other."
        )


def check_index_types(where: str, **tensors: Tensor) -> None:
    """TypeError unless indices are Int16, Int32 or Int64."""
    for name, t in tensors.items():
        if t.dtype not in _INDEX_TYPES:
            raise TypeError(
                f"For '{where}', '{name}' should be Int16, Int32 or Int64, but got {t.dtype}."
            )


def _check_capacity(where: str, shape: tuple[Any, ...], count: int) -> None:
    for size in shape:
        if not isinstance(size, int):
            raise TypeError(f"For '{where}', 'shape' should hold int only, but got {shape}.")
        if size <= 0:
            raise ValueError(f"For '{where}', 'shape' should be positive, but got {shape}.")
    if math.prod(shape) < count:
        raise ValueError(f"For '{where}', 'shape' {shape} has no room for {count} values.")


def check_coo(indices: Tensor, values: Tensor, shape: tuple[Any, ...]) -> None:
    """ValueError unless `indices` is (N, 2) and `values` (N,) for a matrix; both may be empty."""
    if len(shape) != 2:
        raise ValueError(f"For 'COOTensor', 'shape' should have two sizes, but got {shape}.")
    if indices.shape == (0,) and values.shape == (0,):
        return
    _check_capacity("COOTensor", shape, values.shape[0] if values.shape else 1)
    if values.ndim != 1 or indices.shape != (values.shape[0], 2):
        raise ValueError(
            f"For 'COOTensor', 'indices' should be (N, 2) and 'values' (N,), but got {indices.shape} "
            f"and {values.shape}."
        )


def check_csr(indptr: Tensor, indices: Tensor, values: Tensor, shape: tuple[Any, ...]) -> None:
    """ValueError unless `indptr` is (rows + 1,), `indices` (N,) and `values` (N, ...); all may be empty."""
    if indptr.shape == indices.shape == values.shape == (0,):
        return
    _check_capacity("CSRTensor", shape, values.size)
    if indices.ndim != 1 or indptr.shape != (shape[0] + 1,):
        raise ValueError(
            f"For 'CSRTensor', 'indptr' should be ({shape[0] + 1},) for 'shape' {shape} and 'indices' "
            f"(N,), but got {indptr.shape} and {indices.shape}."
        )
    if len(shape) < 2 or values.shape != (indices.shape[0], *shape[2:]):
        raise ValueError(
            f"For 'CSRTensor', 'values' should be ({indices.shape[0]}, *shape[2:]) for 'shape' {shape}, "
            f"but got {values.shape}."
        )
