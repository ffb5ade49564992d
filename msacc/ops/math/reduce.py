"""Reductions along axes. `axis` None or () means all of them."""

from __future__ import annotations

from numbers import Number
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import all_axes, axes, dims, torch_dtype
from msacc.ops.core.declaration import (
    Input,
    MintFunction,
    PrimitiveClass,
    Setting,
    TensorMethod,
    bindings,
    with_bindings,
)
from msacc.ops.core.op import exported_names, op, with_name
from msacc.ops.core.tensor_conversion import promote
from msacc.ops.math.arithmetic import maximum, minimum

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from msacc.common.argument_types import Axis, Dims, DTypeLike, Ints, Operand

# -- same name ---------------------------------------------------------------------------------


@bindings(MintFunction("sum"))
@op
def sum(
    input: torch.Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None
) -> torch.Tensor:
    """The sum; Bool and integers give Int64 unless `dtype` is given, UInt16, UInt32 and UInt64 their own.

    `input` is a Tensor of numbers or Bool, `dim` an int or a tuple of ints, None for all. The
    result has its shape without those, or with length 1 there for `keepdim`.
    """
    where = axes(dim)
    if dtype is None and input.dtype not in mstype.SIGNED:
        if where is None and not keepdim:
            return torch.sum(input)
        return torch.sum(input, where, keepdim)
    return torch.sum(input, where, keepdim, dtype=_sum_dtype(input, dtype))


def _sum_dtype(input: torch.Tensor, dtype: DTypeLike | None) -> torch.dtype | None:
    default = input.dtype if input.dtype in mstype.SIGNED else None
    return torch_dtype(dtype, default)


@op
@with_name("sum")
def sum_from(
    input: torch.Tensor,
    axis: Dims | None,
    keepdims: bool,
    dtype: DTypeLike | None,
    initial: torch.Tensor | float | None,
) -> torch.Tensor:
    """`sum` that starts from `initial`, as the method of Tensor takes it."""
    out = torch.sum(input, axes(axis), keepdims, dtype=_sum_dtype(input, dtype))
    return out if initial is None else out + initial


@op
def sum_to_size(input: torch.Tensor, size: Dims) -> torch.Tensor:
    """Summed down to a shape that `input` could have been broadcast from; ValueError for another."""
    shape = dims(size)
    beside = zip(reversed(shape), reversed(input.shape), strict=False)
    if len(shape) > input.ndim or [n for n, extent in beside if n not in (1, extent)]:
        raise ValueError(
            f"For 'sum_to_size', the size {shape} cannot be broadcast to the input's shape "
            f"{tuple(input.shape)}."
        )
    return input.sum_to_size(shape)


@bindings(
    PrimitiveClass(
        "ReduceMean", inputs=("x", Input("axis", ())), settings={"keep_dims": Setting(False)}
    )
)
@op
def mean(x: torch.Tensor, axis: Dims | None = None, keep_dims: bool = False) -> torch.Tensor:
    """The mean over `axis` in the dtype of `x`; that of integers is rounded towards zero.

    `x` is a Tensor of any shape and of integers, floats or complex numbers.
    `axis` is an int, a tuple or list of int or, for all dimensions, None or ().

    The result lacks these dimensions, or with `keep_dims` has them with length 1.

    Raises ValueError for an axis that `x` lacks, RuntimeError for Bool or an axis given twice.

    As in MindSpore.
    """
    if not (x.dtype.is_floating_point or x.dtype.is_complex):
        if x.dtype is torch.bool:
            raise RuntimeError("the mean of Bool is not defined; cast it first.")
        return torch.mean(x.double(), axes(axis), keep_dims).to(x.dtype)
    where = axes(axis)
    return torch.mean(x) if where is None and not keep_dims else torch.mean(x, where, keep_dims)


