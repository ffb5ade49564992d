"""Selection with mindspore.numpy's rules: indices out of range are clipped, index results are Int32."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.ops.array import gather_select, sorting
from msacc.ops.core.array_likes import in_axes, numpy_result_dtype, promote_all

if TYPE_CHECKING:
    import numpy as np

    from msacc.common.argument_types import Ints

Fn = Callable[..., Any]


def take(
    a: torch.Tensor, indices: torch.Tensor, axis: int | None = None, mode: str = "clip"
) -> torch.Tensor:
    """Slices of `a` at integer `indices` along `axis`, or elements of the flattened array for None.

    Places outside are the nearest end for `mode` 'clip' (negative ones count from the end first), wrapped round for
    'wrap'. Raises TypeError for indices that are no integers, ValueError for another mode or `axis`,
    NotImplementedError for 'raise', as in MindSpore.
    """
    _mode("take", mode)
    _integers("take", indices)
    source, dim = (a.reshape(-1), 0) if axis is None else (a, in_axes("take", axis, a.ndim))
    size = source.shape[dim]
    index = torch.remainder(indices, size) if mode == "wrap" else indices.clamp(-size, size - 1)
    index = torch.where(index < 0, index + size, index)
    out = torch.index_select(source, dim, index.reshape(-1).long())
    return out.reshape(source.shape[:dim] + index.shape + source.shape[dim + 1 :])


def _mode(where: str, mode: str) -> None:
    if mode == "raise":
        raise NotImplementedError(f"msacc.numpy.{where} has no mode='raise', like MindSpore's.")
    check.choice(where, "mode", mode, ("clip", "wrap"))


def _integers(where: str, indices: torch.Tensor) -> None:
    if indices.dtype.is_floating_point or indices.dtype is torch.bool:
        raise TypeError(f"For '{where}', 'indices' must be integers, but got {indices.dtype}.")


def take_along_axis(arr: torch.Tensor, indices: torch.Tensor, axis: int | None) -> torch.Tensor:
    """The element of `arr` at each integer of `indices` along `axis`, of the flattened array for None.

    The other lengths broadcast; negative places count from the end. Raises TypeError for indices that are no
    integers, ValueError for lengths that do not fit or an `axis` out of bounds, RuntimeError for a place outside.
    """
    _integers("take_along_axis", indices)
    arr, dim = (arr.reshape(-1), 0) if axis is None else (arr, axis)
    dim = in_axes("take_along_axis", dim, arr.ndim)
    size = arr.shape[dim]
    return torch.take_along_dim(arr, torch.where(indices < 0, indices + size, indices).long(), dim)


def unique(x: torch.Tensor, return_inverse: bool = False) -> Any:
    """The distinct values of the array-like `x`, in order of first appearance: a vector of its dtype.

    With `return_inverse` also the place among them of each element of the flattened `x`, Int32.
    """
    values, inverse = sorting.unique.raw(x.reshape(-1))
    return (values, inverse) if return_inverse else values


def argwhere(a: torch.Tensor) -> torch.Tensor:
    """The positions of non-zero elements of the array-like `a`, one in a row.

    `a`: numbers or bools of any shape; the result has the dtype Int64 and the shape (count, rank).
    """
    return gather_select.argwhere.raw(a)


def searchsorted(
    a: torch.Tensor, v: torch.Tensor, side: str = "left", sorter: torch.Tensor | None = None
) -> torch.Tensor:
    """The Int32 positions at which the values `v` would be inserted into the sorted vector `a`.

    Equal elements stand behind the place for `side` 'left', before it for 'right'. `sorter` holds the places
    that sort `a`. Raises ValueError for another `side`, an `a` that is no vector, or a `sorter` of another
    length. The dtypes of `a` and `v` promote; the result has the shape of `v`.
    """
    check.choice("searchsorted", "side", side, ("left", "right"))
    check.rank("searchsorted", a, 1)
    if sorter is not None and sorter.shape != a.shape:
        raise ValueError(
            f"For 'searchsorted', 'sorter' must have the shape of 'a', but got {tuple(sorter.shape)}."
        )
    a, v = promote_all([a, v])
    a, v = (t.to(torch.uint8) if t.dtype is torch.bool else t for t in (a, v))
    a = a if sorter is None else a[sorter.long()]
    return torch.searchsorted(a.contiguous(), v.contiguous(), side=side).to(torch.int32)


def where(condition: torch.Tensor, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """The elements of `x` where `condition` holds, those of `y` elsewhere.

    All three are array-likes (Tensors, numbers, lists, tuples) whose shapes broadcast; `condition`
    counts as Bool and a Python number as Int32 or Float32. The result has the broadcast shape and
    the dtype to which `x` and `y` promote. Raises TypeError without `x` or `y`, ValueError for
    shapes that do not broadcast. As in MindSpore.
    """
    x, y = promote_all([x, y])
    return torch.where(condition.to(torch.bool), x, y)


def select(
    condlist: Sequence[torch.Tensor],
    choicelist: Sequence[torch.Tensor],
    default: torch.Tensor | float | np.number = 0,
) -> torch.Tensor:
    """For each element the choice of the first condition that holds, else `default`, in the dtype of the
    choices.

    `condlist` and `choicelist` hold conditions and choices, array-likes that broadcast; the dtype is the one
      to which numpy promotes the choices, at most 32 bits wide, as in MindSpore.
    `default` is a number.

    Raises ValueError for two lengths or none.
    """
    if len(condlist) != len(choicelist) or not len(condlist):
        raise ValueError(
            "For 'select', 'condlist' and 'choicelist' need one length above 0, "
            f"but got {len(condlist)} and {len(choicelist)}."
        )
    target_dtype = numpy_result_dtype(list(choicelist))
    target_dtype = torch.int32 if target_dtype is torch.int64 else target_dtype
    out = torch.as_tensor(default, device=choicelist[0].device).to(target_dtype)
    for condition, choice in zip(reversed(condlist), reversed(choicelist), strict=False):
        out = torch.where(condition.to(torch.bool), choice.to(target_dtype), out)
    return out


def choose(a: torch.Tensor, choices: Sequence[torch.Tensor], mode: str = "clip") -> torch.Tensor:
    """For each integer of `a` the value of the choice with that number; all broadcast, and the choices promote.

    `mode` 'clip' or 'wrap' is for numbers outside. Raises ValueError for an `a` that is a number or no integers, for
    another mode, or shapes that do not broadcast; NotImplementedError for 'raise', as in MindSpore.
    """
    if not a.ndim:
        raise ValueError("For 'choose', 'a' cannot be a scalar.")
    if a.dtype.is_floating_point or a.dtype is torch.bool:
        raise ValueError(f"For 'choose', 'a' should be an int array, but got {a.dtype}.")
    _mode("choose", mode)
    last = len(choices) - 1
    index = (a.clamp(0, last) if mode == "clip" else a % (last + 1)).long()
    shape = torch.broadcast_shapes(index.shape, *(c.shape for c in choices))
    stack = torch.stack([c.expand(shape) for c in promote_all(list(choices))])
    return torch.gather(stack, 0, index.expand(shape)[None])[0]


def piecewise(
    x: torch.Tensor,
    condlist: Sequence[torch.Tensor],
    funclist: Sequence[Any],
    *args: object,
    **kw: object,
) -> torch.Tensor:
    """Where a condition holds, its entry of `funclist`: an array-like or a function of all of `x`, `args` and
    `kw`.

    `condlist`: conditions, array-likes that broadcast to the shape of the array-like `x`. The first condition
    that holds wins; an entry more than conditions serves where none does, 0 otherwise. The dtype is that to
    which the entries promote. Raises ValueError for another number of entries. Numbers beside functions work
    here, where MindSpore raises TypeError.
    """
    if not len(condlist) <= len(funclist) <= len(condlist) + 1:
        raise ValueError(
            f"For 'piecewise', 'funclist' needs {len(condlist)} or {len(condlist) + 1} entries, "
            f"but got {len(funclist)}."
        )
    values = promote_all([f(x, *args, **kw) if callable(f) else f for f in funclist])
    out = values[-1] if len(values) > len(condlist) else torch.zeros_like(x, dtype=values[0].dtype)
    for condition, value in zip(condlist[::-1], values[: len(condlist)][::-1], strict=False):
        out = torch.where(condition.to(torch.bool), value, out)
    return out.expand(x.shape).contiguous()


def apply_along_axis(
    func1d: Fn, axis: int, arr: torch.Tensor, *args: object, **kwargs: object
) -> torch.Tensor:
    """`func1d(vector, args, kwargs)` of each vector of the Tensor `arr` along `axis`, its results in place of `axis`.

    Raises TypeError if `arr` or what `func1d` returns is no Tensor or `axis` no int, ValueError out of bounds.
    """
    if not isinstance(arr, torch.Tensor):
        raise TypeError(
            f"For 'apply_along_axis', 'arr' must be Tensor, but got {type(arr).__name__}."
        )
    dim = in_axes("apply_along_axis", axis, arr.ndim)
    rows = torch.movedim(arr, dim, -1)
    results = [func1d(row, *args, **kwargs) for row in rows.reshape(-1, rows.shape[-1])]
    if not all(isinstance(f, torch.Tensor) for f in results):
        raise TypeError("For 'apply_along_axis', 'func1d' must return a Tensor.")
    out = torch.stack(results)
    out = out.reshape(rows.shape[:-1] + out.shape[1:])
    before, after = rows.ndim - 1, out.ndim - rows.ndim + 1
    source = tuple(range(before, before + after))
    return torch.movedim(out, source, tuple(dim + i for i in range(after)))


def apply_over_axes(func: Fn, a: torch.Tensor, axes: Ints) -> torch.Tensor:
    """`func(a, axis)` for each of `axes` in turn; a dimension that it drops is put back with length 1.

    Raises ValueError if `func` changes the number of dimensions otherwise.
    """
    for axis in axes if isinstance(axes, (tuple, list)) else (axes,):
        result = func(a, axis)
        if result.ndim == a.ndim - 1:
            result = result.unsqueeze(axis % a.ndim)
        if result.ndim != a.ndim:
            raise ValueError(
                "For 'apply_over_axes', 'func' must keep or drop one dimension, "
                f"but made {result.ndim} of {a.ndim}."
            )
        a = result
    return a
