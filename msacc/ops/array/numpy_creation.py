"""Array creation with mindspore.numpy's dtypes: integers give Int32, others Float32 (ops: Int64)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.settings import settings
from msacc.ops.core.array_likes import array_like, in_axes

if TYPE_CHECKING:
    import numpy as np

Shape = tuple[int, ...]


def array(
    obj: torch.Tensor, dtype: torch.dtype | None = None, copy: bool = True, ndmin: int = 0
) -> torch.Tensor:
    """A Tensor made of a Tensor, number, list or tuple.

    `obj` is that, `ndmin` the least number of dimensions (new ones come first). The result has the
    shape of `obj`; `dtype` None keeps a Tensor's dtype and gives Int32, Float32 or Bool for
    Python's values. `copy=False` shares the memory of a Tensor that has the dtype already. Raises
    TypeError for a numpy array (make a Tensor of it first) or a str, ValueError for rows of
    different lengths. As in MindSpore.
    """
    t = obj.to(obj.dtype if dtype is None else dtype)
    t = t.clone() if copy and t is obj else t
    return t.reshape((1,) * (ndmin - t.ndim) + tuple(t.shape)) if t.ndim < ndmin else t


def asfarray(a: torch.Tensor, dtype: torch.dtype | None = torch.float32) -> torch.Tensor:
    """The array-like `a`, of any shape, as floats: `dtype`, or Float32 where that is None or holds no floats."""
    return a.to(dtype if dtype is not None and dtype.is_floating_point else torch.float32)


def _check_shape(where: str, shape: Shape) -> Shape:
    for n in shape:
        if n < 0:
            raise ValueError(f"For '{where}', no entry of 'shape' may be below 0, but got {shape}.")
    return shape


def zeros(shape: Shape, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """A Tensor of zeros.

    `shape` is an int, a tuple or list of int, or a Tensor of ints.
    `dtype` is MindSpore's, numpy's or a name.

    The result has this shape and dtype.

    Raises ValueError for a negative length, TypeError for a length that is no int or another `dtype`.

    As in MindSpore.
    """
    return torch.zeros(_check_shape("zeros", shape), dtype=dtype, device=settings.device)


def ones(shape: Shape, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """A Tensor of ones.

    `shape` is an int, a tuple or list of int, or a Tensor of ints.
    `dtype` is MindSpore's, numpy's or a name.

    The result has this shape and dtype.

    Raises ValueError for a negative length, TypeError for a length that is no int or another `dtype`.

    As in MindSpore.
    """
    return torch.ones(_check_shape("ones", shape), dtype=dtype, device=settings.device)


def empty(shape: Shape, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """An array of `shape` and `dtype` whose values mean nothing; they are zeros here.

    `shape`: an int, a tuple or a list.

    Returns a Tensor.

    ValueError for a negative length.
    """
    return torch.zeros(_check_shape("empty", shape), dtype=dtype, device=settings.device)


def full(shape: Shape, fill_value: torch.Tensor, dtype: torch.dtype | None = None) -> torch.Tensor:
    """The number or array-like `fill_value` broadcast to `shape`, in `dtype` or its own.

    `shape`: an int, a tuple or a list.

    Returns a Tensor.

    ValueError where it does not broadcast.

    MindSpore drops `dtype` for an array, against its documentation.
    """
    return _broadcast("full", fill_value if dtype is None else fill_value.to(dtype), shape).clone()


def _broadcast(where: str, t: torch.Tensor, shape: Shape) -> torch.Tensor:
    fits = len(shape) >= t.ndim and all(
        n in (1, m)
        for n, m in zip(reversed(t.shape), reversed(_check_shape(where, shape)), strict=False)
    )
    if not fits:
        raise ValueError(f"For '{where}', shape {tuple(t.shape)} cannot broadcast with {shape}.")
    return t.expand(shape)


def zeros_like(
    a: torch.Tensor, dtype: torch.dtype | None = None, shape: Shape | None = None
) -> torch.Tensor:
    """Zeros in the shape and dtype of the array-like `a`, unless `shape` or `dtype` say otherwise.

    Returns a Tensor.
    """
    return a.new_zeros(a.shape if shape is None else shape, dtype=dtype)


def ones_like(
    a: torch.Tensor, dtype: torch.dtype | None = None, shape: Shape | None = None
) -> torch.Tensor:
    """Ones in the shape and dtype of the array-like `a`, unless `shape` or `dtype` say otherwise.

    Returns a Tensor.
    """
    return a.new_ones(a.shape if shape is None else shape, dtype=dtype)


def empty_like(
    prototype: torch.Tensor, dtype: torch.dtype | None = None, shape: Shape | None = None
) -> torch.Tensor:
    """Values without meaning (zeros here) in the shape and dtype of `prototype`, unless given otherwise."""
    return prototype.new_zeros(prototype.shape if shape is None else shape, dtype=dtype)


def full_like(
    a: torch.Tensor,
    fill_value: torch.Tensor | float | np.number,
    dtype: torch.dtype | None = None,
    shape: Shape | None = None,
) -> torch.Tensor:
    """`fill_value` in the shape of the array-like `a`, or in `shape`; ValueError where it does not broadcast.

    A number takes `dtype` or the dtype of `a`; an array-like keeps its own unless `dtype` is given, which
    MindSpore drops then.

    Returns a Tensor.
    """
    size = tuple(a.shape) if shape is None else shape
    number = isinstance(fill_value, (bool, int, float))
    target_dtype = a.dtype if dtype is None and number else dtype
    value = array_like(fill_value)
    return _broadcast(
        "full_like", value if target_dtype is None else value.to(target_dtype), size
    ).clone()


def arange(
    start: torch.Tensor | float | np.number,
    stop: torch.Tensor | float | np.number | None = None,
    step: torch.Tensor | float | np.number | None = None,
    dtype: torch.dtype | None = None,
) -> torch.Tensor:
    """Numbers from `start` (0 if only one limit is given) up to `stop`, exclusive, `step` apart.

    The limits are numbers or 0-d Tensors. The result is a vector: Int32 if all are Python ints,
    else Float32, unless `dtype` is given. Raises TypeError for what is no number, ValueError if no
    number is in between, ZeroDivisionError for a step of 0. Differs from MindSpore: `arange(0)` is
    an empty Tensor here and an error there.
    """
    bounds = (0, start, step) if stop is None else (start, stop, step)
    values = [_limit(1 if v is None else v) for v in bounds]
    if values[2] == 0:
        raise ZeroDivisionError("For 'arange', 'step' must not be 0.")
    if (values[1] - values[0]) * values[2] < 0:
        raise ValueError(f"For 'arange', no number lies between the limits {values!r}.")
    all_int = all(v is None or isinstance(v, int) for v in bounds)
    target_dtype = (torch.int32 if all_int else torch.float32) if dtype is None else dtype
    return torch.arange(*values, device=settings.device).to(target_dtype)


def _limit(value: torch.Tensor | float | np.number) -> Any:
    if isinstance(value, torch.Tensor):
        if value.numel() != 1:
            raise ValueError(
                f"For 'arange', a limit has one element, but got shape {tuple(value.shape)}."
            )
        return value.item()
    if not isinstance(value, (int, float)):
        raise TypeError(f"For 'arange', the limits must be real number, but got {value!r}.")
    return value


def linspace(
    start: torch.Tensor,
    stop: torch.Tensor,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: torch.dtype | None = None,
    axis: int = 0,
) -> Any:
    """`num` numbers from `start` to `stop`, the last one included if `endpoint`; Float32 unless `dtype` is given.

    `start` and `stop` are array-likes that broadcast; the numbers run along the new dimension `axis`. With `retstep`
    also the distance, the number NaN where there is none. Raises TypeError for a `num` or flag of another type,
    ValueError for a negative `num` or an `axis` out of bounds.
    """
    _check_count("linspace", num, endpoint)
    check.boolean("linspace", "retstep", retstep)
    intervals = num - 1 if endpoint else num
    first, last = torch.broadcast_tensors(start.float(), stop.float())
    step = (last - first) / intervals if intervals else torch.zeros_like(first)
    out = _along(first + _counts(num, first) * step, axis, dtype)
    if not retstep:
        return out
    return out, step if intervals else math.nan


def _check_count(where: str, num: int, endpoint: bool) -> None:
    check.non_negative_int(where, "num", num)
    check.boolean(where, "endpoint", endpoint)


def _counts(num: int, like: torch.Tensor) -> torch.Tensor:
    return torch.arange(num, device=like.device).reshape((num,) + (1,) * like.ndim)


def _along(t: torch.Tensor, axis: int, dtype: torch.dtype | None) -> torch.Tensor:
    out = torch.movedim(t, 0, in_axes("linspace", axis, t.ndim))
    return out.to(torch.float32 if dtype is None else dtype)


def logspace(
    start: torch.Tensor,
    stop: torch.Tensor,
    num: int = 50,
    endpoint: bool = True,
    base: torch.Tensor | float | np.number = 10.0,
    dtype: torch.dtype | None = None,
    axis: int = 0,
) -> torch.Tensor:
    """`base` to the power of the numbers that `linspace` gives; Float32 unless `dtype` is given.

    `start`, `stop` (array-likes that broadcast), `num`, `endpoint` and `axis`, and the shape of the result, are
    those of `linspace`. Raises TypeError if `base` is no number, and what `linspace` raises.
    """
    if not isinstance(base, (int, float)):
        raise TypeError(f"For 'logspace', 'base' should be a number, but got {base!r}.")
    out = torch.pow(float(base), linspace(start, stop, num, endpoint, axis=axis))
    return out if dtype is None else out.to(dtype)


def geomspace(
    start: torch.Tensor,
    stop: torch.Tensor,
    num: int = 50,
    endpoint: bool = True,
    dtype: torch.dtype | None = None,
    axis: int = 0,
) -> torch.Tensor:
    """`num` numbers from `start` to `stop` with a constant ratio; Float32 unless `dtype` is given.

    `start` and `stop` are array-likes of one sign that broadcast.
    `endpoint`: whether `stop` is the last number.
    `axis`: the new dimension of the result's shape along which they lie. Int32 Tensors are worked on in
      Float32 too, where MindSpore divides them as integers.

    Raises what `linspace` raises.
    """
    _check_count("geomspace", num, endpoint)
    first, last = torch.broadcast_tensors(start.float(), stop.float())
    fraction = _counts(num, first) / max(num - 1 if endpoint else num, 1)
    return _along(first * torch.pow(last / first, fraction), axis, dtype)


def eye(
    N: int, M: int | None = None, k: int = 0, dtype: torch.dtype = torch.float32
) -> torch.Tensor:
    """An (N, M) matrix of `dtype` with ones on its k-th diagonal; M is N if None.

    `N`, `M`, `k`: ints. TypeError or ValueError for other sizes.
    """
    rows, columns = (check.non_negative_int("eye", name, v) for name, v in _sizes(N, M))
    below = torch.arange(rows, device=settings.device).unsqueeze(1)
    return (torch.arange(columns, device=settings.device) - below == k).to(dtype)


def identity(n: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """The (n, n) identity matrix of `dtype`. TypeError or ValueError for an `n` that is no size, an int from 0."""
    return eye(n, dtype=dtype)


def tri(
    N: int, M: int | None = None, k: int = 0, dtype: torch.dtype = torch.float32
) -> torch.Tensor:
    """An (N, M) matrix of `dtype` with ones at and below its k-th diagonal; M is N if None.

    `N`, `M`, `k`: ints. TypeError or ValueError for other sizes.
    """
    rows, columns = (check.non_negative_int("tri", name, v) for name, v in _sizes(N, M))
    return torch.tril(torch.ones(rows, columns, device=settings.device), k).to(dtype)


def _sizes(N: Any, M: Any) -> tuple[tuple[str, Any], ...]:
    return ("N", N), ("M", N if M is None else M)


_FLOATS = (torch.float16, torch.float32, torch.float64)


def rand(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Uniform numbers in [0, 1) of `shape` (ints or one tuple; one number if none). ValueError if
    `dtype` is no float.
    """
    return torch.rand(_random_shape("rand", shape, dtype), device=settings.device).to(dtype)


