"""Grids, diagonals and triangles with mindspore.numpy's rules: indices are Int32 (ops: Int64)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common import checks as check
from msacc.common.settings import settings
from msacc.ops.array import gather_select, shaping


def meshgrid(
    *xi: torch.Tensor, sparse: bool = False, indexing: str = "xy"
) -> tuple[torch.Tensor, ...]:
    """Coordinate grids of vectors, each in its own dtype; other array-likes are flattened.

    `indexing` 'xy' lets the first vector run along the second dimension, 'ij' along the first; `sparse` keeps
      length 1 in the dimensions along which a grid is constant.
    `xi`: array-likes.

    Returns Tensors, as many as `xi`.

    Raises TypeError for another `indexing` or `sparse`.
    """
    if not isinstance(sparse, bool) or indexing not in ("xy", "ij"):
        raise TypeError(
            f"For 'meshgrid', 'sparse' is a bool and 'indexing' is 'xy' or 'ij', but got {sparse!r}, {indexing!r}."
        )
    swapped = {0: 1, 1: 0} if indexing == "xy" and len(xi) > 1 else {}
    return tuple(_grids([x.reshape(-1) for x in xi], swapped, sparse))


def _grids(
    vectors: Sequence[torch.Tensor], swapped: dict[int, int], sparse: bool
) -> list[torch.Tensor]:
    axes = [swapped.get(i, i) for i in range(len(vectors))]
    size = [vectors[axis].numel() for axis in axes]
    thin = [
        v.reshape([-1 if j == axis else 1 for j in range(len(vectors))])
        for v, axis in zip(vectors, axes, strict=True)
    ]
    return thin if sparse else [t.expand(size).contiguous() for t in thin]


def grid(axes: list[slice], sparse: bool) -> Any:
    """The result of `mgrid` and `ogrid` for slices: one stacked Tensor of all grids, or the open grids in a tuple.

    A whole step counts up to `stop`, exclusive; a complex one is the number of points, `stop` included. All whole
    numbers give Int32, else Float32.
    """
    grids = _grids([_line(axis) for axis in axes], {}, sparse)
    if sparse:
        return tuple(grids)
    common = torch.int32 if all(g.dtype is torch.int32 for g in grids) else torch.float32
    return torch.stack([g.to(common) for g in grids])


def line(axis: slice) -> torch.Tensor:
    """The result of `mgrid` and `ogrid` for one slice: a vector."""
    return _line(axis)


def _line(axis: slice) -> torch.Tensor:
    start, step = axis.start or 0, 1 if axis.step is None else axis.step
    if isinstance(step, complex):
        return torch.linspace(start, axis.stop, int(abs(step)), device=settings.device)
    all_int = all(isinstance(v, int) for v in (start, axis.stop, step))
    target_dtype = torch.int32 if all_int else torch.float32
    return torch.arange(start, axis.stop, step, dtype=target_dtype, device=settings.device)


def diag(v: torch.Tensor, k: int = 0) -> torch.Tensor:
    """A matrix with the vector `v` on its k-th diagonal, or the k-th diagonal of the matrix `v`.

    ValueError for another number of dimensions.
    """
    check.rank("diag", v, 1, 2)
    return torch.diag(v, k)


def diagflat(v: torch.Tensor, k: int = 0) -> torch.Tensor:
    """A square matrix with the flattened array-like `v` on its k-th diagonal, an int, of the dtype of `v`."""
    return gather_select.diagflat.raw(v, k)


def diagonal(a: torch.Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1) -> torch.Tensor:
    """The diagonals `offset` off the main one over the dimensions `axis1` and `axis2`, as the last dimension.

    `a` is an array-like of two dimensions or more, whose dtype the result has; the others are ints. ValueError
    for dimensions that `a` lacks or that are one.
    """
    return shaping.diagonal.raw(a, offset, axis1, axis2)


def tril(m: torch.Tensor, k: int = 0) -> torch.Tensor:
    """The array-like `m` with zeros above its k-th diagonal; a vector is repeated as the rows of a matrix first.

    `m` is of any dtype, which the result has.
    `k` is an int, 0 for the main diagonal.
    """
    return gather_select.tril.raw(_rows(m), k)


def triu(m: torch.Tensor, k: int = 0) -> torch.Tensor:
    """The array-like `m` with zeros below its k-th diagonal; a vector is repeated as the rows of a matrix first.

    `m` is of any dtype, which the result has.
    `k` is an int, 0 for the main diagonal.
    """
    return gather_select.triu.raw(_rows(m), k)


def _rows(m: torch.Tensor) -> torch.Tensor:
    # numpy broadcasts a vector against its square mask; ops and torch refuse it.
    return m.expand(len(m), len(m)) if m.ndim == 1 else m


def tril_indices(n: int, k: int = 0, m: int | None = None) -> tuple[torch.Tensor, ...]:
    """(rows, columns) of the lower triangle of an (n, m) matrix up to its k-th diagonal, Int32; m is n if None.

    `n`, `k` and `m` are ints; the results are vectors.
    """
    columns = n if m is None else m
    return tuple(torch.tril_indices(n, columns, k, dtype=torch.int32, device=settings.device))


def triu_indices(n: int, k: int = 0, m: int | None = None) -> tuple[torch.Tensor, ...]:
    """(rows, columns) of the upper triangle of an (n, m) matrix from its k-th diagonal, Int32; m is n if None.

    `n`, `k` and `m` are ints; the results are vectors.
    """
    columns = n if m is None else m
    return tuple(torch.triu_indices(n, columns, k, dtype=torch.int32, device=settings.device))


def tril_indices_from(arr: torch.Tensor, k: int = 0) -> tuple[torch.Tensor, ...]:
    """(rows, columns) of the lower triangle of the matrix `arr`, of any dtype, up to its `k`-th diagonal: Int32.

    ValueError if `arr` is no matrix. `k` is an int, 0 for the main diagonal.
    """
    rows, columns = _matrix("tril_indices_from", arr)
    return tril_indices(rows, int(k), columns)


def triu_indices_from(arr: torch.Tensor, k: int = 0) -> tuple[torch.Tensor, ...]:
    """(rows, columns) of the upper triangle of the matrix `arr`, of any dtype, from its `k`-th diagonal: Int32.

    ValueError if `arr` is no matrix. `k` is an int, 0 for the main diagonal.
    """
    rows, columns = _matrix("triu_indices_from", arr)
    return triu_indices(rows, int(k), columns)


def _matrix(where: str, arr: torch.Tensor) -> torch.Size:
    if arr.ndim != 2:
        raise ValueError(f"For '{where}', 'arr' must be 2-d, but got shape {tuple(arr.shape)}.")
    return arr.shape


def diag_indices(n: int, ndim: int = 2) -> tuple[torch.Tensor, ...]:
    """The Int32 indices, one vector per dimension, of the main diagonal of an array of `ndim` lengths `n`.

    Raises TypeError if one is no int, ValueError if `n` is not above 0.
    """
    check.positive_int("diag_indices", "n", n)
    if not isinstance(ndim, int):
        raise TypeError(f"For 'diag_indices', 'ndim' must be an integer, but got {ndim!r}.")
    points = torch.arange(n, dtype=torch.int32, device=settings.device)
    return tuple(points.clone() for _ in range(ndim))


def indices(
    dimensions: Sequence[int], dtype: torch.dtype = torch.int32, sparse: bool = False
) -> Any:
    """A grid of each index of an array of the lengths `dimensions`, as a list of arrays of `dtype`.

    `sparse` keeps only the dimension along which an index changes. Raises TypeError if `dimensions` is no tuple
    or list of ints, ValueError if one is not above 0.
    """
    if not isinstance(dimensions, (tuple, list)):
        raise TypeError(f"For 'indices', 'dimensions' must be tuple or list, got {dimensions!r}.")
    sizes = [check.positive_int("indices", "dimensions", n) for n in dimensions]
    lines = [torch.arange(n, device=settings.device).to(dtype) for n in sizes]
    return _grids(lines, {}, sparse)


def ix_(*args: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Vectors turned so that together they index an open mesh: the i-th runs along dimension i.

    Raises TypeError for what is no Tensor, ValueError for one that is no vector.
    """
    for arg in args:
        if not isinstance(arg, torch.Tensor):
            raise TypeError(f"For 'ix_', Tensors are expected, but got {type(arg).__name__}.")
        if arg.ndim != 1:
            raise ValueError(f"For 'ix_', an index must be 1 dimensional, but got {arg.ndim}.")
    return tuple(_grids(args, {}, True))


