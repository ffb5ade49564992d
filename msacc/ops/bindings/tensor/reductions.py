"""Methods of Tensor that reduce and sort: two spellings of an axis under one name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.copy_code import copy_code
from msacc.common.tensor import Tensor
from msacc.graph.execution_state import execution
from msacc.ops.array import casting, shaping
from msacc.ops.core.argument_conversion import bound, other_spelling, twice
from msacc.ops.core.declaration import TensorMethod, bindings, with_bindings
from msacc.ops.math import arithmetic as ar
from msacc.ops.math import reduce, scans, statistics

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from msacc.common.argument_types import Axis, DTypeLike


def _no_more(name: str, names: dict[str, Any]) -> None:
    if names:
        raise TypeError(f"{name}() got unexpected keyword arguments {sorted(names)}.")


def _axis(where: str, names: dict[str, Any], axis: Axis) -> Any:
    """`axis`, or the value of `dim`."""
    if "dim" not in names:
        return axis
    if axis is not None:
        raise twice(where, "dim")
    return names.pop("dim")


@bindings(TensorMethod("sum"))
def sum_(
    self: Tensor,
    axis: Axis = None,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
    initial: Tensor | float | np.number | None = None,
    **names: object,
) -> Tensor:
    """`sum(axis=None, dtype=None, keepdims=False, initial=None)` or `sum(dim=None, keepdim=False, *, dtype=None)`.

    Bool and integers give Int64 unless `dtype` is given; `initial` is added.

    `axis` (or `dim`) is an int or a tuple of ints, None for all; `names` are the arguments of the
    second form. The result has the shape without them, or with length 1 there.
    """
    if isinstance(dtype, bool):  # sum(dim, keepdim)
        dtype, keepdims = names.pop("dtype", None), dtype
    if names:
        axis = _axis("sum", names, axis)
        keepdims = other_spelling("sum", names, "keepdim", keepdims)
        _no_more("sum", names)
    return reduce.sum_from(self, axis, keepdims, dtype, initial)


@bindings(TensorMethod("mean"))
def mean(self: Tensor, axis: Any = None, keep_dims: bool = False, **names: object) -> Tensor:
    """`mean(axis=None, keep_dims=False)` or `mean(dim=None, keepdim=False, *, dtype=None)`.

    `axis` (or `dim`) is an int or a tuple of ints, None for all; `names` are the arguments of the
    second form. The result has the tensor's dtype, and its shape without them, or with length 1
    there.
    """
    dtype: Any = names.pop("dtype", None)
    if names:
        axis = _axis("mean", names, axis)
        for spelling in ("keepdim", "keepdims"):
            keep_dims = other_spelling("mean", names, spelling, keep_dims)
        _no_more("mean", names)
    return reduce.mean(self if dtype is None else casting.astype(self, dtype), axis, keep_dims)


# What the overload of max and min has that goes by axis and gives values alone.
_RETURN_INDICES = "return_indices"
_OF_AXIS = {"axis", "keepdims", "initial", "where", _RETURN_INDICES}


def _check_extreme(name: str, arguments: dict[str, Any], with_indices: bool) -> None:
    """TypeError for values that MindSpore's Tensor.max and Tensor.min refuse."""
    check.boolean(name, _RETURN_INDICES, with_indices)
    if "where" in arguments and arguments["where"] is None:
        raise TypeError(f"For '{name}', 'where' should be a Tensor or a bool, but got None.")
    if isinstance(arguments.get("initial"), Tensor):
        raise TypeError(
            f"For '{name}', 'initial' should be a number or None, but got {arguments['initial']!r}."
        )


def _extreme(name: str, both: Any, values: Any) -> Any:
    @copy_code
    def method(self: Tensor, *args: object, **names: object) -> Any:
        by_axis = not _OF_AXIS.isdisjoint(names)
        selects_dim = not {"dim", "keepdim"}.isdisjoint(names)
        # Without a name both overloads fit: MindSpore takes the one by dim, in a graph the one by axis.
        if not by_axis and (
            selects_dim or (args and isinstance(args[0], int) and not execution.now.graph)
        ):
            arguments = bound(name, ("dim", "keepdim"), args, names)
            return both(self, arguments["dim"], arguments.get("keepdim", False))
        arguments = bound(
            name, ("axis", "keepdims"), args, names, ("initial", "where", _RETURN_INDICES)
        )
        axis, keepdims = arguments.pop("axis", None), arguments.pop("keepdims", False)
        if isinstance(axis, Tensor):
            raise TypeError(f"For '{name}', 'axis' should be ints or None, but got {axis!r}.")
        with_indices = arguments.pop(_RETURN_INDICES, False)
        _check_extreme(name, arguments, with_indices)
        if isinstance(axis, int):
            # Of equal elements one has the gradient, as in MindSpore.
            extremes = both(self, axis, keepdims, **arguments)
            return extremes if with_indices else extremes[0]
        return values(self, axis, keepdims, **arguments)

    method.__name__ = method.__qualname__ = name
    kind = "largest" if name == "max" else "smallest"
    method.__doc__ = (
        f"The {kind}: `{name}(dim, keepdim=False)` gives values and positions, `{name}(axis=None, keepdims=False, "
        f"*, initial=None, where=True, return_indices=False)` the values, of all elements without an axis. As in "
        f"MindSpore, `{name}(0)` without a name goes by dim in PyNative mode and by axis in a graph.\n\n"
        "`names`: the arguments of these forms. Values have this Tensor's dtype, positions Int64."
    )
    return method


