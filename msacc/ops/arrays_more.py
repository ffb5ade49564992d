"""Sets, sequences and small conversions that few networks need."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from msacc.common import dtype as mstype
from msacc.ops import elementwise as el
from msacc.ops import sorting as so
from msacc.ops._args import dims, torch_dtype
from msacc.ops._op import op


def invert_permutation(input_x: Any) -> tuple[int, ...]:
    """The permutation that undoes the tuple `input_x`; ValueError when that is none."""
    if not isinstance(input_x, (tuple, list)):
        raise ValueError(
            f"For 'InvertPermutation', 'input_x' should be a tuple of int, but got {input_x!r}."
        )
    if sorted(input_x) != list(range(len(input_x))):
        raise ValueError(f"For 'InvertPermutation', {input_x} is no permutation.")
    return tuple(sorted(range(len(input_x)), key=input_x.__getitem__))


@op
def unravel_index(indices: torch.Tensor, dims: torch.Tensor) -> torch.Tensor:
    """The coordinates of flat positions in an array of the shape `dims`: (rank, number of positions)."""
    # In tensor arithmetic, so that a graph can hold it: a dimension's step is the product of those after it.
    steps = dims.flip(0).cumprod(0).flip(0) // dims
    return (indices[None] // steps[:, None] % dims[:, None]).to(indices.dtype)


@op
def list_diff(x: torch.Tensor, y: torch.Tensor, out_idx: Any = mstype.int32) -> Any:
    """(the elements of the vector x that y does not hold, their positions)."""
    kept = ~torch.isin(x, y)
    return x[kept], torch.nonzero(kept)[:, 0].to(torch_dtype(out_idx))


def _bound(right: bool, name: str) -> Any:
    def body(
        sorted_x: torch.Tensor, values: torch.Tensor, out_type: Any = mstype.int32
    ) -> torch.Tensor:
        found = so.searchsorted.raw(sorted_x.contiguous(), values.contiguous(), right=right)
        return found.to(torch_dtype(out_type))

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"How many elements of each sorted row are below {'or equal to ' if right else ''}each value."
    return op(body)


lower_bound, upper_bound = _bound(False, "lower_bound"), _bound(True, "upper_bound")


@op
def search_sorted(
    sorted_sequence: torch.Tensor,
    values: torch.Tensor,
    sorter: Any = None,
    dtype: Any = mstype.int64,
    right: bool = False,
) -> torch.Tensor:
    """Where each value would go in the sorted sequence, as `dtype` Int64 or Int32."""
    found = so.searchsorted.raw(sorted_sequence, values, right=right, sorter=sorter)
    return found.to(torch_dtype(dtype))


@op
def eps(x: torch.Tensor) -> torch.Tensor:
    """The distance from 1 to the next number of x's dtype, in its shape."""
    if not x.dtype.is_floating_point:
        raise TypeError(f"For 'eps', 'x' should be of a float type, but got {x.dtype}.")
    return torch.full_like(x, torch.finfo(x.dtype).eps)


@op
def expand(input_x: torch.Tensor, size: Any) -> torch.Tensor:
    """`input_x` broadcast to `size`, in which -1 keeps a dimension."""
    return input_x.expand(dims(size)).clone()


@op
def cartesian_prod(*inputs: torch.Tensor) -> torch.Tensor:
    """Every combination of one element of each vector: (count, vectors)."""
    return torch.cartesian_prod(*inputs).reshape(-1, len(inputs))


@op
def combinations(input: torch.Tensor, r: int = 2, with_replacement: bool = False) -> torch.Tensor:
    """Every choice of r elements of a vector, in its order: (count, r); an empty vector where there is none."""
    if input.ndim != 1:
        raise ValueError(
            f"For 'combinations', 'input' should be a vector, but got {input.ndim} dimensions."
        )
    found = torch.combinations(input, r, with_replacement)
    return found if found.numel() else torch.empty(0, device=input.device)