@bindings(MintFunction("mean"))
@op
@with_name("mean")
def mean_as(
    input: torch.Tensor, dim: Axis = None, keepdim: bool = False, *, dtype: DTypeLike | None = None
) -> torch.Tensor:
    """The mean over `dim`, computed in `dtype` where that is given: mint's, with torch's argument.

    input: floats; integers are rounded towards zero.
    dim: an int, several, or None for all.
    keepdim: keep `dim` with size 1.

    Raises RuntimeError for Bool, ValueError for a dimension out of range.
    """
    return mean.raw(input if dtype is None else input.to(torch_dtype(dtype)), dim, keepdim)


@bindings(TensorMethod("prod", dim="axis", keepdim="keep_dims", keepdims="keep_dims"))
@op
def prod(
    input: torch.Tensor,
    axis: Dims | None = None,
    keep_dims: bool = False,
    dtype: DTypeLike | None = None,
) -> torch.Tensor:
    """The product; Bool and integers give Int64 unless `dtype` is given, UInt16, UInt32 and UInt64 their own.

    `input` is a Tensor of numbers or Bool, `axis` an int or a tuple of ints, None for all. The
    result has its shape without those, or with length 1 there for `keep_dims`.
    """
    where = axes(axis)
    target_dtype = _sum_dtype(input, dtype)
    if where is None:
        out = torch.prod(input, dtype=target_dtype)
        return out.reshape((1,) * input.ndim) if keep_dims else out
    out = input
    for one in sorted(all_axes(where, input.ndim), reverse=True):
        out = torch.prod(out, one, keep_dims, dtype=target_dtype)
    return out


@bindings(MintFunction("prod"))
@op
@with_name("prod")
def prod_along_one(
    input: torch.Tensor,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    dtype: DTypeLike | None = None,
) -> torch.Tensor:
    """The product along one dimension, or of all elements for None; mint's takes no tuple.

    input: any shape; Bool and integers give Int64 unless `dtype` is given.
    keepdim: keep `dim` with size 1.

    Raises TypeError for another `dim`, ValueError for one out of range.
    """
    if dim is not None and type(dim) is not int:
        raise TypeError(f"For 'prod', 'dim' should be an int or None, but got {dim!r}.")
    return prod.raw(input, dim, keepdim, dtype)


@bindings(
    TensorMethod("logsumexp", axis="dim", keepdims="keepdim", keep_dims="keepdim"),
    MintFunction("logsumexp"),
)
@op
def logsumexp(input: torch.Tensor, dim: Dims, keepdim: bool = False) -> torch.Tensor:
    """The logarithm of the sum of exp(`input`), without overflow.

    The sum goes over `dim` of `input`, a float Tensor: an int or a tuple of ints. The result has
    its dtype and its shape without them, or with length 1 there for `keepdim`.
    """
    return torch.logsumexp(input, all_axes(dim, input.ndim), keepdim)


@bindings(
    PrimitiveClass("ReduceAll", inputs=("input", "axis"), settings={"keep_dims": Setting(False)}),
    TensorMethod("all", dim="axis", keepdim="keep_dims", keepdims="keep_dims"),
    MintFunction("all", dim="axis", keepdim="keep_dims"),
)
@op
def all(input: torch.Tensor, axis: Dims | None = None, keep_dims: bool = False) -> torch.Tensor:
    """Whether every element is non-zero.

    `input` is a Tensor of any dtype, `axis` an int or a tuple of ints, None for all; the result is
    Bool, of its shape without those, or with length 1 there for `keep_dims`.
    """
    where = axes(axis)
    if where is None and not keep_dims:
        return torch.all(input).bool()
    return torch.all(input, dim=all_axes(where, input.ndim), keepdim=keep_dims).bool()


@bindings(
    PrimitiveClass(
        "ReduceAny", inputs=("x", Input("axis", ())), settings={"keep_dims": Setting(False)}
    ),
    TensorMethod("any", dim="axis", keepdim="keep_dims", keepdims="keep_dims"),
    MintFunction("any", dim="axis", keepdim="keep_dims"),
)
@op
def any(input: torch.Tensor, axis: Dims | None = None, keep_dims: bool = False) -> torch.Tensor:
    """Whether some element is non-zero.

    `input` is a Tensor of any dtype, `axis` an int or a tuple of ints, None for all; the result is
    Bool, of its shape without those, or with length 1 there for `keep_dims`.
    """
    where = axes(axis)
    if where is None and not keep_dims:
        return torch.any(input)
    return torch.any(input, dim=all_axes(where, input.ndim), keepdim=keep_dims)