def randn(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Normal numbers of mean 0 and deviation 1 of `shape` (ints or one tuple). ValueError if `dtype` is no float."""
    return torch.randn(_random_shape("randn", shape, dtype), device=settings.device).to(dtype)


def _random_shape(where: str, shape: tuple[Any, ...], dtype: torch.dtype) -> Shape:
    check.choice(where, "dtype", dtype, _FLOATS)
    if not shape:
        return (1,)
    return tuple(shape[0]) if len(shape) == 1 and not isinstance(shape[0], int) else shape


def randint(
    minval: int,
    maxval: int | None = None,
    shape: Shape | None = None,
    dtype: torch.dtype = torch.int32,
) -> torch.Tensor:
    """Integers of `shape` (one number if None), uniform in [minval, maxval), or [0, minval) for one limit.

    Raises ValueError if no integer is in between or `dtype` is none of Int8 to Int64.
    """
    low, high = (0, minval) if maxval is None else (minval, maxval)
    if low >= high:
        raise ValueError(
            f"For 'randint', 'maxval' should be above 'minval', but got {low} and {high}."
        )
    integer_dtypes = (mstype.int64, mstype.int32, mstype.int16, mstype.int8)
    check.choice("randint", "dtype", mstype.from_torch(dtype), integer_dtypes)
    size = (1,) if shape is None else shape
    return torch.randint(low, high, size, device=settings.device).to(dtype)
