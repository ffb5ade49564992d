"""Histograms and covariances: Float32, whatever the dtype of the data."""

from __future__ import annotations

import functools
import itertools
from typing import Any

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.numpy._skin import array_like, arrays, dtype_of
from msacc.numpy.reduce import _float
from msacc.ops.core.args import all_axes
from msacc.ops.core.op import exported

# -- covariance --------------------------------------------------------------------------------


@arrays(1)
def cov(
    m: torch.Tensor,
    y: Any = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: float | None = None,
    fweights: Any = None,
    aweights: Any = None,
    dtype: Any = None,
) -> torch.Tensor:
    """The covariance matrix of variables in rows (columns for `rowvar=False`), `y` below `m`.

    `fweights` says how often each observation counts, in integers; `aweights` weighs it, and here may be a
    float, which MindSpore refuses. The divisor is N - ddof; ddof is 1, or 0 for `bias`.
    Raises ValueError for more than two dimensions, TypeError and RuntimeError for weights that do not fit.
    """
    x = _variables(m, y, rowvar)
    ddof = (0 if bias else 1) if ddof is None else ddof
    if not isinstance(ddof, (int, float)):
        raise TypeError(f"For 'cov', 'ddof' must be a number, but got {ddof!r}.")
    repeats = None if fweights is None else _weights("fweights", fweights, x, whole=True)
    scale = None if aweights is None else _weights("aweights", aweights, x, whole=False)
    out = _covariance(x, repeats, scale, float(ddof)).squeeze()
    return out.to(dtype_of(dtype, torch.float32))


def _variables(m: torch.Tensor, y: Any, rowvar: bool) -> torch.Tensor:
    parts = []
    for t in (m,) if y is None else (m, array_like(y)):
        if t.ndim > 2:
            raise ValueError(
                f"For 'cov', an array has at most 2 dimensions, but got shape {tuple(t.shape)}."
            )
        t = torch.atleast_2d(t.float())
        parts.append(t if rowvar or t.shape[0] == 1 else t.T)
    return torch.cat(parts)


def _weights(name: str, value: Any, x: torch.Tensor, whole: bool) -> torch.Tensor:
    t = array_like(value)
    if whole and (t.dtype.is_floating_point or t.dtype is torch.bool):
        raise TypeError(f"For 'cov', '{name}' must be integer, but got {t.dtype}.")
    if t.ndim != 1 or t.shape[0] != x.shape[1]:
        raise RuntimeError(
            f"For 'cov', '{name}' must have one number for each of the {x.shape[1]} observations, "
            f"but got shape {tuple(t.shape)}."
        )
    return t.abs().float()


def _covariance(
    x: torch.Tensor, repeats: torch.Tensor | None, scale: torch.Tensor | None, ddof: float
) -> torch.Tensor:
    given = [w for w in (repeats, scale) if w is not None]
    w = functools.reduce(torch.mul, given, torch.ones_like(x[0]))
    total = w.sum()
    # Each repeat is an observation of its own; a weight is not, so that it enters the correction squared.
    divisor = total - ddof * (1 if scale is None else (w * scale).sum() / total)
    centred = x - (x * w).sum(1, keepdim=True) / total
    return centred @ (centred * w).T / divisor


def corrcoef(x: Any, y: Any = None, rowvar: bool = True, dtype: Any = None) -> Tensor:
    """The correlation coefficients of variables in rows (columns for `rowvar=False`)."""
    c = cov(x, y, rowvar)._t
    deviation = torch.sqrt(torch.diagonal(torch.atleast_2d(c)))
    out = (c / torch.outer(deviation, deviation).reshape(c.shape)).clamp(-1, 1)
    return wrap(out.to(dtype_of(dtype, torch.float32)))


# -- NaN left out ------------------------------------------------------------------------------


def _nan_var(a: torch.Tensor, axis: Any, ddof: Any, keepdims: bool) -> torch.Tensor:
    if not isinstance(ddof, (int, float)):
        raise TypeError(f"'ddof' must be a number, but got {ddof!r}.")
    x, where = a.float(), all_axes(axis, a.ndim)
    count = torch.isfinite(x) | torch.isinf(x)
    centred = torch.where(count, x - torch.nanmean(x, where, keepdim=True), 0)
    return torch.sum(centred * centred, where, keepdims) / (count.sum(where, keepdims) - ddof)


@arrays()
def nanvar(
    a: torch.Tensor, axis: Any = None, dtype: Any = None, ddof: int = 0, keepdims: bool = False
) -> torch.Tensor:
    """The variance of what is not NaN, with divisor N - ddof."""
    return _nan_var(a, axis, ddof, keepdims).to(dtype_of(dtype, torch.float32))


