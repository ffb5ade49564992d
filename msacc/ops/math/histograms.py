"""Histograms: counts and edges are Float32."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.warn_once import no_effect
from msacc.ops.core.array_likes import array_like
from msacc.ops.math.numpy_reduce import to_float

if TYPE_CHECKING:
    from collections.abc import Sequence

Counted = tuple[torch.Tensor, torch.Tensor]


def bincount(
    x: torch.Tensor,
    weights: torch.Tensor | None = None,
    minlength: int = 0,
    length: int | None = None,
) -> torch.Tensor:
    """How often each integer from 0 on occurs in the vector `x`, or how much of `weights` falls to it: Float32.

    At least `minlength` numbers; with `length` exactly so many, filled with 0 or cut. Raises ValueError for an `x`
    that is no vector and for weights of another length, TypeError for an `x` that holds no integers, RuntimeError
    for negative integers, which MindSpore counts as 0.
    """
    _check_integer_vector(x)
    if weights is not None and weights.shape != x.shape:
        raise ValueError(
            f"For 'bincount', 'x' and 'weights' must have one length, but got {tuple(weights.shape)}."
        )
    least = max(minlength if length is None else length, 0)
    sums = weighted_bincount(x, weights, least)
    return (sums if length is None else sums[:length]).float()


def weighted_bincount(x: torch.Tensor, weights: torch.Tensor | None, least: int) -> torch.Tensor:
    """torch's bincount with a gradient by `weights`, which torch's own refuses."""
    if weights is None or not weights.requires_grad:
        return torch.bincount(x, weights, least)
    sums = torch.bincount(x, weights.detach(), least)
    return torch.zeros_like(sums).index_add(0, x, weights.to(sums.dtype))


def _check_integer_vector(x: torch.Tensor) -> None:
    if x.ndim != 1:
        raise ValueError(f"For 'bincount', 'x' should be 1-D, but got shape {tuple(x.shape)}.")
    if x.dtype.is_floating_point or x.dtype is torch.bool:
        raise TypeError(f"For 'bincount', 'x' should be an array of ints, but got {x.dtype}.")


def histogram_bin_edges(
    a: torch.Tensor,
    bins: int | Sequence[float] | torch.Tensor = 10,
    range: Sequence[float] | None = None,
    weights: torch.Tensor | Sequence[float] | None = None,
) -> torch.Tensor:
    """The edges of `bins` equal bins over the data or `range`, Float32; `bins` itself if it is a sequence.

    `a`: an array-like of numbers of any shape; the result is a vector of dtype Float32.
    `weights` has no effect, as in MindSpore.

    Raises TypeError and ValueError for bins or a range that are none.
    """
    if weights is not None:
        no_effect("histogram_bin_edges", "weights", weights, "it does nothing in MindSpore either")
    return _edges(a, bins, range)


def _edges(
    a: torch.Tensor, bins: int | Sequence[float] | torch.Tensor, limits: Sequence[float] | None
) -> torch.Tensor:
    if isinstance(bins, str):
        raise NotImplementedError(f"msacc.numpy has no rule bins={bins!r}: give a number or edges.")
    if isinstance(bins, (torch.Tensor, list, tuple)):
        edges = array_like(bins)
        if edges.ndim != 1:
            raise ValueError(f"'bins' must be 1d, but got shape {tuple(edges.shape)}.")
        return edges
    if not isinstance(bins, int):
        raise TypeError(f"'bins' must be an int or a sequence, but got {bins!r}.")
    if bins < 1:
        raise ValueError(f"'bins' must be at least 1, but got {bins}.")
    low, high = _extent(a.float()) if limits is None else _in_range(a, limits)
    alike = (low == high) * 0.5  # all data alike: one unit around them
    low, high = low - alike, high + alike
    inner = low + torch.arange(bins, device=a.device) * ((high - low) / bins)
    return torch.cat([inner, high.reshape(1)])  # the last one exact: the largest datum is inside


def _extent(a: torch.Tensor) -> Counted:
    some = a if a.numel() else a.new_zeros(1)
    return some.amin(), some.amax()


def _in_range(a: torch.Tensor, limits: Sequence[float] | torch.Tensor | None) -> Counted:
    if not isinstance(limits, (tuple, list, torch.Tensor)) or len(limits) != 2:
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
    a: torch.Tensor,
    bins: int | Sequence[float] | torch.Tensor = 10,
    range: Sequence[float] | None = None,
    weights: torch.Tensor | None = None,
    density: bool = False,
) -> Counted:
    """(how many data or how much weight fell into each bin, the edges), vectors; the last bin holds its right
    edge.

    `a`: an array-like of any shape.
    `weights`: one of that shape.
    `bins` is a number or the edges, which must rise, `range` (start, end). Counts are Float32; `density`
      divides by their sum and the width.

    Raises TypeError and ValueError for bins, a range or weights that do not fit.
    """
    flat = a.reshape(-1)
    _rising(bins)
    edges = [_edges(flat, bins, range)]
    return _histogram([flat], edges, _scale(weights, a.shape), density), edges[0]


def _scale(weights: torch.Tensor | None, shape: tuple[int, ...]) -> torch.Tensor | None:
    if weights is None:
        return None
    if tuple(weights.shape) != tuple(shape):
        raise ValueError(
            f"'weights' should have the shape of the data, {tuple(shape)}, but got {tuple(weights.shape)}."
        )
    return weights.reshape(-1).float()


def _histogram(
    columns: list[torch.Tensor],
    edges: list[torch.Tensor],
    scale: torch.Tensor | None,
    density: bool,
) -> torch.Tensor:
    sizes = [len(e) - 1 for e in edges]
    if min(sizes) < 1:
        return torch.zeros([max(size, 0) for size in sizes], device=columns[0].device)
    weight = torch.ones_like(columns[0], dtype=torch.float32) if scale is None else scale
    position = torch.zeros_like(columns[0], dtype=torch.int64)
    for column, edge, size in zip(columns, edges, sizes, strict=True):
        x, e = column.float().contiguous(), edge.float().contiguous()
        bin_index = torch.where(x == e[-1], size - 1, torch.bucketize(x, e, right=True) - 1)
        weight = torch.where((x >= e[0]) & (x <= e[-1]), weight, 0)
        position = position * size + bin_index.clamp(0, size - 1)
    counts = weight.new_zeros(functools.reduce(int.__mul__, sizes, 1))
    counts = counts.index_add(0, position, weight).reshape(sizes)
    return _per_volume(counts, edges) if density else counts


def _per_volume(counts: torch.Tensor, edges: list[torch.Tensor]) -> torch.Tensor:
    out = counts / counts.sum()
    for axis, edge in enumerate(edges):
        width = torch.diff(edge.float())
        out = out / width.reshape([-1 if i == axis else 1 for i in range(counts.ndim)])
    return out


def histogramdd(
    sample: Any,
    bins: int | Sequence[Any] | torch.Tensor = 10,
    range: Sequence[Sequence[float] | None] | None = None,
    weights: torch.Tensor | None = None,
    density: bool = False,
) -> tuple[torch.Tensor, list[torch.Tensor]]:
    """(counts over all dimensions of `sample`, the list of edges), Float32.

    `sample` is a Tensor of points in rows, or a sequence of one array per dimension; `bins` a number, or one
      number or sequence of edges per dimension; `range` one pair or None per dimension.
    `weights`: a vector, a number for each point; `density` divides by the sum and the volume.

    Raises TypeError and ValueError for those that do not fit.
    """
    columns = _columns(sample)
    scale = _scale(weights, columns[0].shape)
    bins = _per_dimension("bins", [bins] * len(columns) if isinstance(bins, int) else bins, columns)
    for one in bins:
        _rising(one)
    limits = itertools.repeat(None) if range is None else _per_dimension("range", range, columns)
    edges = [_edges(*arguments) for arguments in zip(columns, bins, limits, strict=False)]
    return _histogram(columns, edges, scale, density), edges


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
    if not isinstance(values, (list, tuple, torch.Tensor)):
        raise TypeError(f"For 'histogramdd', '{name}' should be a sequence, but got {values!r}.")
    if len(values) != len(columns):
        raise ValueError(
            f"For 'histogramdd', '{name}' must have one entry for each of the {len(columns)} dimensions, "
            f"but got {len(values)}."
        )
    return list(values)


def histogram2d(
    x: torch.Tensor,
    y: torch.Tensor,
    bins: int | Sequence[Any] | torch.Tensor = 10,
    range: Sequence[Sequence[float]] | None = None,
    weights: torch.Tensor | None = None,
    density: bool = False,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """(counts, edges of `x`, edges of `y`) of points given as two vectors, Float32.

    `x`, `y`: arrays of numbers of shape (N,) both (ValueError otherwise); the counts have the shape (bins of
    `x`, bins of `y`). `bins`, `range`, `weights` and `density`, and other errors, are those of `histogramdd`.
    """
    if x.ndim != 1 or x.shape != y.shape:
        raise ValueError(
            "For 'histogram2d', 'x' and 'y' should be 1-dimensional and of one length, "
            f"but got shapes {tuple(x.shape)} and {tuple(y.shape)}."
        )
    counts, edges = histogramdd([x, y], bins, range, weights, density)
    return counts, edges[0], edges[1]


def digitize(x: torch.Tensor, bins: torch.Tensor, right: bool = False) -> torch.Tensor:
    """The Int32 number of the bin of each element of the array-like `x`, in its shape.

    `bins`, a vector, rise or fall, closed on the left unless `right`. ValueError if `bins` is no vector.
    """
    if bins.ndim != 1:
        raise ValueError(
            f"For 'digitize', 'bins' should be 1-dimensional, but got {bins.ndim} dimensions."
        )
    if bins.numel() == 0:
        return torch.zeros_like(x, dtype=torch.int32)
    common = torch.promote_types(to_float(x).dtype, bins.dtype)
    x, bins = x.to(common), bins.to(common)
    rising = torch.bucketize(x, bins, right=not right)
    falling = len(bins) - torch.bucketize(x, bins.flip(0), right=not right)
    return torch.where(bins[0] > bins[-1], falling, rising).to(torch.int32)
