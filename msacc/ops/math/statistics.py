"""Statistics along axes: variance, medians, quantiles, histograms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common.tensor import wrap
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import axes
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, Setting, TensorMethod, bindings
from msacc.ops.core.op import exported_names, op, with_name

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from msacc.common.argument_types import Dims, Ints
    from msacc.common.tensor import Tensor


def _floats(name: str, input: torch.Tensor) -> None:
    if not (input.is_floating_point() or input.is_complex()):
        raise TypeError(f"For '{name}', 'input' should hold floats, but got {input.dtype}.")


def _ddof(where: str, value: float | np.number) -> int:
    return int(check.instance(where, "ddof", value, (int, bool)))


@op
def std(
    input: torch.Tensor,
    axis: Dims | None = None,
    ddof: float | np.number = 0,
    keepdims: bool = False,
) -> torch.Tensor:
    """The standard deviation with divisor N - ddof.

    `input` is a Tensor of floats, `axis` an int or a tuple of ints, None for all; the result has
    its dtype and its shape without those, or with length 1 there for `keepdims`.
    """
    _floats("std", input)
    return torch.std(input, axes(axis), correction=_ddof("std", ddof), keepdim=keepdims)


@op
def var(
    input: torch.Tensor,
    axis: Dims | None = None,
    ddof: float | np.number = 0,
    keepdims: bool = False,
) -> torch.Tensor:
    """The variance with divisor N - ddof.

    `input` is a float Tensor, `axis` an int or a tuple of ints, None for all; results have its
    dtype and its shape without those, or with length 1 there for `keepdims`. The divisor is N -
    `ddof`.
    """
    _floats("var", input)
    return torch.var(input, axes(axis), correction=_ddof("var", ddof), keepdim=keepdims)


def deviation(fn: Callable[..., Any], x: Tensor, arguments: dict[str, Any]) -> Any:
    """`std` or `var` of numbers of any dtype: integers count as Float32."""
    return fn(x if x._t.dtype.is_floating_point else wrap(x._t.float()), **arguments)


@op
def std_mean(
    input: torch.Tensor,
    axis: Dims | None = None,
    ddof: float | np.number = 0,
    keepdims: bool = False,
) -> Any:
    """(standard deviation, mean) along `axis`.

    `input` is a float Tensor, `axis` an int or a tuple of ints, None for all; results have its
    dtype and its shape without those, or with length 1 there for `keepdims`. The divisor is N -
    `ddof`.
    """
    _floats("std_mean", input)
    return torch.std_mean(input, axes(axis), correction=_ddof("std_mean", ddof), keepdim=keepdims)


@op
def var_mean(
    input: torch.Tensor,
    axis: Dims | None = None,
    ddof: float | np.number = 0,
    keepdims: bool = False,
) -> Any:
    """(variance, mean) along `axis`.

    `input` is a float Tensor, `axis` an int or a tuple of ints, None for all; results have its
    dtype and its shape without those, or with length 1 there for `keepdims`. The divisor is N -
    `ddof`.
    """
    _floats("var_mean", input)
    return torch.var_mean(input, axes(axis), correction=_ddof("var_mean", ddof), keepdim=keepdims)


@bindings(TensorMethod("median", dim="axis", keepdim="keepdims"))
@op
def median(input: torch.Tensor, axis: int | None = -1, keepdims: bool = False) -> Any:
    """(lower median, its Int64 position) along `axis`.

    `input` is a Tensor of numbers; the values have its dtype, both results its shape without
    `axis`, or with length 1 there for `keepdims`.
    """
    if input.ndim == 0:
        return input.clone(), torch.zeros((), dtype=torch.int64, device=input.device)
    return _median_along(input, -1 if axis is None else axis, keepdims, ignore_nan=False)


def _median_along(
    x: torch.Tensor, dim: int, keepdim: bool, ignore_nan: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    """(the lower medians, their positions): of equal elements the one that a CPU names, on a device too."""
    if x.device.type == "cpu" or x.ndim == 0:
        values, positions = (torch.nanmedian if ignore_nan else torch.median)(x, dim, keepdim)
        return values, positions
    where = _median_positions(x.detach(), dim, ignore_nan)
    out = x.gather(dim, where), where
    return out if keepdim else (out[0].squeeze(dim), out[1].squeeze(dim))


def _median_positions(x: torch.Tensor, dim: int, ignore_nan: bool) -> torch.Tensor:
    """The first of the medians in a stable order, `dim` kept; the first NaN where these count."""
    order = torch.sort(x, dim=dim, stable=True).indices
    missing = x.isnan()
    count = (~missing).sum(dim, keepdim=True) if ignore_nan else x.shape[dim]
    middle = (torch.as_tensor(count, device=x.device) - 1).clamp(min=0) // 2
    picked = order.gather(dim, middle.expand_as(x.narrow(dim, 0, 1)))
    if ignore_nan:
        return picked
    has_nan = missing.any(dim, keepdim=True)
    return torch.where(has_nan, missing.to(torch.int32).argmax(dim, keepdim=True), picked)


@bindings(MintFunction("median"))
@op
@with_name("median")
def median_or_of_all(input: torch.Tensor, dim: int | None = None, keepdim: bool = False) -> Any:
    """The lower median of all elements or, along `dim`, (the medians, their Int64 positions): mint's.

    input: a Tensor of numbers of any shape, whose dtype the medians have.
    keepdim: keep `dim` with size 1.

    Raises ValueError for a dimension out of range.
    """
    return torch.median(input) if dim is None else _median_along(input, dim, keepdim, False)


@bindings(TensorMethod("nanmedian"))
@op
def nanmedian(input: torch.Tensor, axis: int = -1, keepdims: bool = False) -> Any:
    """(lower median of the non-NaN elements, its position).

    `input` is a Tensor of numbers; the values have its dtype, both results its shape without
    `axis`, or with length 1 there for `keepdims`.
    """
    return _median_along(input, axis, keepdims, ignore_nan=True)


@bindings(TensorMethod("quantile"))
@op
def quantile(
    input: torch.Tensor, q: Any, axis: int | None = None, keepdims: bool = False
) -> torch.Tensor:
    """The `q`-quantiles, linearly interpolated.

    `input` is a float Tensor, `q` a number in [0, 1] or a vector of them, whose length leads the
    result; that has the dtype of `input` and its shape without `axis`, or with length 1 there for
    `keepdims`; all elements count for None.
    """
    return torch.quantile(input, q, axis, keepdims)


@bindings(TensorMethod("nanquantile"))
@op
def nanquantile(
    input: torch.Tensor, q: Any, axis: int | None = None, keepdims: bool = False
) -> torch.Tensor:
    """The `q`-quantiles of the non-NaN elements.

    `input` is a float Tensor, `q` a number in [0, 1] or a vector of them, whose length leads the
    result; that has the dtype of `input` and its shape without `axis`, or with length 1 there for
    `keepdims`; all elements count for None.
    """
    return torch.nanquantile(input, q, axis, keepdims)


@bindings(
    PrimitiveClass(
        "ReduceStd",
        inputs=("x",),
        settings={
            "axis": Setting([], checks.none_or(int, bool, tuple, list)),
            "unbiased": Setting(True),
            "keep_dims": Setting(False),
        },
    )
)
@op
def reduce_std(
    x: torch.Tensor, axis: Dims = (), unbiased: bool = True, keep_dims: bool = False
) -> Any:
    """(standard deviation, mean) over `axis`, ints, all dimensions for none; the divisor is N - 1 if `unbiased`.

    `x`: a float Tensor, whose dtype both have; `keep_dims`: keep these dimensions with size 1.
    """
    return torch.std_mean(x, axes(axis), correction=int(unbiased), keepdim=keep_dims)


@op
def histogram_fixed_width(x: torch.Tensor, range: torch.Tensor, nbins: int) -> torch.Tensor:
    """Int32 counts in `nbins` equal bins between the two numbers of `range`; what lies outside counts at the ends."""
    check.positive_int("HistogramFixedWidth", "nbins", nbins)
    low, high = range.double().tolist()
    bin_index = ((x.double() - low) / (high - low) * nbins).floor().clamp(0, nbins - 1)
    return torch.bincount(bin_index.long().reshape(-1), minlength=nbins).to(torch.int32)


@bindings(PrimitiveClass("NthElement", settings={"reverse": Setting(False, checks.boolean)}))
@op
def nth_element(input: torch.Tensor, n: int | torch.Tensor, reverse: bool = False) -> torch.Tensor:
    """The n-th smallest (with `reverse` largest) element of each last dimension, counted from 0.

    `input`: a Tensor (…, N) of numbers, whose dtype the result (…) has; `n`: an int or a Tensor of one.
    """
    return torch.sort(input, -1, descending=reverse)[0][..., int(n)]


@bindings(
    PrimitiveClass(
        "Median",
        settings={
            "global_median": Setting(False, checks.boolean),
            "axis": Setting(0, checks.integer),
            "keep_dims": Setting(False, checks.boolean),
            "ignore_nan": Setting(False, checks.boolean),
        },
    )
)
@op
def median_of(
    x: torch.Tensor,
    global_median: bool = False,
    axis: int = 0,
    keep_dims: bool = False,
    ignore_nan: bool = False,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(the lower median along `axis`, its position), or of all elements with the position 0 for `global_median`.

    `x`: a Tensor of numbers, whose dtype the first has; the positions are Int64. `keep_dims`: keep `axis` with
    size 1; `ignore_nan`: leave NaN out.
    """
    if global_median:
        value = torch.nanmedian(x) if ignore_nan else torch.median(x)
        return value, torch.zeros((), dtype=torch.int64, device=x.device)
    return _median_along(x, axis, keep_dims, ignore_nan)