max_ = with_bindings(_extreme("max", reduce.max, reduce.amax), TensorMethod("max"))
min_ = with_bindings(_extreme("min", reduce.min, reduce.amin), TensorMethod("min"))


@bindings(TensorMethod("std"))
def std(self: Tensor, *args: object, **names: object) -> Tensor:
    """`std(axis=None, ddof=0, keepdims=False)` or `std(dim=None, *, correction=1, keepdim=False)`.

    `axis` (or dim) is an int or a tuple of ints, None for all; the divisor is N less `ddof` or
    correction. The result has this Tensor's float dtype.
    """
    return _deviation(statistics.std, self, args, names)


@bindings(TensorMethod("var"))
def var(self: Tensor, *args: object, **names: object) -> Tensor:
    """`var(axis=None, ddof=0, keepdims=False)` or `var(dim=None, *, correction=1, keepdim=False)`.

    `axis` (or dim) is an int or a tuple of ints, None for all; the divisor is N less `ddof` or
    correction. The result has this Tensor's float dtype.
    """
    return _deviation(statistics.var, self, args, names)


_BY_DIM: dict[str, Any] = {"dim": "axis", "correction": "ddof", "keepdim": "keepdims"}


def _deviation(
    fn: Callable[..., Any], self: Tensor, args: tuple[Any, ...], names: dict[str, Any]
) -> Tensor:
    where = fn.__name__
    arguments = bound(where, ("axis", "ddof", "keepdims"), args, names, **_BY_DIM)
    if isinstance(arguments.get("ddof"), bool) and fn is statistics.std:
        raise TypeError(f"For '{where}', 'ddof' should be an int, but got {arguments['ddof']!r}.")
    if any(name in _BY_DIM for name in names):
        arguments.setdefault("ddof", 1)
    return statistics.deviation(fn, self, arguments)


@bindings(TensorMethod("cumsum", dim="axis"))
def cumsum(self: Tensor, axis: int | None = None, dtype: DTypeLike | None = None) -> Tensor:
    """Running sums along `axis`; of the flattened tensor for None.

    `axis` (or dim) is an int. The result has this Tensor's shape, or is a vector, in `dtype`, or in
    its own.
    """
    if axis is None:
        return scans.cumsum_of_tensor(shaping.ravel(self), 0, dtype)
    return scans.cumsum_of_tensor(self, axis, dtype)


@bindings(TensorMethod("argmax", dim="axis", keepdim="keepdims"))
def argmax(self: Tensor, axis: int | None = None, keepdims: bool = False) -> Tensor:
    """The Int64 position of the largest value; in the flattened tensor for None.

    `dim` is an int or None, `keepdim` a bool. The result has the tensor's shape without `dim`, or
    with length 1 there; any dtype of numbers.
    """
    return reduce.argmax(self, axis, keepdims)


@bindings(TensorMethod("trace"))
def trace(
    self: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DTypeLike | None = None
) -> Tensor:
    """The sum of a diagonal, a Tensor without these dimensions; of Bool whether any of its elements holds.

    `offset`: which diagonal, an int.
    `axis1` and `axis2`: the dimensions, ints.
    `dtype`: that of the result.
    """
    line = shaping.diagonal(self, offset, axis1, axis2)
    if dtype is None and self.dtype == mstype.bool_:
        return reduce.any(line, -1)
    return sum_(line, -1, dtype)


@bindings(TensorMethod("ptp"))
def ptp(self: Tensor, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The largest minus the smallest.

    `axis`: an int or a tuple of ints, None for all.
    `keepdims`: keep them with length 1.

    The result has this Tensor's dtype.
    """
    return ar.sub(reduce.amax(self, axis, keepdims), reduce.amin(self, axis, keepdims))


@bindings(TensorMethod("argmax_with_value"))
def argmax_with_value(self: Tensor, axis: int | None = 0, keep_dims: bool = False) -> Any:
    """(largest values, their Int64 positions) along `axis`; the primitive ArgMaxWithValue has them the other way.

    `axis` is an int; results have the shape without it, or with length 1 there for `keep_dims`, the
    values this Tensor's dtype.
    """
    return reduce.max(self, axis, keep_dims)


@bindings(TensorMethod("argmin_with_value"))
def argmin_with_value(self: Tensor, axis: int | None = 0, keep_dims: bool = False) -> Any:
    """(smallest values, their Int64 positions) along `axis`; the primitive ArgMinWithValue has them the other way.

    `axis` is an int; results have the shape without it, or with length 1 there for `keep_dims`, the
    values this Tensor's dtype.
    """
    return reduce.min(self, axis, keep_dims)
