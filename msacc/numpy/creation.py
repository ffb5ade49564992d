"""Arrays from values, shapes and ranges. Whole numbers give Int32, others Float32."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor, wrap
from msacc.numpy._skin import array_like, arrays, device, dtype_of, shape_of
from msacc.ops.core.op import exported


def array(obj: Any, dtype: Any = None, copy: bool = True, ndmin: int = 0) -> Tensor:
    """A Tensor of a Tensor, number, list or tuple; at least `ndmin` dimensions."""
    if isinstance(obj, np.ndarray) or not isinstance(obj, (bool, int, float, Tensor, list, tuple)):
        raise TypeError(
            f"input data must be `int`, `float`, `bool`, `Tensor`, `list`, `tuple`, but got {type(obj)}; "
            "make a Tensor of a numpy array first."
        )
    t = array_like(obj).to(dtype_of(dtype) or array_like(obj).dtype)
    if copy and isinstance(obj, Tensor) and t is obj._t:
        t = t.clone()
    return wrap(t.reshape((1,) * (ndmin - t.ndim) + tuple(t.shape)) if t.ndim < ndmin else t)


def asarray(a: Any, dtype: Any = None) -> Tensor:
    """A Tensor of an array-like, without a copy where that is possible."""
    return array(a, dtype, copy=False)


def asfarray(a: Any, dtype: Any = mstype.float32) -> Tensor:
    """A float Tensor of an array-like."""
    return array(a, dtype if dtype is not None else mstype.float32, copy=False)


@arrays()
def copy(a: torch.Tensor) -> torch.Tensor:
    """A copy."""
    return a.clone()


def _filled(shape: Any, value: Any, dtype: Any) -> Tensor:
    return wrap(
        torch.full(shape_of(shape), value, dtype=dtype_of(dtype, torch.float32), device=device())
    )


def zeros(shape: Any, dtype: Any = mstype.float32) -> Tensor:
    """Zeros."""
    return _filled(shape, 0, dtype)


def ones(shape: Any, dtype: Any = mstype.float32) -> Tensor:
    """Ones."""
    return _filled(shape, 1, dtype)


def empty(shape: Any, dtype: Any = mstype.float32) -> Tensor:
    """Values of no meaning; zeros here."""
    return _filled(shape, 0, dtype)


def full(shape: Any, fill_value: Any, dtype: Any = None) -> Tensor:
    """`fill_value` everywhere, broadcast."""
    value = array_like(fill_value)
    return wrap(value.to(dtype_of(dtype, value.dtype)).expand(shape_of(shape)).clone())


def _like(a: Any, value: Any, dtype: Any, shape: Any) -> Tensor:
    t = array_like(a)
    size = tuple(t.shape) if shape is None else shape_of(shape)
    return wrap(torch.full(size, value, dtype=dtype_of(dtype, t.dtype), device=t.device))


def zeros_like(a: Any, dtype: Any = None, shape: Any = None) -> Tensor:
    """Zeros in the shape and dtype of `a`."""
    return _like(a, 0, dtype, shape)


def ones_like(a: Any, dtype: Any = None, shape: Any = None) -> Tensor:
    """Ones in the shape and dtype of `a`."""
    return _like(a, 1, dtype, shape)


def empty_like(prototype: Any, dtype: Any = None, shape: Any = None) -> Tensor:
    """Values of no meaning in the shape and dtype of `prototype`; zeros here."""
    return _like(prototype, 0, dtype, shape)


def full_like(a: Any, fill_value: Any, dtype: Any = None, shape: Any = None) -> Tensor:
    """`fill_value` in the shape and dtype of `a`."""
    return _like(a, fill_value, dtype, shape)


def arange(start: Any, stop: Any = None, step: Any = None, dtype: Any = None) -> Tensor:
    """From `start` (0) up to `stop`, exclusive."""
    if stop is None:
        start, stop = 0, start
    values = [
        v.item() if isinstance(v, Tensor) else v for v in (start, stop, 1 if step is None else step)
    ]
    if not all(isinstance(v, (int, float)) for v in values):
        raise TypeError(f"For 'arange', the limits must be real number, but got {values!r}.")
    whole = all(isinstance(v, int) for v in values)
    to = dtype_of(dtype, torch.int32 if whole else torch.float32)
    return wrap(torch.arange(*values, device=device()).to(to))


def linspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: Any = None,
    axis: int = 0,
) -> Any:
    """`num` numbers from `start` to `stop`; with their distance if `retstep`."""
    first, last = array_like(start).float(), array_like(stop).float()
    step = (last - first) / max(num - 1 if endpoint else num, 1)
    first, step_wide = torch.broadcast_tensors(first, step)
    count = torch.arange(num, device=first.device).reshape((num,) + (1,) * first.ndim)
    out = torch.movedim(first + count * step_wide, 0, axis).to(dtype_of(dtype, torch.float32))
    return (wrap(out), wrap(step)) if retstep else wrap(out)


def logspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    base: Any = 10.0,
    dtype: Any = None,
    axis: int = 0,
) -> Tensor:
    """`base` to the power of evenly spaced numbers."""
    exponents = linspace(start, stop, num, endpoint, axis=axis)
    return wrap(torch.pow(float(base), exponents._t).to(dtype_of(dtype, torch.float32)))


def geomspace(
    start: Any, stop: Any, num: int = 50, endpoint: bool = True, dtype: Any = None, axis: int = 0
) -> Tensor:
    """Numbers whose ratio is constant."""
    first, last = torch.log(array_like(start).float()), torch.log(array_like(stop).float())
    exponents = linspace(wrap(first), wrap(last), num, endpoint, axis=axis)
    return wrap(torch.exp(exponents._t).to(dtype_of(dtype, torch.float32)))


def eye(N: int, M: int | None = None, k: int = 0, dtype: Any = mstype.float32) -> Tensor:
    """Ones on the k-th diagonal of an (N, M) matrix."""
    rows = torch.arange(N, device=device()).unsqueeze(1)
    columns = torch.arange(N if M is None else M, device=device())
    return wrap((columns - rows == k).to(dtype_of(dtype, torch.float32)))


def identity(n: int, dtype: Any = mstype.float32) -> Tensor:
    """The identity matrix."""
    return eye(n, dtype=dtype)


def tri(N: int, M: int | None = None, k: int = 0, dtype: Any = mstype.float32) -> Tensor:
    """Ones at and below the k-th diagonal."""
    return wrap(
        torch.tril(torch.ones(N, N if M is None else M, device=device()), k).to(dtype_of(dtype))
    )


def meshgrid(*xi: Any, sparse: bool = False, indexing: str = "xy") -> tuple[Tensor, ...]:
    """Coordinate grids of vectors."""
    vectors = [array_like(x).reshape(-1) for x in xi]
    grids = torch.meshgrid(*vectors, indexing=indexing)
    if sparse:
        return tuple(
            wrap(_thin(g, v.numel(), i, indexing)) for i, (g, v) in enumerate(zip(grids, vectors))
        )
    return tuple(wrap(g.contiguous()) for g in grids)


def _thin(grid: torch.Tensor, size: int, place: int, indexing: str) -> torch.Tensor:
    axis = {0: 1, 1: 0}.get(place, place) if indexing == "xy" and grid.ndim > 1 else place
    for i in range(grid.ndim):
        grid = grid if i == axis else grid.narrow(i, 0, 1)
    return grid


class _Grid:
    def __init__(self, sparse: bool):
        self.sparse = sparse

    def __getitem__(self, key: Any) -> Any:
        axes = [_axis(k) for k in (key if isinstance(key, tuple) else (key,))]
        if not isinstance(key, tuple):
            return wrap(axes[0])
        grids = torch.meshgrid(*axes, indexing="ij")
        if not self.sparse:
            return wrap(torch.stack(grids))
        return tuple(wrap(_thin(g, 0, i, "ij")) for i, g in enumerate(grids))


def _axis(key: slice) -> torch.Tensor:
    start, step = key.start or 0, 1 if key.step is None else key.step
    if isinstance(step, complex):
        return torch.linspace(start, key.stop, int(abs(step)))
    whole = all(isinstance(v, int) for v in (start, key.stop, step))
    return torch.arange(start, key.stop, step, dtype=torch.int32 if whole else torch.float32)


mgrid, ogrid = _Grid(False), _Grid(True)


@arrays()
def diag(v: torch.Tensor, k: int = 0) -> torch.Tensor:
    """A matrix with `v` on its k-th diagonal, or the k-th diagonal of the matrix `v`."""
    return torch.diag(v, k)


@arrays()
def diagflat(v: torch.Tensor, k: int = 0) -> torch.Tensor:
    """A matrix with the flattened `v` on its k-th diagonal."""
    return torch.diagflat(v, k)


@arrays()
def diagonal(a: torch.Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1) -> torch.Tensor:
    """The diagonals of two dimensions."""
    return torch.diagonal(a, offset, axis1, axis2)


@arrays()
def tril(m: torch.Tensor, k: int = 0) -> torch.Tensor:
    """The lower triangle."""
    return torch.tril(m, k)


@arrays()
def triu(m: torch.Tensor, k: int = 0) -> torch.Tensor:
    """The upper triangle."""
    return torch.triu(m, k)


def tril_indices(n: int, k: int = 0, m: int | None = None) -> tuple[Tensor, Tensor]:
    """(rows, columns) of the lower triangle, Int32."""
    rows, columns = torch.tril_indices(n, n if m is None else m, k, dtype=torch.int32)
    return wrap(rows), wrap(columns)


def triu_indices(n: int, k: int = 0, m: int | None = None) -> tuple[Tensor, Tensor]:
    """(rows, columns) of the upper triangle, Int32."""
    rows, columns = torch.triu_indices(n, n if m is None else m, k, dtype=torch.int32)
    return wrap(rows), wrap(columns)


def rand(*shape: int, dtype: Any = mstype.float32) -> Tensor:
    """Uniform in [0, 1)."""
    return wrap(torch.rand(_sizes(shape), device=device()).to(dtype_of(dtype)))


def randn(*shape: int, dtype: Any = mstype.float32) -> Tensor:
    """Normal of mean 0 and deviation 1."""
    return wrap(torch.randn(_sizes(shape), device=device()).to(dtype_of(dtype)))


def randint(
    minval: int, maxval: int | None = None, shape: Any = None, dtype: Any = mstype.int32
) -> Tensor:
    """Integers, uniform in [minval, maxval), or [0, minval) for one limit."""
    low, high = (0, minval) if maxval is None else (minval, maxval)
    if low >= high:
        raise ValueError(
            f"For 'randint', 'maxval' should be above 'minval', but got {low} and {high}."
        )
    size = (1,) if shape is None else shape_of(shape)
    return wrap(torch.randint(low, high, size, device=device()).to(dtype_of(dtype)))


def _sizes(shape: tuple[Any, ...]) -> tuple[int, ...]:
    if not shape:
        return (1,)
    return shape_of(shape[0]) if len(shape) == 1 else shape


__all__ = exported(globals()) + ["mgrid", "ogrid"]
