"""Methods of Tensor that reduce and sort: two spellings of an axis under one name."""

from __future__ import annotations

from typing import Any

from msacc.common.own_code import own_code
from msacc.common.tensor import Tensor
from msacc.ops.array import casting, shaping, sorting
from msacc.ops.core.op import spelled
from msacc.ops.doors.tensor.operators import attach
from msacc.ops.math import arithmetic as ar
from msacc.ops.math import reduce, scans, statistics


def _no_more(name: str, names: dict[str, Any]) -> None:
    if names:
        raise TypeError(f"{name}() got unexpected keyword arguments {sorted(names)}.")


def sum_(
    self: Tensor,
    axis: Any = None,
    dtype: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    **names: Any,
) -> Tensor:
    """`sum(axis=None, dtype=None, keepdims=False, initial=None)` or `sum(dim=None, keepdim=False, *, dtype=None)`.

    Bool and integers give Int64 unless `dtype` is given; `initial` is added.
    """
    if isinstance(dtype, bool):  # sum(dim, keepdim)
        dtype, keepdims = names.pop("dtype", None), dtype
    axis = names.pop("dim", axis)
    keepdims = names.pop("keepdim", keepdims)
    _no_more("sum", names)
    return reduce.sum_from(self, axis, keepdims, dtype, initial)


def mean(self: Tensor, axis: Any = None, keep_dims: bool = False, **names: Any) -> Tensor:
    """`mean(axis=None, keep_dims=False)` or `mean(dim=None, keepdim=False, *, dtype=None)`."""
    dtype = names.pop("dtype", None)
    axis = names.pop("dim", axis)
    keep_dims = names.pop("keepdim", names.pop("keepdims", keep_dims))
    _no_more("mean", names)
    return reduce.mean(self if dtype is None else casting.astype(self, dtype), axis, keep_dims)


def _extreme(name: str, both: Any, values: Any) -> Any:
    @own_code
    def method(self: Tensor, *args: Any, **names: Any) -> Any:
        by_dim = args and isinstance(args[0], int) or "dim" in names
        order = ("dim", "keepdim") if by_dim else ("axis", "keepdims")
        if len(args) > len(order):
            raise TypeError(f"{name}() takes at most {order}, but got {args}.")
        given = {**dict(zip(order, args)), **names}
        axis = given.pop(order[0], None)
        keepdims = given.pop(order[1], False)
        if by_dim:
            _no_more(name, given)
            return both(self, axis, keepdims)
        if given.pop("return_indices", False) and isinstance(axis, int):
            return both(self, axis, keepdims, **given)
        return values(self, axis, keepdims, **given)

    method.__name__ = method.__qualname__ = name
    kind = "largest" if name == "max" else "smallest"
    method.__doc__ = (
        f"The {kind}: `{name}(dim, keepdim=False)` gives values and positions, `{name}(axis=None, keepdims=False, "
        f"*, initial=None, where=True, return_indices=False)` the values, of all elements without an axis."
    )
    return method


max_ = _extreme("max", reduce.max, reduce.amax)
min_ = _extreme("min", reduce.min, reduce.amin)


def std(self: Tensor, *args: Any, **names: Any) -> Tensor:
    """`std(axis=None, ddof=0, keepdims=False)` or `std(dim=None, *, correction=1, keepdim=False)`."""
    return _spread(statistics.std, self, args, names)


def var(self: Tensor, *args: Any, **names: Any) -> Tensor:
    """`var(axis=None, ddof=0, keepdims=False)` or `var(dim=None, *, correction=1, keepdim=False)`."""
    return _spread(statistics.var, self, args, names)


def _spread(fn: Any, self: Tensor, args: tuple[Any, ...], names: dict[str, Any]) -> Tensor:
    given = {**dict(zip(("axis", "ddof", "keepdims"), args)), **names}
    if isinstance(given.get("ddof"), bool) and fn is statistics.std:
        raise TypeError(f"For '{fn.__name__}', 'ddof' should be an int, but got {given['ddof']!r}.")
    if "dim" in given or "correction" in given or "keepdim" in given:
        given["ddof"] = given.pop("correction", 1)
        given["axis"] = given.pop("dim", given.get("axis"))
        given["keepdims"] = given.pop("keepdim", given.get("keepdims", False))
    return statistics.spread(fn, self, given)


def cumsum(self: Tensor, axis: int | None = None, dtype: Any = None) -> Tensor:
    """Running sums along `axis`; of the flattened tensor for None."""
    if axis is None:
        return scans.cumsum(shaping.ravel(self), 0, dtype)
    return scans.cumsum(self, axis, dtype)


def argmax(self: Tensor, axis: int | None = None, keepdims: bool = False) -> Tensor:
    """The Int64 position of the largest value; in the flattened tensor for None."""
    return reduce.argmax(self, axis, keepdims)


def trace(
    self: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None
) -> Tensor:
    """The sum of a diagonal."""
    return sum_(shaping.diagonal(self, offset, axis1, axis2), -1, dtype)


def ptp(self: Tensor, axis: Any = None, keepdims: bool = False) -> Tensor:
    """The largest minus the smallest."""
    return ar.sub(reduce.amax(self, axis, keepdims), reduce.amin(self, axis, keepdims))


def argmax_with_value(self: Tensor, axis: int = 0, keep_dims: bool = False) -> Any:
    """(largest values, their Int64 positions) along `axis`; the primitive ArgMaxWithValue has them the other way."""
    return reduce.max(self, axis, keep_dims)


def argmin_with_value(self: Tensor, axis: int = 0, keep_dims: bool = False) -> Any:
    """(smallest values, their Int64 positions) along `axis`; the primitive ArgMinWithValue has them the other way."""
    return reduce.min(self, axis, keep_dims)


_AXIS = {"dim": "axis", "keepdim": "keepdims"}
_OLD = {"dim": "axis", "keepdim": "keep_dims", "keepdims": "keep_dims"}
_NEW = {"axis": "dim", "keepdims": "keepdim", "keep_dims": "keepdim"}

attach(
    {
        **{"sum": sum_, "mean": mean, "max": max_, "min": min_, "std": std, "var": var},
        **{"trace": trace, "ptp": ptp, "argmax_with_value": argmax_with_value},
        "argmin_with_value": argmin_with_value,
        "cumsum": spelled(cumsum, dim="axis"),
        "argmax": spelled(argmax, **_AXIS),
        "argmin": spelled(reduce.argmin, **_AXIS),
        "prod": spelled(reduce.prod, **_OLD),
        "all": spelled(reduce.all, **_OLD),
        "any": spelled(reduce.any, **_OLD),
        "count_nonzero": spelled(reduce.count_nonzero, dim="axis"),
        "logsumexp": spelled(reduce.logsumexp, **_NEW),
        "nansum": spelled(reduce.nansum, **_AXIS),
        "median": spelled(statistics.median, **_AXIS),
        "sort": spelled(sorting.sort_of, dim="axis"),
        "argsort": spelled(sorting.argsort_of, dim="axis"),
        "topk": sorting.topk,
        "unique": sorting.unique,
        "searchsorted": sorting.places_of,
    }
)