@arrays()
def nanstd(
    a: torch.Tensor, axis: Any = None, dtype: Any = None, ddof: int = 0, keepdims: bool = False
) -> torch.Tensor:
    """The standard deviation of what is not NaN, with divisor N - ddof."""
    return torch.sqrt(_nan_var(a, axis, ddof, keepdims)).to(dtype_of(dtype, torch.float32))


@arrays()
def nancumsum(a: torch.Tensor, axis: int | None = None, dtype: Any = None) -> torch.Tensor:
    """Running sums, NaN counted as 0; of the flattened array for None. Short integers give Int32."""
    t = torch.nan_to_num(a, 0, torch.inf, -torch.inf) if a.dtype.is_floating_point else a
    kept = t.dtype.is_floating_point or t.dtype is torch.int64
    t = (t if kept else t.to(torch.int32)).reshape(-1 if axis is None else t.shape)
    out = torch.cumsum(t, 0 if axis is None else axis, dtype=t.dtype)
    return out.to(dtype_of(dtype, t.dtype))


# -- histograms --------------------------------------------------------------------------------


@arrays()
def histogram_bin_edges(
    a: torch.Tensor, bins: Any = 10, range: Any = None, weights: Any = None
) -> torch.Tensor:
    """The edges of `bins` equal bins over the data or `range`, Float32; `bins` itself if it is a sequence.

    `weights` has no effect, as in MindSpore.
    """
    return _edges(a, bins, range)


def _edges(a: torch.Tensor, bins: Any, limits: Any) -> torch.Tensor:
    if isinstance(bins, str):
        raise NotImplementedError(f"msacc.numpy has no rule bins={bins!r}: give a number or edges.")
    if isinstance(bins, (Tensor, torch.Tensor, list, tuple)):
        edges = array_like(bins)
        if edges.ndim != 1:
            raise ValueError(f"'bins' must be 1d, but got shape {tuple(edges.shape)}.")
        return edges
    if not isinstance(bins, int):
        raise TypeError(f"'bins' must be an int or a sequence, but got {bins!r}.")
    if bins < 1:
        raise ValueError(f"'bins' must be at least 1, but got {bins}.")
    low, high = _extent(a.float()) if limits is None else _given(a, limits)
    alike = (low == high) * 0.5  # all data alike: one unit around them
    low, high = low - alike, high + alike
    inner = low + torch.arange(bins, device=a.device) * ((high - low) / bins)
    return torch.cat([inner, high.reshape(1)])  # the last one exact: the largest datum is inside


