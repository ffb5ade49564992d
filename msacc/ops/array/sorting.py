"""Sorting, searching, counting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, Setting, TensorMethod, bindings
from msacc.ops.core.op import exported_names, op, with_name
from msacc.ops.math.histograms import weighted_bincount

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from msacc.common.tensor import Tensor


@bindings(
    PrimitiveClass(
        "Sort",
        settings={
            "axis": Setting(-1, checks.integer),
            "descending": Setting(False, checks.boolean),
        },
    )
)
@op
def sort(input_x: torch.Tensor, axis: int = -1, descending: bool = False) -> Any:
    """The elements sorted along `axis`, and where they were.

    `input_x` is a Tensor of any shape and real dtype, `axis` an int; `descending` (bool) puts the
    largest first. The result is a pair in the shape of `input_x`: values in its dtype, and Int32
    positions. Equal values keep their order. Raises ValueError for an `axis` that `input_x` lacks.
    Differs from MindSpore: Bool is taken here and refused by its CPU.
    """
    values, indices = torch.sort(input_x, dim=axis, descending=descending, stable=True)
    return values, indices.to(torch.int32)


@bindings(TensorMethod("sort", dim="axis"))
def sort_of(self: Tensor, axis: int = -1, descending: bool = False, stable: bool = False) -> Any:
    """(values in order along `axis`, their positions), as `sort` gives them.

    This Tensor is of numbers of any shape.

    `axis`: an int.
    `descending`: a bool. Equal values keep their order, whether `stable`, a bool, asks for it or not.

    The values have this dtype, the positions are Int32.
    """
    check.boolean("sort", "stable", stable)
    return sort(self, axis, descending)


@bindings(TensorMethod("argsort", dim="axis"))
def argsort_of(self: Tensor, axis: int = -1, descending: bool = False, stable: bool = False) -> Any:
    """The positions that would sort this Tensor along `axis`, as `argsort` gives them.

    It is of numbers of any shape, which the result, Int32, has.

    `axis`: an int.
    `descending`: a bool. Equal values keep their order, whether `stable`, a bool, asks for it or not.
    """
    check.boolean("argsort", "stable", stable)
    return argsort(self, axis, descending)


@bindings(MintFunction("sort"))
@op
@with_name("sort")
def sort_int64(
    input: torch.Tensor, *, dim: int = -1, descending: bool = False, stable: bool = False
) -> Any:
    """(values in order along `dim`, their positions): Int64 positions are mint's, as in torch.

    input: a Tensor of numbers of any shape, whose dtype the values have.
    descending: the largest first.
    stable: equal values keep their order, which they otherwise may lose.

    Raises ValueError for a dimension out of range.
    """
    return tuple(torch.sort(input, dim=dim, descending=descending, stable=stable))


@bindings(TensorMethod("msort"))
@op
def msort(input: torch.Tensor) -> torch.Tensor:
    """Sorted along the first dimension.

    `input` is a Tensor of numbers; the result has its shape and dtype.
    """
    return torch.msort(input)


@op
def argsort(input: torch.Tensor, axis: int = -1, descending: bool = False) -> torch.Tensor:
    """The Int32 positions that would sort; equal values keep their order.

    `input` is a Tensor of numbers; the result has its shape.
    `axis` is an int.
    `descending`: the largest first.
    """
    return torch.argsort(input, dim=axis, descending=descending, stable=True).to(torch.int32)


@bindings(MintFunction("argsort"))
@op
@with_name("argsort")
def argsort_int64(
    input: torch.Tensor, dim: int = -1, descending: bool = False, stable: bool = False
) -> torch.Tensor:
    """The positions that would sort along `dim`: Int64, mint's, as in torch.

    input: a Tensor of numbers of any shape, which the result has; its dtype is Int64.
    descending: the largest first.
    stable: equal values keep their order.

    Raises ValueError for a dimension out of range.
    """
    return torch.argsort(input, dim=dim, descending=descending, stable=stable)


@bindings(TensorMethod("topk"))
@op
def topk(
    input: torch.Tensor, k: int, dim: int | None = None, largest: bool = True, sorted: bool = True
) -> Any:
    """(the `k` largest or smallest values, their Int32 positions) along `dim`, the last for None.

    `input` is a Tensor of numbers; both results have its shape with `k` along `dim`, the values its dtype.
    `sorted`: in order.
    """
    axis = -1 if dim is None else dim
    values, indices = torch.topk(input, _count(input, k, axis, 1), axis, largest, sorted)
    return values, indices.to(torch.int32)


@bindings(MintFunction("topk"))
@op
@with_name("topk")
def topk_int64(
    input: torch.Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> Any:
    """(the `k` largest or smallest values along `dim`, their positions): Int64, mint's, as in torch.

    input: any shape, of numbers.
    sorted: in order; otherwise the order is unspecified.

    Raises ValueError for `k` out of [0, size of `dim`] and for a dimension out of range, TypeError for `k`
    that is no int.
    """
    return tuple(torch.topk(input, _count(input, k, dim, 0), dim, largest, sorted))


def _count(input: torch.Tensor, k: int | torch.Tensor, dim: int, least: int) -> int:
    """`k` as an int that fits the dimension."""
    rank = max(input.ndim, 1)
    if not -rank <= dim < rank:
        raise ValueError(f"For 'topk', 'dim' should be in [{-rank}, {rank}), but got {dim}.")
    count = k.item() if isinstance(k, torch.Tensor) else k
    if not isinstance(count, int):
        raise TypeError(f"For 'topk', 'k' should be an int, but got {k!r}.")
    size = input.shape[dim] if input.ndim else 1
    if not least <= count <= size:
        raise ValueError(f"For 'topk', 'k' should be in [{least}, {size}], but got {count}.")
    return count


@bindings(
    PrimitiveClass("TopK", settings={"sorted": Setting(True, checks.boolean)}),
    TensorMethod("top_k"),
)
@op
def top_k(input_x: torch.Tensor, k: int, sorted: bool = True) -> Any:
    """The `k` largest elements along the last dimension, and where they were.

    `input_x` is a Tensor of shape (…, n) and real dtype, `k` an int from 1 to n. The result is a
    pair of shape (…, k): values in the dtype of `input_x`, the largest first if `sorted` (else in
    any order), and Int32 positions. Raises ValueError for a `k` out of range, TypeError for one
    that is no int. As in MindSpore.
    """
    values, indices = torch.topk(input_x, _count(input_x, k, -1, 1), -1, True, sorted)
    return values, indices.to(torch.int32)


@bindings(PrimitiveClass("Unique"), TensorMethod("unique"))
@op
def unique(input: torch.Tensor) -> Any:
    """(distinct values in order of first appearance, position of each element's value among them).

    Positions have the shape of `input`: Int64 for Int64 input, else Int32.

    `input` is a Tensor of numbers, any shape; the values are a vector of its dtype, the result a
    pair.
    """
    values, inverse = _distinct(input)
    return values, inverse.reshape(input.shape)


@bindings(MintFunction("unique"))
@op
@with_name("unique")
def unique_in_order(
    input: torch.Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """The distinct values in ascending order: mint's, as in torch.

    input: any shape, of numbers; along `dim` whole slices are compared. With `return_inverse` also each
    element's position among them, with `return_counts` how often each occurs: Int64. `sorted=False` may give
    another order in MindSpore. Raises ValueError for a dimension out of range.
    """
    options = {"return_inverse": return_inverse, "return_counts": return_counts}
    return torch.unique(input, sorted, **options, dim=dim)


def _distinct(input: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    flat = input.reshape(-1)
    values, inverse = torch.unique(flat, return_inverse=True)
    count = flat.numel()
    order = torch.arange(count, device=flat.device)
    first = torch.full((values.numel(),), count, device=flat.device).scatter_reduce(
        0, inverse, order, "amin"
    )
    by_first = torch.argsort(first)
    rank = torch.empty_like(by_first)
    rank[by_first] = torch.arange(values.numel(), device=flat.device)
    dtype = torch.int64 if input.dtype is torch.int64 else torch.int32
    return values[by_first], rank[inverse].to(dtype)


@bindings(PrimitiveClass("UniqueWithPad"), TensorMethod("unique_with_pad"))
@op
def unique_with_pad(x: torch.Tensor, pad_num: float | np.number) -> Any:
    """(the distinct values of the vector `x`, filled up with `pad_num` to its length, where each element is).

    `x`: a Tensor (N,) of numbers, whose dtype the values have.
    `pad_num`: a number.

    Other ranks are a ValueError.
    """
    check.rank("unique_with_pad", x, 1)
    values, inverse = _distinct(x)
    pad = values.new_full(
        (x.numel() - values.numel(),),
        int(pad_num) if not x.dtype.is_floating_point else float(pad_num),
    )
    return torch.cat((values, pad)), inverse


@bindings(TensorMethod("unique_consecutive"), MintFunction("unique_consecutive"))
@op
def unique_consecutive(
    input: torch.Tensor,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """Runs of equal values reduced to one; with the inverse indices and the run lengths if requested.

    `input` is a Tensor of numbers; the values have its dtype.
    `return_inverse` and `return_counts` ask for the two, Int64.
    `dim`: along which slices are compared, None for the flattened tensor.
    """
    # Passed by name: passed by position, torch confuses the flags.
    options = {"return_inverse": return_inverse, "return_counts": return_counts}
    return torch.unique_consecutive(input, **options, dim=dim)


@bindings(
    PrimitiveClass(
        "UniqueConsecutive",
        inputs=("input",),
        settings={
            "return_inverse": Setting(False),
            "return_counts": Setting(False),
            "dim": Setting(None),
        },
    )
)
@op
def unique_consecutive_all(
    input: torch.Tensor,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """`unique_consecutive` that always returns three tensors; one not requested is a 0-d zero of Int64.

    `input` is a Tensor of numbers; the values have its dtype. `return_inverse` and `return_counts`, bools, ask
    for the positions and the run lengths, Int64. `dim`: along which slices are compared, None for the flattened
    tensor.
    """
    flags = return_inverse, return_counts
    out = unique_consecutive.raw(input, *flags, dim)
    results = iter(out if any(flags) else (out,))
    none = torch.zeros((), dtype=torch.int64, device=input.device)
    return next(results), *(next(results) if flag else none for flag in flags)


@bindings(MintFunction("searchsorted"))
@op
def searchsorted(
    sorted_sequence: torch.Tensor,
    values: Any,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: torch.Tensor | None = None,
) -> torch.Tensor:
    """Where each value would go in the sorted sequence: Int64, or Int32 for `out_int32`.

    `sorted_sequence`: a Tensor (…, N) of numbers; `values`: a Tensor (…, M), or a vector or number for a
    vector, whose shape the result has. A value that is there goes before its first place, or with `right` or
    `side` 'right' behind its last. `sorter` holds the places of `sorted_sequence` in rising order, where it is
    not sorted itself. Raises TypeError for a flag that is no bool, ValueError for another `side` or one against
    `right`.
    """
    check.boolean("searchsorted", "out_int32", out_int32)
    check.boolean("searchsorted", "right", right)
    if check.choice("searchsorted", "side", side, [None, "left", "right"]) == "left" and right:
        raise ValueError(
            "For 'searchsorted', 'side' is 'left' and 'right' is True; give one of them."
        )
    targets = torch.as_tensor(values, device=sorted_sequence.device)
    order = None if sorter is None else sorter.long()
    return torch.searchsorted(
        sorted_sequence, targets, out_int32=out_int32, right=right, side=side, sorter=order
    )


@bindings(TensorMethod("searchsorted"))
@op
def searchsorted_method(
    input: torch.Tensor, v: Any, side: str = "left", sorter: torch.Tensor | None = None
) -> torch.Tensor:
    """Where each value of `v` would go in `input`, which is sorted: an Int32 Tensor of the shape of `v`.

    `input`: a Tensor (…, N) of numbers.
    `v`: one (…, M), or a number for a vector. A value that is there goes before its first place, or with
      `side` 'right' behind its last; ValueError for a `side` other than these.
    `sorter`: a Tensor of integers, the places of `input` in rising order, where it is not sorted itself.
    """
    check.choice("Tensor.searchsorted", "side", side, ["left", "right"])
    targets = torch.as_tensor(v, device=input.device)
    order = None if sorter is None else sorter.long()
    return torch.searchsorted(input, targets, out_int32=True, side=side, sorter=order)


@bindings(PrimitiveClass("Bucketize", settings={"boundaries": Setting()}))
@op
@with_name("Bucketize")
def bucket_of_each(input: torch.Tensor, boundaries: Sequence[float]) -> torch.Tensor:
    """The number of the bucket of each element; a boundary itself is in the bucket behind it.

    `input`: a Tensor of numbers of any shape, which the result, Int32, has.
    `boundaries`: numbers in rising order.
    """
    return bucketize.raw(input, boundaries, right=True)  # type: ignore[no-any-return]


@op
def bucketize(
    input: torch.Tensor, boundaries: Sequence[float], *, right: bool = False
) -> torch.Tensor:
    """The number of the bucket of each element, between sorted boundaries.

    `input` is a Tensor of numbers, `boundaries` a list of ascending numbers; the result is Int32 of its
      shape.
    `right`: a boundary itself is in the bucket behind it.
    """
    check.instance("Bucketize", "boundaries", boundaries, (list, tuple, torch.Tensor))
    edges = torch.as_tensor(
        boundaries, dtype=torch.promote_types(input.dtype, torch.float32), device=input.device
    )
    return torch.bucketize(input, edges, out_int32=True, right=right)


@bindings(PrimitiveClass("Bincount"))
@op
def bincount_sized(array: torch.Tensor, size: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """How often each of 0 … `size` - 1 occurs, or the sum of its weights, in their dtype; other numbers do not count.

    `array` is Int32; `size` is a Tensor without axes; `weights` has the shape of `array`, or no elements. Raises
    TypeError for a `size` that is no Tensor, ValueError for one with axes.
    """
    if not isinstance(size, torch.Tensor):
        raise TypeError(f"For 'Bincount', 'size' must be a Tensor, but got {type(size).__name__}.")
    if size.dim():
        raise ValueError(
            f"For 'Bincount', 'size' must have no axes, but got shape {tuple(size.shape)}."
        )
    length, flat = int(size), array.flatten()
    ones = weights.new_ones(flat.shape)
    values = weights.flatten() if weights.numel() else ones
    inside = (flat >= 0) & (flat < length)
    return weights.new_zeros(length).index_add(0, flat[inside].long(), values[inside])


@bindings(TensorMethod("bincount"))
@op
def bincount(
    input: torch.Tensor, weights: torch.Tensor | None = None, minlength: int = 0
) -> torch.Tensor:
    """How often each non-negative integer occurs, or the sum of its weights: Float32.

    `input` is a vector of integers, `weights` one of its length, `minlength` an int: the least
    length of the result, a vector.
    """
    return weighted_bincount(input, weights, minlength).to(torch.float32)


@bindings(MintFunction("bincount"))
@op
@with_name("bincount")
def bincount_int64(
    input: torch.Tensor, weights: torch.Tensor | None = None, minlength: int = 0
) -> torch.Tensor:
    """How often each integer from 0 up occurs: Int64, or sums of `weights` as floats. mint's, as in torch.

    input: a vector of non-negative integers.
    weights: one number for each of them.
    minlength: the least length of the result.

    Raises TypeError for a float `input`, RuntimeError for other shapes or negative numbers.
    """
    return weighted_bincount(input, weights, minlength)


@bindings(
    PrimitiveClass(
        "Histogram",
        settings={
            "bins": Setting(100, checks.positive_int),
            "min": Setting(0.0, checks.floating),
            "max": Setting(0.0, checks.floating),
        },
    ),
    TensorMethod("histc"),
)
@op
def histc(input: torch.Tensor, bins: int = 100, min: float = 0.0, max: float = 0.0) -> torch.Tensor:
    """A histogram of `bins` equal bins from `min` to `max` (the data's own range if both are 0): (bins,).

    input: floats or Int32 of any shape, whose counts are Int32; those of Float16 are Float32.
    `bins`: an int above 0, `min` and `max`: numbers.
    """
    if input.dtype is torch.int32:
        return torch.histc(input.double(), bins, min, max).to(torch.int32)
    return torch.histc(input.float() if input.dtype is torch.float16 else input, bins, min, max)


@bindings(PrimitiveClass("InTopK", settings={"k": Setting(check=checks.integer)}))
@op
def intopk(x1: torch.Tensor, x2: torch.Tensor, k: int) -> torch.Tensor:
    """Whether the class `x2[i]` is among the `k` largest of the row `x1[i]`: a Bool Tensor (N,).

    `x1`: a float Tensor (N, C).
    `x2`: a vector (N,) of integers.
    `k`: an int.
    """
    target_scores = torch.gather(x1, 1, x2.long().unsqueeze(1))
    return (x1 > target_scores).sum(1) < k


@bindings(TensorMethod("kthvalue"), MintFunction("kthvalue"))
@op
def kthvalue(input: torch.Tensor, k: int, dim: int = -1, keepdim: bool = False) -> Any:
    """(the `k`-th smallest value, its position) along `dim`, counted from 1.

    `input`: a Tensor of numbers of any shape, whose dtype the values have; the positions are Int64.
    `k`, `dim`: ints.
    `keepdim`: keep `dim` with size 1.
    """
    values, indices = torch.kthvalue(input, k, dim, keepdim)
    return values, indices


@bindings(TensorMethod("diff"), MintFunction("diff", input="x", dim="axis"))
@op
def diff(
    x: torch.Tensor,
    n: int = 1,
    axis: int = -1,
    prepend: torch.Tensor | None = None,
    append: torch.Tensor | None = None,
) -> torch.Tensor:
    """Differences of neighbours along `axis`, `n` times, with `prepend` and `append` before and behind.

    `x`: a Tensor of one dimension or more and of any dtype, which the result has.
    `prepend`, `append`: Tensors of that dtype and its shape but along `axis`.

    Raises ValueError where these are of another rank.

    MindSpore's CPU has `n` 1 alone.
    """
    for name, part in (("prepend", prepend), ("append", append)):
        if part is not None and part.ndim != x.ndim:
            raise ValueError(
                f"For 'diff', '{name}' must have {x.ndim} dimensions as the input, but got {part.ndim}."
            )
    return torch.diff(x, n, axis, prepend, append)


@op
def trapz(
    y: torch.Tensor, x: torch.Tensor | None = None, *, dx: float = 1.0, dim: int = -1
) -> torch.Tensor:
    """The integral by the trapezoidal rule along `dim`.

    `y` is a Tensor of numbers, `x` one of its shape or a vector: where they lie, else `dx` apart; the result
    has the shape of `y` without `dim`, and its float dtype, Float32 for integers.
    """
    return torch.trapezoid(y, x, dim=dim) if x is not None else torch.trapezoid(y, dx=dx, dim=dim)


__all__ = exported_names(
    globals(),
    "argsort_int64",
    "argsort_of",
    "bincount_int64",
    "searchsorted_method",
    "sort_int64",
    "sort_of",
    "topk_int64",
    "unique_consecutive_all",
    "unique_in_order",
)