def _bound_by_initial(
    name: str,
    input: torch.Tensor,
    initial: float | np.number | None,
    where: torch.Tensor | bool | None,
    largest: bool,
) -> torch.Tensor:
    """Each element bounded by `initial`, and `initial` where `where` does not hold."""
    if initial is None:
        if where is None or where is True:
            return input
        raise ValueError(f"For '{name}', 'initial' must be given together with 'where'.")
    first = torch.as_tensor(initial, dtype=input.dtype, device=input.device)
    bounded = input.clamp(min=first) if largest else input.clamp(max=first)
    return bounded if where is None else torch.where(_mask(name, where, input), bounded, first)


def _mask(name: str, where: torch.Tensor | bool, input: torch.Tensor) -> torch.Tensor:
    mask = where if isinstance(where, torch.Tensor) else torch.as_tensor(where, dtype=torch.bool)
    if mask.dtype is not torch.bool:
        raise TypeError(
            f"For '{name}', the 'where' must be Bool, but got {mstype.from_torch(mask.dtype)}; "
            "compare or cast it first."
        )
    if torch.broadcast_shapes(mask.shape, input.shape) != input.shape:
        raise ValueError(
            f"For '{name}', the 'where' of shape {tuple(mask.shape)} cannot be broadcast to "
            f"{tuple(input.shape)}."
        )
    return mask.to(input.device)


def _extreme(
    fn: Callable[..., Any],
    input: torch.Tensor,
    axis: Dims | None,
    keepdims: bool,
    initial: float | np.number | None,
    where: torch.Tensor | bool | None,
) -> Any:
    operand = _bound_by_initial(fn.__name__, input, initial, where, fn is torch.amax)
    return fn(operand, axes(axis) if axes(axis) is not None else (), keepdims)


def _bound(name: str, initial: float | np.number | None) -> Any:
    """`initial` of the functions that give positions too, which take no Tensor."""
    return initial if initial is None else check.instance(name, "initial", initial, (Number, bool))


@bindings(TensorMethod("amax"))
@op
def amax(
    input: torch.Tensor,
    axis: Dims | None = None,
    keepdims: bool = False,
    *,
    initial: float | np.number | None = None,
    where: torch.Tensor | bool | None = None,
) -> torch.Tensor:
    """The largest value; equal ones share the gradient.

    `input` is a Tensor of numbers, `axis` an int or a tuple of ints, None for all; the result has its dtype
      and its shape without those, or with length 1 there for `keepdims`.
    `initial` is a bound of the result, `where` a Bool Tensor: what counts.
    """
    return _extreme(torch.amax, input, axis, keepdims, initial, where)


@bindings(TensorMethod("amin"))
@op
def amin(
    input: torch.Tensor,
    axis: Dims | None = None,
    keepdims: bool = False,
    *,
    initial: float | np.number | None = None,
    where: torch.Tensor | bool | None = None,
) -> torch.Tensor:
    """The smallest value; equal ones share the gradient.

    `input` is a Tensor of numbers, `axis` an int or a tuple of ints, None for all; the result has its dtype
      and its shape without those, or with length 1 there for `keepdims`.
    `initial` is a bound of the result, `where` a Bool Tensor: what counts.
    """
    return _extreme(torch.amin, input, axis, keepdims, initial, where)