@bindings(
    PrimitiveClass(
        "Quantile",
        settings={
            "dim": Setting(None, checks.none_or(int)),
            "keep_dims": Setting(False, checks.none_or(bool)),
            "ignore_nan": Setting(False, checks.none_or(bool)),
        },
    )
)
@op
def quantile_of(
    x: torch.Tensor,
    q: torch.Tensor | float,
    dim: int | None = None,
    keep_dims: bool = False,
    ignore_nan: bool = False,
) -> torch.Tensor:
    """The quantiles `q` along `dim`, or of all elements; NaN left out with `ignore_nan`.

    `x`: a float Tensor, whose dtype the result has; `q`: a number in [0, 1], or a Tensor (n,) of them, which is
    then the result's first dimension; `keep_dims`: keep `dim` with size 1.
    """
    share = q.to(x.dtype) if isinstance(q, torch.Tensor) else q
    return (torch.nanquantile if ignore_nan else torch.quantile)(x, share, dim, keep_dims)


@op
def moments(
    x: torch.Tensor, axis: Ints = (), keep_dims: bool = False
) -> tuple[torch.Tensor, torch.Tensor]:
    """(mean, biased variance) over `axis`, all of them for () and None; Float16 is summed in Float32."""
    axes = tuple(range(x.ndim)) if axis in ((), None) else axis
    wide = x.float() if x.dtype is torch.float16 else x
    variance, mean = torch.var_mean(wide, axes, correction=0, keepdim=keep_dims)
    return mean.to(x.dtype), variance.to(x.dtype)


__all__ = exported_names(
    globals(),
    "histogram_fixed_width",
    "median_of",
    "median_or_of_all",
    "moments",
    "nth_element",
    "quantile_of",
    "deviation",
)
