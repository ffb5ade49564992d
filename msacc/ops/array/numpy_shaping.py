"""Shape functions with mindspore.numpy's rules: axes in any order, negative or in a list, NumPy's names and
errors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.array import joining, shaping
from msacc.ops.core.argument_conversion import axes as axes_of
from msacc.ops.core.array_likes import in_axes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Ints


def reshape(x: torch.Tensor, new_shape: tuple[int, ...]) -> torch.Tensor:
    """The same elements in another shape.

    `x` is a Tensor, list or tuple of any dtype.
    `new_shape` is an int or a tuple or list of int, of which one may be -1 and takes what is left.

    The result has this shape and the dtype of `x`.

    Raises ValueError if the elements do not fit, TypeError for lengths that are no int.

    Differs from MindSpore: `x` may be a list or tuple here.
    """
    return torch.reshape(x, new_shape)


def ravel(x: torch.Tensor) -> torch.Tensor:
    """The elements of the array-like `x`, of any dtype, in one dimension."""
    return shaping.ravel.raw(x)


def copy(a: torch.Tensor) -> torch.Tensor:
    """A copy of the array-like `a`."""
    return a.clone()


def transpose(a: torch.Tensor, axes: Sequence[int] | None = None) -> torch.Tensor:
    """The dimensions of `a` in the order `axes`, reversed for None. ValueError if `axes` is no permutation of them.

    `a`: an array-like; the result is a Tensor of its dtype.
    """
    return torch.permute(a, tuple(range(a.ndim))[::-1] if axes is None else tuple(axes))


def swapaxes(x: torch.Tensor, axis1: int, axis2: int) -> torch.Tensor:
    """The array-like `x` with the dimensions `axis1` and `axis2`, ints, exchanged.

    The result has its dtype. TypeError for no ints, ValueError for ones it lacks.
    """
    first, second = (in_axes("swapaxes", axis, x.ndim) for axis in (axis1, axis2))
    return shaping.swapaxes.raw(x, first, second)


def moveaxis(a: torch.Tensor, source: Any, destination: Any) -> torch.Tensor:
    """The dimensions `source` of `a` (int, tuple or list) moved to the positions `destination`.

    ValueError for dimensions that `a` lacks, given twice, or of two counts.
    """
    old, new = (
        [in_axes("moveaxis", v, a.ndim) for v in (axes if _many(axes) else (axes,))]
        for axes in (source, destination)
    )
    if len(old) != len(new):
        raise ValueError(
            f"For 'moveaxis', 'source' and 'destination' need one length, but got {source!r}, {destination!r}."
        )
    return torch.movedim(a, old, new)


def _many(value: Ints) -> bool:
    return isinstance(value, (tuple, list))


def rollaxis(x: torch.Tensor, axis: int, start: int = 0) -> torch.Tensor:
    """The dimension `axis` of the array-like `x` moved to before `start`.

    The result has the dtype of `x`. A negative `start` counts from the number of dimensions. TypeError if one
    is no int, ValueError out of bounds.
    """
    axis = in_axes("rollaxis", axis, x.ndim)
    if not isinstance(start, int):
        raise TypeError(f"For 'rollaxis', 'start' must be an integer, but got {start!r}.")
    if not -x.ndim <= start <= x.ndim:
        raise ValueError(
            f"For 'rollaxis', 'start' must be in [{-x.ndim}, {x.ndim}], but got {start}."
        )
    start = start + x.ndim if start < 0 else start
    return torch.movedim(x, axis, start - 1 if axis < start else start)


def expand_dims(a: torch.Tensor, axis: Any) -> torch.Tensor:
    """The array-like `a` with dimensions of length 1 at the positions `axis` of the result.

    `a` is a Tensor, list or tuple of any shape and dtype, `axis` an int or a tuple or list of int.
    The result has the elements and dtype of `a`. Raises ValueError for a place out of bounds or
    given twice, TypeError for one that is no int. Differs from MindSpore: `a` may be a list or
    tuple here.
    """
    axes = tuple(axis) if _many(axis) else (axis,)
    rank = a.ndim + len(axes)
    sorted_axes = sorted(in_axes("expand_dims", entry, rank) for entry in axes)
    if len(set(sorted_axes)) < len(sorted_axes):
        raise ValueError(f"For 'expand_dims', duplicate axes in {axis!r}.")
    for entry in sorted_axes:
        a = a.unsqueeze(entry)
    return a


def squeeze(a: torch.Tensor, axis: Ints | None = None) -> torch.Tensor:
    """`a` without the dimensions `axis` (int, tuple or list) of length 1, or without all of them for None.

    `a`: an array-like. Returns a Tensor.
    """
    return shaping.squeeze.raw(a, axes_of(axis))


def broadcast_to(array: torch.Tensor, shape: tuple[int, ...]) -> torch.Tensor:
    """A copy of the array-like `array`, of any dtype, in a wider `shape`, ints. ValueError if it does not
    broadcast to it.
    """
    return shaping.broadcast_to.raw(array, shape).clone(memory_format=torch.contiguous_format)


def broadcast_arrays(*args: torch.Tensor) -> list[torch.Tensor]:
    """The array-likes broadcast to one shape, copies in a list. ValueError if their shapes do not allow it."""
    return [
        one.clone(memory_format=torch.contiguous_format) for one in torch.broadcast_tensors(*args)
    ]


def atleast_1d(*arys: torch.Tensor) -> Any:
    """The array-like with at least one dimension; a list of them if several `arys` are given. Dtypes stay."""
    return _one_or_all([shaping.atleast_1d.raw(a) for a in arys])


def atleast_2d(*arys: torch.Tensor) -> Any:
    """The array-like with at least two dimensions, new ones first; a list of them if several `arys` are given.

    Dtypes stay.
    """
    return _one_or_all([shaping.atleast_2d.raw(a) for a in arys])


def atleast_3d(*arys: torch.Tensor) -> Any:
    """The array-like with at least three dimensions; a vector stands in the middle one, a matrix in the first two.

    A list of them if several `arys` are given. Dtypes stay.
    """
    return _one_or_all([shaping.atleast_3d.raw(a) for a in arys])


def _one_or_all(tensors: list[torch.Tensor]) -> Any:
    return tensors[0] if len(tensors) == 1 else tensors


def size(a: torch.Tensor, axis: int | None = None) -> int:
    """The number of elements of the array-like `a`, or the length of its dimension `axis`.

    TypeError if `axis` is no int, ValueError out of bounds.
    """
    return a.numel() if axis is None else a.shape[in_axes("size", axis, a.ndim)]


# -- repeating and turning ---------------------------------------------------------------------


def tile(a: torch.Tensor, reps: tuple[int, ...]) -> torch.Tensor:
    """The whole array-like `a` repeated `reps` times along its last dimensions.

    `a` is a Tensor, list or tuple of any shape and dtype.
    `reps` is an int or a tuple or list of int from 0.

    The result has the dtype of `a`.

    Raises TypeError for `reps` that are no int, RuntimeError for a negative one.

    Differs from MindSpore: it raises ValueError for a negative one, and refuses lists for `a`.
    """
    return joining.tile.raw(a, reps)


def repeat(a: torch.Tensor, repeats: Any, axis: int | None = None) -> torch.Tensor:
    """Each element of `a` repeated `repeats` times (an int, or one per element) along `axis`, flattened for
    None.

    Returns a Tensor.

    ValueError for a negative or wrong number of repeats, TypeError for no ints.
    """
    if isinstance(repeats, (list, tuple)):
        repeats = torch.tensor(repeats, device=a.device)
    elif not isinstance(repeats, torch.Tensor) and not isinstance(repeats, int):
        raise TypeError(f"For 'repeat', 'repeats' must be ints, but got {repeats!r}.")
    elif isinstance(repeats, int) and repeats < 0:
        raise ValueError(f"For 'repeat', 'repeats' must not be negative, but got {repeats}.")
    return torch.repeat_interleave(a, repeats, axis)


def flip(m: torch.Tensor, axis: Ints | None = None) -> torch.Tensor:
    """`m` with the order of elements reversed along `axis` (int, tuple or list), or along all dimensions for None.

    `m`: an array-like. Returns a Tensor.
    """
    where = axes_of(axis)
    if where is None:
        return torch.flip(m, tuple(range(m.ndim)))
    axes = (where,) if isinstance(where, int) else where
    return torch.flip(m, tuple(in_axes("flip", entry, m.ndim) for entry in axes))


def fliplr(m: torch.Tensor) -> torch.Tensor:
    """The array-like `m`, of any dtype, reversed along its second dimension. ValueError if it has none."""
    return torch.flip(m, (in_axes("fliplr", 1, m.ndim),))


def flipud(m: torch.Tensor) -> torch.Tensor:
    """The array-like `m`, of any dtype, reversed along its first dimension. ValueError if it has none."""
    return torch.flip(m, (in_axes("flipud", 0, m.ndim),))


def rot90(a: torch.Tensor, k: int = 1, axes: Sequence[int] = (0, 1)) -> torch.Tensor:
    """`a` turned by 90 degrees `k` times, from the first towards the second of two `axes`.

    `a` is an array-like of two dimensions or more, whose dtype the result has.
    `k` and `axes` are ints.

    ValueError if the axes are one, not two, or out of bounds.
    """
    where = [in_axes("rot90", axis, a.ndim) for axis in axes]
    if len(where) != 2 or where[0] == where[1]:
        raise ValueError(f"For 'rot90', 'axes' must be two different axes, but got {axes!r}.")
    return torch.rot90(a, k, where)


def roll(a: torch.Tensor, shift: Any, axis: Any = None) -> torch.Tensor:
    """The elements of the array-like `a` shifted round by `shift` along `axis`, over the flattened array for None.

    Shape and dtype stay. Both are ints, tuples or lists; one number serves all of the other. TypeError for no
    ints, ValueError for lengths that do not fit.
    """
    shifts = list(shift) if _many(shift) else [shift]
    if not all(isinstance(s, int) for s in shifts):
        raise TypeError(f"For 'roll', 'shift' must be int, tuple or list, but got {shift!r}.")
    if axis is None:
        return torch.roll(a, sum(shifts))
    axes = list(axis) if _many(axis) else [axis]
    shifts = shifts * len(axes) if len(shifts) == 1 else shifts
    axes = axes * len(shifts) if len(axes) == 1 else axes
    return torch.roll(a, shifts, [in_axes("roll", entry, a.ndim) for entry in axes])