@op
def max(
    input: torch.Tensor,
    axis: int | None = None,
    keepdims: bool = False,
    *,
    initial: float | np.number | None = None,
    where: torch.Tensor | bool | None = None,
) -> Any:
    """(largest values, their Int64 positions) along `axis`; (the largest, 0) without one.

    Along an axis, elements where `where` does not hold count as `initial`, below which no result lies;
    without one neither matters, as in MindSpore.

    `keepdims`: keep `axis` as a dimension of length 1.

    Raises ValueError for a `where` without `initial` or of a shape that cannot be broadcast to that of
    `input`, TypeError for an `initial` that is no number.
    """
    if axis is None:
        return torch.max(input), torch.zeros((), dtype=torch.int64, device=input.device)
    operand = _bound_by_initial("max", input, _bound("max", initial), where, True)
    values, positions = torch.max(operand, axis, keepdims)
    return values, positions


@op
def min(
    input: torch.Tensor,
    axis: int | None = None,
    keepdims: bool = False,
    *,
    initial: float | np.number | None = None,
    where: torch.Tensor | bool | None = None,
) -> Any:
    """(smallest values, their Int64 positions) along `axis`; (the smallest, 0) without one.

    Along an axis, elements where `where` does not hold count as `initial`, above which no result lies;
    without one neither matters, as in MindSpore.

    `keepdims`: keep `axis` as a dimension of length 1.

    Raises ValueError for a `where` without `initial` or of a shape that cannot be broadcast to that of
    `input`, TypeError for an `initial` that is no number.
    """
    if axis is None:
        return torch.min(input), torch.zeros((), dtype=torch.int64, device=input.device)
    operand = _bound_by_initial("min", input, _bound("min", initial), where, False)
    values, positions = torch.min(operand, axis, keepdims)
    return values, positions


# mint's, three functions under one name as in torch: of all, along a dimension, of each pair.


def _axis_or_pairwise(name: str, reduce: Any, pairwise: Any) -> Any:
    @op
    @with_name(name)
    def body(input: torch.Tensor, *args: object, **kwargs: object) -> Any:
        if not args and not kwargs:
            return reduce(input)
        names = ("other",) if _takes_other(args, kwargs) else ("dim", "keepdim")
        arguments = {**dict(zip(names, args, strict=False)), **kwargs}
        if len(args) > len(names) or set(arguments) - set(names) or names[0] not in arguments:
            raise TypeError(f"{name}() takes input alone, with dim and keepdim, or with other.")
        if names[0] == "other":
            return pairwise(input, arguments["other"])
        if type(arguments["dim"]) is not int:
            raise TypeError(f"For '{name}', 'dim' should be an int, but got {arguments['dim']!r}.")
        return tuple(reduce(input, arguments["dim"], arguments.get("keepdim", False)))

    body.__doc__ = f"""`{name}(input)`: one value; `{name}(input, dim, keepdim=False)`: values and Int64 positions;
    `{name}(input, other)`: the one of each pair, for `other` a Tensor or a float.

    input: a Tensor of numbers or Bool. Raises TypeError for other arguments, ValueError for a dimension out of
    range and for shapes that do not broadcast.
    """
    return body