@op
def coalesce(
    x_indices: torch.Tensor, x_values: torch.Tensor, x_shape: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """(indices, values, shape) of a sparse tensor with the values of one place summed, places in order."""
    shape = x_shape.tolist()
    found = torch.sparse_coo_tensor(x_indices, x_values, shape, check_invariants=True).coalesce()
    return found.indices(), found.values(), x_shape.clone()


@op
def padding(x: torch.Tensor, pad_dim_size: int = 8) -> torch.Tensor:
    """The last dimension, of size 1, filled up with zeros to `pad_dim_size`."""
    if x.shape[-1] != 1:
        raise ValueError(
            f"For 'Padding', the last dimension of 'x' must be 1, but got {x.shape[-1]}."
        )
    return F.pad(x, (0, pad_dim_size - 1))


def i0(input: Any) -> Any:
    """The modified Bessel function of the first kind of order 0."""
    return el.bessel_i0(input)


@op
def histogram_fixed_width(x: torch.Tensor, range: torch.Tensor, nbins: int) -> torch.Tensor:
    """Int32 counts in `nbins` equal bins between the two numbers of `range`; what lies outside counts at the ends."""
    low, high = range.double().tolist()
    place = ((x.double() - low) / (high - low) * nbins).floor().clamp(0, nbins - 1)
    return torch.bincount(place.long().reshape(-1), minlength=nbins).to(torch.int32)


@op
def nth_element(input: torch.Tensor, n: Any, reverse: bool = False) -> torch.Tensor:
    """The n-th smallest (with `reverse` largest) element of each last dimension, counted from 0."""
    return torch.sort(input, -1, descending=reverse)[0][..., int(n)]


@op
def fill_diagonal(input_x: torch.Tensor, fill_value: Any, wrap: bool = False) -> torch.Tensor:
    """A copy with `fill_value` on the diagonal, which starts anew below the last row of a block with `wrap`."""
    return input_x.clone().fill_diagonal_(fill_value, wrap)


@op
def conjugate_transpose(x: torch.Tensor, perm: Any) -> torch.Tensor:
    """The conjugate with its dimensions in the order `perm`."""
    return x.permute(dims(perm)).conj().resolve_conj()


@op
def median_of(
    x: torch.Tensor,
    global_median: bool = False,
    axis: int = 0,
    keep_dims: bool = False,
    ignore_nan: bool = False,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(the lower median along `axis`, its position), or of all elements with the position 0."""
    if global_median:
        whole = torch.nanmedian(x) if ignore_nan else torch.median(x)
        return whole, torch.zeros((), dtype=torch.int64, device=x.device)
    found = (torch.nanmedian if ignore_nan else torch.median)(x, axis, keep_dims)
    return found.values, found.indices


@op
def quantile_of(
    x: torch.Tensor, q: Any, dim: Any = None, keep_dims: bool = False, ignore_nan: bool = False
) -> torch.Tensor:
    """The quantiles `q` along `dim`, or of all elements; NaN left out with `ignore_nan`."""
    share = q.to(x.dtype) if isinstance(q, torch.Tensor) else q
    return (torch.nanquantile if ignore_nan else torch.quantile)(x, share, dim, keep_dims)


@op
def cumulative_logsumexp(
    x: torch.Tensor, axis: Any, exclusive: bool = False, reverse: bool = False
) -> torch.Tensor:
    """The running log-sum-exp along `axis`: `exclusive` leaves out the element itself, `reverse` starts at the end."""
    along = int(axis)
    turned = x.flip(along) if reverse else x
    found = torch.logcumsumexp(turned, along)
    if exclusive:
        first = torch.full_like(found.narrow(along, 0, 1), torch.finfo(x.dtype).min)
        found = torch.cat((first, found.narrow(along, 0, found.shape[along] - 1)), along)
    return found.flip(along) if reverse else found


@op
def identity_n(x: Any) -> Any:
    """The Tensors of a tuple, as they are."""
    return tuple(t.clone() for t in x)


@op
def edit_distance(
    hypothesis_indices: torch.Tensor,
    hypothesis_values: torch.Tensor,
    hypothesis_shape: torch.Tensor,
    truth_indices: torch.Tensor,
    truth_values: torch.Tensor,
    truth_shape: torch.Tensor,
    normalize: bool = True,
) -> torch.Tensor:
    """Levenshtein's distance between the last dimensions of two sparse tensors, over the truth's length.

    Float32, of the larger of both shapes without the last dimension; divided by the truth's length with
    `normalize`, infinite where that is 0 and the hypothesis is not.
    """
    rows = [max(a, b) for a, b in zip(hypothesis_shape.tolist()[:-1], truth_shape.tolist()[:-1])]
    guesses = _sequences(hypothesis_indices, hypothesis_values)
    truths = _sequences(truth_indices, truth_values)
    out = torch.zeros(rows, dtype=torch.float32, device=truth_values.device)
    for place in {*guesses, *truths}:
        guess, truth = guesses.get(place, []), truths.get(place, [])
        steps = float(_levenshtein(guess, truth))
        if normalize:
            steps = steps / len(truth) if truth else (float("inf") if guess else 0.0)
        out[place] = steps
    return out


def _sequences(
    indices: torch.Tensor, values: torch.Tensor
) -> dict[tuple[int, ...], list[int | float]]:
    found: dict[tuple[int, ...], list[int | float]] = {}
    for place, value in sorted(zip(indices.tolist(), values.tolist())):
        found.setdefault(tuple(place[:-1]), []).append(value)
    return found


def _levenshtein(a: list[Any], b: list[Any]) -> int:
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, right in enumerate(b, 1):
            change = before + (left != right)
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, change)
    return row[-1]


__all__ = ["cartesian_prod", "coalesce", "combinations", "eps", "expand", "i0", "padding"]