def _extent(a: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    low, high = torch.aminmax(a if a.numel() else a.new_zeros(1))
    return low, high


def _given(a: torch.Tensor, limits: Any) -> tuple[torch.Tensor, torch.Tensor]:
    if not isinstance(limits, (tuple, list, Tensor)) or len(limits) != 2:
        raise ValueError(f"'range' should take the form (start, end), but got {limits!r}.")
    low, high = (float(v) for v in limits)
    if low > high:
        raise ValueError(f"In 'range', max must be larger than min, but got {limits!r}.")
    return torch.tensor(low, device=a.device), torch.tensor(high, device=a.device)


def _rising(bins: Any) -> None:
    """ValueError for edges in plain numbers that fall; those in a Tensor are trusted."""
    plain = isinstance(bins, (list, tuple)) and all(isinstance(b, (int, float)) for b in bins)
    if plain and any(b > c for b, c in itertools.pairwise(bins)):
        raise ValueError(f"'bins' must increase, but got {bins!r}.")


def histogram(
    a: Any, bins: Any = 10, range: Any = None, weights: Any = None, density: bool = False
) -> tuple[Tensor, Tensor]:
    """(how many data or how much weight fell into each bin, the edges); the last bin holds its right edge.

    Counts are Float32; `density` divides by their sum and the width. Edges given must increase.
    """
    t = array_like(a).reshape(-1)
    scale = _scale(weights, array_like(a).shape)
    _rising(bins)
    edges = [_edges(t, bins, range)]
    return wrap(_counted([t], edges, scale, density)), wrap(edges[0])


def _scale(weights: Any, shape: Any) -> torch.Tensor | None:
    if weights is None:
        return None
    t = array_like(weights)
    if tuple(t.shape) != tuple(shape):
        raise ValueError(
            f"'weights' should have the shape of the data, {tuple(shape)}, but got {tuple(t.shape)}."
        )
    return t.reshape(-1).float()


def _counted(
    columns: list[torch.Tensor],
    edges: list[torch.Tensor],
    scale: torch.Tensor | None,
    density: bool,
) -> torch.Tensor:
    sizes = [len(e) - 1 for e in edges]
    if min(sizes) < 1:
        return torch.zeros([max(size, 0) for size in sizes], device=columns[0].device)
    weight = torch.ones_like(columns[0], dtype=torch.float32) if scale is None else scale
    place = torch.zeros_like(columns[0], dtype=torch.int64)
    for column, edge, size in zip(columns, edges, sizes):
        x, e = column.float(), edge.float().contiguous()
        found = torch.where(x == e[-1], size - 1, torch.bucketize(x, e, right=True) - 1)
        weight = torch.where((x >= e[0]) & (x <= e[-1]), weight, 0)
        place = place * size + found.clamp(0, size - 1)
    counts = weight.new_zeros(functools.reduce(int.__mul__, sizes, 1))
    counts = counts.index_add(0, place, weight).reshape(sizes)
    return _per_volume(counts, edges) if density else counts


def _per_volume(counts: torch.Tensor, edges: list[torch.Tensor]) -> torch.Tensor:
    out = counts / counts.sum()
    for axis, edge in enumerate(edges):
        width = torch.diff(edge.float())
        out = out / width.reshape([-1 if i == axis else 1 for i in range(counts.ndim)])
    return out


def histogramdd(
    sample: Any, bins: Any = 10, range: Any = None, weights: Any = None, density: bool = False
) -> tuple[Tensor, list[Tensor]]:
    """(counts over all dimensions of `sample`, the list of edges).

    `sample` is a Tensor of points in rows, or a sequence of one array per dimension; `bins` a number, or one
    number or sequence of edges per dimension; `range` one pair or None per dimension.
    """
    columns = _columns(sample)
    scale = _scale(weights, columns[0].shape)
    bins = _per_dimension("bins", [bins] * len(columns) if isinstance(bins, int) else bins, columns)
    for one in bins:
        _rising(one)
    limits = itertools.repeat(None) if range is None else _per_dimension("range", range, columns)
    edges = [_edges(*given) for given in zip(columns, bins, limits)]
    return wrap(_counted(columns, edges, scale, density)), [wrap(e) for e in edges]


def _columns(sample: Any) -> list[torch.Tensor]:
    if isinstance(sample, (list, tuple)):
        return [array_like(column).reshape(-1) for column in sample]
    t = array_like(sample)
    if t.ndim != 2:
        raise ValueError(
            f"For 'histogramdd', 'sample' should be 2-dimensional, but got shape {tuple(t.shape)}."
        )
    return list(t.unbind(1))


def _per_dimension(name: str, values: Any, columns: list[torch.Tensor]) -> list[Any]:
    if not isinstance(values, (list, tuple, Tensor)):
        raise TypeError(f"For 'histogramdd', '{name}' should be a sequence, but got {values!r}.")
    if len(values) != len(columns):
        raise ValueError(
            f"For 'histogramdd', '{name}' must have one entry for each of the {len(columns)} dimensions, "
            f"but got {len(values)}."
        )
    return list(values)


def histogram2d(
    x: Any, y: Any, bins: Any = 10, range: Any = None, weights: Any = None, density: bool = False
) -> tuple[Tensor, Tensor, Tensor]:
    """(counts, edges of `x`, edges of `y`) of points given as two vectors."""
    a, b = array_like(x), array_like(y)
    if a.ndim != 1 or a.shape != b.shape:
        raise ValueError(
            "For 'histogram2d', 'x' and 'y' should be 1-dimensional and of one length, "
            f"but got shapes {tuple(a.shape)} and {tuple(b.shape)}."
        )
    counts, edges = histogramdd([wrap(a), wrap(b)], bins, range, weights, density)
    return counts, edges[0], edges[1]


@arrays(2)
def digitize(x: torch.Tensor, bins: torch.Tensor, right: bool = False) -> torch.Tensor:
    """The Int32 number of the bin of each element; `bins` rise or fall, closed on the left unless `right`."""
    if bins.ndim != 1:
        raise ValueError(
            f"For 'digitize', 'bins' should be 1-dimensional, but got {bins.ndim} dimensions."
        )
    if bins.numel() == 0:
        return torch.zeros_like(x, dtype=torch.int32)
    common = torch.promote_types(_float(x).dtype, bins.dtype)
    x, bins = x.to(common), bins.to(common)
    rising = torch.bucketize(x, bins, right=not right)
    falling = len(bins) - torch.bucketize(x, bins.flip(0), right=not right)
    return torch.where(bins[0] > bins[-1], falling, rising).to(torch.int32)


__all__ = exported(globals())