def _takes_other(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    return "other" in kwargs or len(args) > 0 and isinstance(args[0], (torch.Tensor, float))


def _pairwise(fn: Any) -> Any:
    def body(input: torch.Tensor, other: Operand) -> torch.Tensor:
        if isinstance(other, torch.Tensor) and other.dtype is not input.dtype:
            input, other = promote(input, other)
        return fn.raw(input, other)

    return body


max_overloaded = with_bindings(
    _axis_or_pairwise("max", torch.max, _pairwise(maximum)), MintFunction("max")
)
min_overloaded = with_bindings(
    _axis_or_pairwise("min", torch.min, _pairwise(minimum)), MintFunction("min")
)


@bindings(TensorMethod("aminmax"))
@op
def aminmax(input: torch.Tensor, *, axis: int | None = 0, keepdims: bool = False) -> Any:
    """(smallest, largest) along `axis`, or of all for None.

    `input` is a Tensor of numbers; both results have its dtype and its shape without `axis`, an
    int, or with length 1 there for `keepdims`.
    """
    if axis is None:
        extremes = torch.stack((input.min(), input.max()))
        shape = (1,) * input.ndim if keepdims else ()
        return extremes[0].reshape(shape), extremes[1].reshape(shape)
    # Not torch.aminmax, of which torch 2.11 has no derivative.
    return torch.amin(input, axis, keepdims), torch.amax(input, axis, keepdims)


@bindings(MintFunction("argmax"))
@op
def argmax(input: torch.Tensor, dim: int | None = None, keepdim: bool = False) -> torch.Tensor:
    """The Int64 position of the largest value; in the flattened tensor for None.

    `input` is a Tensor of numbers, `dim` an int or None, `keepdim` a bool. The result has the shape
    of `input` without `dim`, or with length 1 there.
    """
    numbers = input.to(torch.uint8) if input.dtype is torch.bool else input
    return torch.argmax(numbers, dim, keepdim if dim is not None else False)


@bindings(TensorMethod("argmin", dim="axis", keepdim="keepdims"))
@op
def argmin(input: torch.Tensor, axis: int | None = None, keepdims: bool = False) -> torch.Tensor:
    """The Int32 position of the smallest value; in the flattened tensor for None.

    `input` is a Tensor of numbers, `axis` an int or None. The result has its shape without `axis`,
    or with length 1 there for `keepdims`.
    """
    return torch.argmin(input, axis, keepdims if axis is not None else False).to(torch.int32)


@bindings(MintFunction("argmin"))
@op
@with_name("argmin")
def argmin_int64(
    input: torch.Tensor, dim: int | None = None, keepdim: bool = False
) -> torch.Tensor:
    """The position of the smallest value along `dim`, or in the flattened tensor for None.

    The dtype is Int64: mint's, as in torch.

    input: a Tensor of numbers.
    keepdim: keep `dim` with size 1; without `dim` it changes nothing.

    Raises ValueError for a dimension out of range.
    """
    return torch.argmin(input, dim, keepdim if dim is not None else False)


@bindings(
    TensorMethod("nansum", dim="axis", keepdim="keepdims"),
    MintFunction("nansum", dim="axis", keepdim="keepdims"),
)
@op
def nansum(
    input: torch.Tensor,
    axis: Dims | None = None,
    keepdims: bool = False,
    *,
    dtype: DTypeLike | None = None,
) -> torch.Tensor:
    """The sum, NaN counted as 0, in the dtype of `input` (Int64 for Bool), cast to `dtype` where one is given.

    `input` is a Tensor, `axis` an int or a tuple of ints, None for all; the result has its shape
    without those, or with length 1 there for `keepdims`.
    """
    out = torch.nansum(input, axes(axis), keepdims)
    default_dtype = out.dtype if input.dtype is torch.bool else input.dtype
    return out.to(torch_dtype(dtype, default_dtype))


@bindings(TensorMethod("nanmean"))
@op
def nanmean(
    input: torch.Tensor,
    axis: Dims | None = None,
    keepdims: bool = False,
    *,
    dtype: DTypeLike | None = None,
) -> torch.Tensor:
    """The mean of the non-NaN elements, cast to `dtype` where one is given; TypeError for what are no floats.

    `input` is a Tensor, `axis` an int or a tuple of ints, None for all; the result has its shape
    without those, or with length 1 there for `keepdims`.
    """
    if not input.is_floating_point():
        raise TypeError(
            f"For 'nanmean', the 'input' must be of floats, but got {mstype.from_torch(input.dtype)}; cast it first."
        )
    return torch.nanmean(input, axes(axis), keepdims).to(torch_dtype(dtype, input.dtype))


@bindings(
    PrimitiveClass(
        "CountNonZero", settings={"dims": Setting(None, checks.axes_or_none, argument="axis")}
    ),
    TensorMethod("count_nonzero", dim="axis"),
)
@op
def count_nonzero(
    x: torch.Tensor,
    axis: Dims = (),
    keep_dims: bool = False,
    dtype: DTypeLike | None = mstype.int32,
) -> torch.Tensor:
    """How many elements are not zero, in `dtype`.

    `x` is a Tensor of any dtype, `axis` an int or a tuple of ints, () for all; the result has its shape
      without those, or with length 1 there for `keep_dims`.

    Raises TypeError where that is None.
    """
    if dtype is None:
        raise TypeError("For 'count_nonzero', 'dtype' should be a number's dtype, but got None.")
    counted = torch.sum(x != 0, all_axes(axis, x.ndim), keep_dims)
    return counted.to(torch_dtype(dtype))


# -- scans -------------------------------------------------------------------------------------


# -- the old primitives' rules -----------------------------------------------------------------


@bindings(
    PrimitiveClass(
        "ReduceSum",
        inputs=("x", "axis"),
        settings={"keep_dims": Setting(False), "skip_mode": Setting(False)},
    )
)
@op
def reduce_sum(
    x: torch.Tensor, axis: Dims = (), keep_dims: bool = False, skip_mode: bool = False
) -> torch.Tensor:
    """The sum over `axis` in the dtype of `x`, where `sum` widens integers.

    `x` is a Tensor of any shape and dtype.
    `axis` is an int, a tuple, list or Tensor of ints or, for all dimensions, ().
    `skip_mode` gives `x` itself for an empty `axis`.

    The result lacks these dimensions, or with `keep_dims` has them with length 1.

    Raises ValueError for an axis that `x` lacks, TypeError for one that is no integer, RuntimeError for one
    given twice.

    Differs from MindSpore: with `skip_mode` its CPU fills the shape of `x` with the sum.
    """
    if check.boolean("ReduceSum", "skip_mode", skip_mode) and axes(axis) is None:
        return x
    out = torch.sum(x, axes(axis), keep_dims)
    return out if out.dtype is x.dtype else out.to(x.dtype)


@bindings(
    PrimitiveClass("ReduceProd", inputs=("x", "axis"), settings={"keep_dims": Setting(False)})
)
@op
def reduce_prod(x: torch.Tensor, axis: Ints = (), keep_dims: bool = False) -> torch.Tensor:
    """The product in the dtype of `x`."""
    return prod.raw(x, axis, keep_dims).to(x.dtype)


@bindings(PrimitiveClass("ReduceMax", inputs=("x", "axis"), settings={"keep_dims": Setting(False)}))
@op
def reduce_max(x: torch.Tensor, axis: Dims = (), keep_dims: bool = False) -> torch.Tensor:
    """The largest value over `axis`, in the dtype of `x`.

    `x` is a Tensor of any shape and real dtype. `axis` is an int, a tuple or list of int or, for
    all dimensions, (). The result lacks these dimensions, or with `keep_dims` has them with length
    1. Raises ValueError for an axis that `x` lacks, IndexError for a dimension without elements.
    Differs from MindSpore: its CPU refuses Bool, and gives numbers without meaning for a dimension
    without elements.
    """
    return torch.amax(x, all_axes(axis, x.ndim), keep_dims)


@bindings(PrimitiveClass("ReduceMin", inputs=("x", "axis"), settings={"keep_dims": Setting(False)}))
@op
def reduce_min(x: torch.Tensor, axis: Dims = (), keep_dims: bool = False) -> torch.Tensor:
    """The smallest value along `axis`.

    `x` is a Tensor of numbers, `axis` an int or a tuple of ints, () for all; the result has its
    dtype and its shape without those axes, or with length 1 there for `keep_dims`.
    """
    return torch.amin(x, all_axes(axis, x.ndim), keep_dims)


@bindings(
    PrimitiveClass(
        "ArgMaxWithValue",
        inputs=("input",),
        settings={"axis": Setting(0), "keep_dims": Setting(False)},
    )
)
@op
def argmax_with_value(input: torch.Tensor, axis: int = 0, keep_dims: bool = False) -> Any:
    """The positions of the largest values along `axis`, and these values.

    `input` is a Tensor of any shape and dtype, `axis` an int. The result is a pair: Int64
    positions, and values in the dtype of `input`. Both lack the dimension `axis`, or with
    `keep_dims` have it with length 1. Raises ValueError for an `axis` that `input` lacks. Differs
    from MindSpore: Bool is taken here and refused by its CPU.
    """
    values, positions = torch.max(input, axis, keep_dims)
    return positions, values


@bindings(
    PrimitiveClass(
        "ArgMinWithValue",
        inputs=("input",),
        settings={"axis": Setting(0), "keep_dims": Setting(False)},
    )
)
@op
def argmin_with_value(input: torch.Tensor, axis: int = 0, keep_dims: bool = False) -> Any:
    """(Int64 positions, smallest values) along `axis`.

    `input` is a Tensor of numbers, any shape; the values have its dtype, both results its shape
    without `axis`, or with length 1 there for `keep_dims`.
    """
    values, positions = torch.min(input, axis, keep_dims)
    return positions, values


def _position_dtype(name: str, dtype: DTypeLike | None) -> torch.dtype:
    if dtype not in (None, mstype.int32, mstype.int64):
        raise ValueError(
            f"For '{name}', 'output_type' should be mindspore.int32 or mindspore.int64, but got {dtype}."
        )
    return torch.int64 if dtype == mstype.int64 else torch.int32


@bindings(
    PrimitiveClass(
        "Argmax",
        inputs=("input_x",),
        settings={"axis": Setting(-1), "output_type": Setting(mstype.int32)},
    )
)
@op
def argmax_of(
    x: torch.Tensor, axis: int = -1, output_type: DTypeLike | None = None
) -> torch.Tensor:
    """The position of the largest value along `axis`, the first of equal ones.

    `x` is a Tensor of any shape and number dtype, `axis` an int. The result is Int32, or Int64 if
    `output_type` says so, and lacks the dimension `axis`. Raises ValueError for an `axis` that `x`
    lacks and another `output_type`, RuntimeError for Bool. Differs from MindSpore: it raises
    TypeError for Bool.
    """
    indices = torch.argmax(x, axis)
    return (
        indices
        if output_type is mstype.int64
        else indices.to(_position_dtype("Argmax", output_type))
    )


@bindings(
    PrimitiveClass(
        "Argmin",
        inputs=("x",),
        settings={"axis": Setting(-1), "output_type": Setting(mstype.int32)},
    )
)
@op
def argmin_of(x: torch.Tensor, axis: int = -1, output_type: Any = None) -> torch.Tensor:
    """The position of the smallest value along `axis`, an int: Int32 unless `output_type` is Int64.

    `x`: a Tensor of numbers of any shape; the result lacks that dimension.
    """
    indices = torch.argmin(x, axis)
    return (
        indices
        if output_type is mstype.int64
        else indices.to(_position_dtype("Argmin", output_type))
    )


@bindings(PrimitiveClass("SquareSumAll"))
@op
def square_sum_all(x: torch.Tensor, y: torch.Tensor) -> Any:
    """(sum of x², sum of y²) of two Tensors of one shape, both Float16 or Float32.

    Raises TypeError for other or different dtypes, ValueError for different shapes.
    """
    if x.dtype is not y.dtype or x.dtype not in (torch.float16, torch.float32):
        raise TypeError(
            f"For 'SquareSumAll', 'x' and 'y' should both be Float16 or Float32, but got {x.dtype} and {y.dtype}."
        )
    if x.shape != y.shape:
        raise ValueError(
            f"For 'SquareSumAll', 'x' and 'y' should have one shape, but got {tuple(x.shape)} and {tuple(y.shape)}."
        )
    return torch.sum(x * x), torch.sum(y * y)


reduce_mean = mean
reduce_all, reduce_any = all, any


@op
def reduce_logsumexp(x: torch.Tensor, axis: Ints = (), keep_dims: bool = False) -> torch.Tensor:
    """log(sum(exp(x))) over `axis`; all of them for () and None."""
    axes = tuple(range(x.ndim)) if axis in ((), None) else axis
    return torch.logsumexp(x, axes, keep_dims)


__all__ = exported_names(
    globals(),
    "argmin_int64",
    "max_overloaded",
    "mean_as",
    "min_overloaded",
    "prod_along_one",
    "reduce_logsumexp",
    "sum_from",
    "sum_to_size",
)