def ravel_multi_index(
    multi_index: torch.Tensor, dims: tuple[int, ...], mode: str = "clip", order: str = "C"
) -> torch.Tensor:
    """Positions in the flattened array of integer coordinates, one row per dimension: Float32, as in MindSpore.

    `multi_index`: an array-like (len(dims), …) of integers.
    `dims`: a tuple of ints, the shape of the array.
    `mode` 'clip' or 'wrap' for coordinates outside; 'raise' is not implemented, there neither.
    `order` 'C' counts the last dimension fastest, 'F' the first.

    Raises ValueError for other words or a wrong number of rows, TypeError for coordinates that are no
    integers.
    """
    if mode == "raise":
        raise NotImplementedError("msacc.numpy.ravel_multi_index has no mode='raise'.")
    check.choice("ravel_multi_index", "mode", mode, ("wrap", "clip"))
    check.choice("ravel_multi_index", "order", order, ("C", "F"))
    if len(multi_index) != len(dims):
        raise ValueError(
            f"For 'ravel_multi_index', 'multi_index' must be a sequence of length {len(dims)}, "
            f"but got {len(multi_index)}."
        )
    if multi_index.dtype.is_floating_point:
        raise TypeError("For 'ravel_multi_index', only int indices are permitted.")
    pairs = list(zip(multi_index.long(), dims, strict=False))
    out = torch.zeros_like(multi_index[0], dtype=torch.int64)
    for index, n in pairs if order == "C" else pairs[::-1]:
        out = out * n + (index.clamp(0, n - 1) if mode == "clip" else index % n)
    return out.float()


def unravel_index(
    indices: torch.Tensor, shape: tuple[int, ...], order: str = "C"
) -> tuple[torch.Tensor, ...]:
    """Coordinates of positions in the flattened array of `shape`, in the integer dtype of `indices`.

    Positions beyond the ends are taken as the nearest end; negative ones count from the last. `order` 'C' counts the
    last dimension fastest, 'F' the first; ValueError for another.
    """
    check.choice("unravel_index", "order", order, ("C", "F"))
    total = 1
    for n in shape:
        total *= n
    dtype = torch.int32 if indices.dtype.is_floating_point else indices.dtype
    positions = indices.long().clamp(-total, total - 1)
    positions = torch.where(positions < 0, positions + total, positions)
    sizes = shape if order == "C" else shape[::-1]
    coordinates = [f.to(dtype) for f in torch.unravel_index(positions, sizes)]
    return tuple(coordinates if order == "C" else coordinates[::-1])
