"""Indices, choices, sets, and functions applied along axes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor, wrap
from msacc.numpy._skin import array_like, arrays, device, dtype_of, shape_of
from msacc.numpy.creation import tril_indices, triu_indices
from msacc.numpy.reduce import _pair
from msacc.ops.core.op import exported

# -- indices -----------------------------------------------------------------------------------


def _count(name: str, value: Any) -> int:
    if not isinstance(value, int):
        raise TypeError(f"For '{name}', sizes must be integers, but got {value!r}.")
    if value <= 0:
        raise ValueError(f"For '{name}', sizes must be above 0, but got {value}.")
    return value


def diag_indices(n: int, ndim: int = 2) -> tuple[Tensor, ...]:
    """The Int32 indices of the main diagonal of an array of `ndim` dimensions of length `n`."""
    if not isinstance(ndim, int):
        raise TypeError(f"For 'diag_indices', 'ndim' must be an integer, but got {ndim!r}.")
    line = torch.arange(_count("diag_indices", n), dtype=torch.int32, device=device())
    return tuple(wrap(line.clone()) for _ in range(ndim))


def indices(dimensions: Any, dtype: Any = mstype.int32, sparse: bool = False) -> list[Tensor]:
    """A grid of each index, as a list; `sparse` keeps only the dimension along which it changes."""
    if not isinstance(dimensions, (tuple, list)):
        raise TypeError(f"For 'indices', 'dimensions' must be tuple or list, got {dimensions!r}.")
    to, rank = dtype_of(dtype), len(dimensions)
    lines = [torch.arange(_count("indices", n), device=device()) for n in dimensions]
    thin = [
        line.to(to).reshape([-1 if j == i else 1 for j in range(rank)])
        for i, line in enumerate(lines)
    ]
    return [wrap(t if sparse else t.expand(tuple(dimensions)).contiguous()) for t in thin]


def ix_(*args: Tensor) -> tuple[Tensor, ...]:
    """Vectors turned so that together they index an open mesh."""
    for arg in args:
        if not isinstance(arg, Tensor):
            raise TypeError(f"For 'ix_', Tensors are expected, but got {type(arg).__name__}.")
        if arg.ndim != 1:
            raise ValueError(f"For 'ix_', an index must be 1 dimensional, but got {arg.ndim}.")
    return tuple(
        wrap(arg._t.reshape([-1 if i == place else 1 for i in range(len(args))]))
        for place, arg in enumerate(args)
    )


def _matrix_shape(name: str, arr: Any) -> torch.Size:
    shape = array_like(arr).shape
    if len(shape) != 2:
        raise ValueError(f"For '{name}', 'arr' must be 2-d, but got shape {tuple(shape)}.")
    return shape


def tril_indices_from(arr: Any, k: int = 0) -> tuple[Tensor, Tensor]:
    """(rows, columns) of the lower triangle of a matrix, Int32."""
    rows, columns = _matrix_shape("tril_indices_from", arr)
    return tril_indices(rows, int(k), columns)


def triu_indices_from(arr: Any, k: int = 0) -> tuple[Tensor, Tensor]:
    """(rows, columns) of the upper triangle of a matrix, Int32."""
    rows, columns = _matrix_shape("triu_indices_from", arr)
    return triu_indices(rows, int(k), columns)


@arrays()
def ravel_multi_index(
    multi_index: torch.Tensor, dims: Any, mode: str = "clip", order: str = "C"
) -> torch.Tensor:
    """Places in the flattened array of coordinates, one row per dimension: Float32, as in MindSpore.

    `mode` 'clip' or 'wrap' for coordinates outside; 'raise' is not implemented, there neither.
    """
    size = shape_of(dims if not isinstance(dims, str) else None)
    if mode == "raise":
        raise NotImplementedError("msacc.numpy.ravel_multi_index has no mode='raise'.")
    if mode not in ("clip", "wrap"):
        raise ValueError(f"For 'ravel_multi_index', mode must be 'wrap' or 'clip', got {mode!r}.")
    if order not in ("C", "F"):
        raise ValueError(f"For 'ravel_multi_index', order must be 'C' or 'F', but got {order!r}.")
    if len(multi_index) != len(size):
        raise ValueError(
            f"For 'ravel_multi_index', 'multi_index' must be a sequence of length {len(size)}, "
            f"but got {len(multi_index)}."
        )
    if multi_index.dtype.is_floating_point:
        raise TypeError("For 'ravel_multi_index', only int indices are permitted.")
    pairs = list(zip(multi_index.long(), size))
    out = torch.zeros_like(multi_index[0], dtype=torch.int64)
    for index, n in pairs if order == "C" else pairs[::-1]:
        out = out * n + (index.clamp(0, n - 1) if mode == "clip" else index % n)
    return out.float()


# -- choices -----------------------------------------------------------------------------------


def choose(a: Any, choices: Any, mode: str = "clip") -> Tensor:
    """For each element of `a` the value of the choice with that number; all broadcast.

    `mode` 'clip' or 'wrap' for numbers outside; 'raise' is not implemented in MindSpore either.
    """
    index = array_like(a)
    parts = [array_like(c) for c in (choices.unbind(0) if isinstance(choices, Tensor) else choices)]
    if not index.ndim:
        raise ValueError("For 'choose', 'a' cannot be a scalar.")
    if index.dtype.is_floating_point or index.dtype is torch.bool:
        raise ValueError(f"For 'choose', 'a' should be an int array, but got {index.dtype}.")
    if mode == "raise":
        raise NotImplementedError("msacc.numpy.choose has no mode='raise'.")
    if mode not in ("clip", "wrap"):
        raise ValueError(f"For 'choose', 'mode' must be 'wrap' or 'clip', but got {mode!r}.")
    last = len(parts) - 1
    index = index.clamp(0, last) if mode == "clip" else index % (last + 1)
    return wrap(_chosen(index.long(), parts))


def _chosen(index: torch.Tensor, parts: list[torch.Tensor]) -> torch.Tensor:
    try:
        shape = torch.broadcast_shapes(index.shape, *(p.shape for p in parts))
    except RuntimeError as error:
        shapes = [tuple(p.shape) for p in (index, *parts)]
        raise ValueError(f"For 'choose', shapes {shapes} cannot be broadcast together.") from error
    common = functools.reduce(torch.promote_types, [p.dtype for p in parts])
    stack = torch.stack([p.to(common).expand(shape) for p in parts])
    return torch.gather(stack, 0, index.expand(shape)[None])[0]


def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Tensor:
    """Where a condition holds, its number or function of `x`; the first that holds wins.

    An entry more than conditions serves where none holds, 0 otherwise. Functions see all of `x`, with `args`
    and `kw`. Numbers beside functions work here, where MindSpore raises TypeError. The dtype is that to which
    the entries promote.
    """
    t = array_like(x)
    conditions = [array_like(c).to(torch.bool) for c in condlist]
    if not len(conditions) <= len(funclist) <= len(conditions) + 1:
        raise ValueError(
            f"For 'piecewise', 'funclist' needs {len(conditions)} or {len(conditions) + 1} entries, "
            f"but got {len(funclist)}."
        )
    values = [array_like(f(wrap(t), *args, **kw) if callable(f) else f) for f in funclist]
    common = functools.reduce(torch.promote_types, [v.dtype for v in values])
    out = values[-1] if len(values) > len(conditions) else torch.zeros_like(t, dtype=common)
    for condition, value in zip(conditions[::-1], values[: len(conditions)][::-1]):
        out = torch.where(condition, value.to(common), out.to(common))
    return wrap(out.expand(t.shape).contiguous())


# -- sets and equality -------------------------------------------------------------------------


def _flags(name: str, **flags: Any) -> None:
    for key, value in flags.items():
        if not isinstance(value, bool):
            raise TypeError(f"For '{name}', '{key}' must be bool, but got {value!r}.")


@arrays(2)
def intersect1d(
    ar1: torch.Tensor, ar2: torch.Tensor, assume_unique: bool = False, return_indices: bool = False
) -> Any:
    """The sorted values in both arrays; with the Int32 place of the first of each in both."""
    _flags("intersect1d", assume_unique=assume_unique, return_indices=return_indices)
    a, b = _pair(ar1.reshape(-1), ar2.reshape(-1))
    common = torch.unique(a)
    common = common[torch.isin(common, b)]
    return (common, _first(a, common), _first(b, common)) if return_indices else common


def _first(a: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """Where each of `values` stands first in `a`, which holds them all."""
    ordered, places = torch.sort(a, stable=True)
    return places[torch.searchsorted(ordered, values)].to(torch.int32)


@arrays(2)
def setdiff1d(ar1: torch.Tensor, ar2: torch.Tensor, assume_unique: bool = False) -> torch.Tensor:
    """The values of `ar1` that are not in `ar2`: sorted and distinct unless `assume_unique`."""
    _flags("setdiff1d", assume_unique=assume_unique)
    a, b = _pair(ar1.reshape(-1), ar2.reshape(-1))
    a = a if assume_unique else torch.unique(a)
    return a[~torch.isin(a, b)]


@arrays(2)
def array_equiv(a1: torch.Tensor, a2: torch.Tensor) -> torch.Tensor:
    """Whether the arrays, broadcast, agree everywhere."""
    try:
        torch.broadcast_shapes(a1.shape, a2.shape)
    except RuntimeError:
        return torch.tensor(False, device=a1.device)
    return (a1 == a2).all()


def array_str(a: Tensor) -> str:
    """What `print` shows of a Tensor."""
    if not isinstance(a, Tensor):
        raise TypeError(f"For 'array_str', 'a' must be a Tensor, but got {type(a).__name__}.")
    return str(a)


# -- functions along axes ----------------------------------------------------------------------


def apply_along_axis(
    func1d: Callable[..., Any], axis: int, arr: Tensor, *args: Any, **kwargs: Any
) -> Tensor:
    """`func1d` of each vector along `axis`, its results in the place of `axis`."""
    if not isinstance(arr, Tensor):
        raise TypeError(
            f"For 'apply_along_axis', 'arr' must be Tensor, but got {type(arr).__name__}."
        )
    if not isinstance(axis, int):
        raise TypeError(f"For 'apply_along_axis', 'axis' should be an integer, but got {axis!r}.")
    if not -arr.ndim <= axis < arr.ndim:
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {arr.ndim}.")
    rows = torch.movedim(arr._t, axis, -1)
    found = [func1d(wrap(row), *args, **kwargs) for row in rows.reshape(-1, rows.shape[-1])]
    if not all(isinstance(f, Tensor) for f in found):
        raise TypeError("For 'apply_along_axis', 'func1d' must return a Tensor.")
    out = torch.stack([f._t for f in found])
    out = out.reshape(rows.shape[:-1] + out.shape[1:])
    before, after = rows.ndim - 1, out.ndim - rows.ndim + 1
    source = tuple(range(before, before + after))
    return wrap(torch.movedim(out, source, tuple(axis % arr.ndim + i for i in range(after))))


def apply_over_axes(func: Callable[..., Any], a: Any, axes: Any) -> Tensor:
    """`func(a, axis)` for each of `axes` in turn; a dimension that it drops is put back with length 1."""
    out = wrap(array_like(a))
    for axis in axes if isinstance(axes, (tuple, list)) else (axes,):
        found = func(out, axis)
        if found.ndim == out.ndim - 1:
            found = wrap(found._t.unsqueeze(axis if axis >= 0 else axis % out.ndim))
        if found.ndim != out.ndim:
            raise ValueError(
                "For 'apply_over_axes', 'func' must keep or drop one dimension, "
                f"but made {found.ndim} of {out.ndim}."
            )
        out = found
    return out


__all__ = exported(globals())
