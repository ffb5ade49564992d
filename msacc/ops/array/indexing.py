"""`x[index]` and `x[index] = value`: numpy's rules, as MindSpore keeps them.

Basic indices (int, slice, None, ...) give views, tensors and lists pick elements. The common
kinds go straight to torch; the rest is brought to one basic view and one `aten.index` on it.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import torch

from msacc.common.deferred_checks import in_range
from msacc.common.parameter import Parameter
from msacc.common.parameter_writes import keeps_values, write_values
from msacc.common.tensor import Tensor, wrap
from msacc.common.torch_private import is_view
from msacc.common.unsigned_integers import lacking, widened
from msacc.graph.execution_state import REBINDS, execution

_index = torch.ops.aten.index.Tensor
_put = torch.ops.aten.index_put_.default


def getitem(self: Tensor, index: Any) -> Tensor:
    """`self[index]`; a view for basic indices."""
    t = self._t
    if _is_simple(index):
        if not t.ndim and type(index) is int:
            raise TypeError("Cannot iterate over a scalar tensor.")
        try:
            return wrap(t[index])
        except IndexError as error:
            raise _beyond(error) from None
    return wrap(_take(t, index))


def setitem(self: Tensor, index: Any, value: Any) -> None:
    """`self[index] = value`, cast to the dtype of `self`.

    As in MindSpore a view writes through to what it is a view of; in a graph it does not, unless that is a Parameter.
    """
    if isinstance(self, Parameter):
        new, kept = self._t.detach(), keeps_values(self)
        if kept:
            new = new.clone()
        with torch.no_grad():
            _write(new, index, value)
        if kept:
            write_values(self, new)
        return
    t = self._t
    # Autograd may need the old values, which MindSpore keeps too. Whether a tensor is a view cannot be
    # queried in a graph.
    if execution.now.graph & REBINDS or (
        t.requires_grad and torch.is_grad_enabled() and (t.is_leaf or not is_view(t))
    ):
        t = self._t = t.clone()
    _write(t, index, value)


_DIMENSION = re.compile(r"(out of bounds for dimension) \d+ (with size)")


def _beyond(error: IndexError) -> IndexError:
    """Torch's refusal of an index in MindSpore's words."""
    return IndexError(_DIMENSION.sub(r"\1 \2", str(error)))


def _is_plain(one: Any) -> bool:
    kind = type(one)
    if kind is int or one is None or one is Ellipsis:
        return True
    if kind is slice:
        return (
            (one.step is None or (type(one.step) is int and one.step > 0))
            and (one.start is None or type(one.start) is int)
            and (one.stop is None or type(one.stop) is int)
        )
    return False


def _is_simple(index: Any) -> bool:
    """Whether torch's own basic indexing means the same."""
    if type(index) is not tuple:
        return _is_plain(index)
    ellipses = 0
    for one in index:
        if not _is_plain(one):
            return False
        ellipses += one is Ellipsis
    return ellipses < 2


def _bound(value: Any) -> int | None:
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, Tensor):
        return int(value)
    raise RuntimeError("Slice index type must be int, tensor or none.")


def _index_tensor(value: Any, t: torch.Tensor) -> torch.Tensor:
    """An index that picks elements, as an integer or bool tensor."""
    if isinstance(value, Tensor):
        value = value._t
    elif not isinstance(value, torch.Tensor):
        if isinstance(value, (list, tuple)) and len(value) == 0:
            raise IndexError("When tensor is indexed by list, the list can't be empty.")
        if isinstance(value, list) and all(item is False for item in value):
            # MindSpore refuses to read so, and writes to every element.
            raise IndexError("A list of bools that is an index should have a True among them.")
        value = torch.tensor(value, device=t.device)
    if value.dtype.is_floating_point or value.dtype.is_complex:
        raise IndexError(f"The tensor index must be int or bool type, but got {value.dtype}.")
    if value.dtype not in (torch.int64, torch.int32, torch.bool):
        value = value.to(torch.int64)
    return value


_NESTED = (list, tuple, Tensor, slice, type(None), type(...))


def _items(index: Any) -> list[Any]:
    """The index as a list with one entry per use; a range counts as a list."""
    nested = isinstance(index, list) and any(isinstance(one, _NESTED) for one in index)
    entries = index if nested or isinstance(index, tuple) else [index]
    return [list(one) if isinstance(one, range) else one for one in entries]


def _width(one: Any) -> int:
    """How many dimensions of the tensor an entry uses up."""
    if one is None or one is True:
        return 0
    if isinstance(one, (Tensor, torch.Tensor)):
        t = one._t if isinstance(one, Tensor) else one
        return t.ndim if t.dtype is torch.bool else 1
    if isinstance(one, np.ndarray):
        return one.ndim if one.dtype == np.bool_ else 1
    return _mask_depth(one) or 1


def _mask_depth(one: Any) -> int:
    """How deep a list of bool is nested; 0 for anything else."""
    depth = 0
    while isinstance(one, (list, tuple)) and one:
        one, depth = one[0], depth + 1
    return depth if isinstance(one, bool) else 0


def _expand(items: list[Any], ndim: int) -> list[Any]:
    """Replace the ellipsis by full slices."""
    dots = [i for i, one in enumerate(items) if one is Ellipsis]
    if len(dots) > 1:
        raise IndexError("An index can only have a single ellipsis('...')")
    indexed_dims = sum(_width(one) for one in items if one is not Ellipsis)
    if indexed_dims > ndim:
        raise IndexError(f"too many indices for tensor of dimension {ndim}")
    if not dots:
        return items
    position = dots[0]
    return items[:position] + [slice(None)] * (ndim - indexed_dims) + items[position + 1 :]


def _check(one: Any) -> None:
    if one is False:
        raise IndexError("When tensor is indexed by a bool object, the value only support 'True'.")
    kinds = (int, slice, Tensor, list, tuple, np.ndarray, np.integer, torch.Tensor)
    if one is not None and not isinstance(one, kinds):
        raise IndexError(
            "Only support integers, slices(`:`), ellipsis(`...`), None, bool, tensor, int, list and "
            f"tuple as index, but got {one!r} with type {type(one)}."
        )


def _split(t: torch.Tensor, index: Any) -> tuple[torch.Tensor, list[torch.Tensor | None]]:
    """The view that the basic entries give, and the picking tensors by its dimensions."""
    items = _expand(_items(index), t.ndim)
    for one in items:
        _check(one)
    picking = any(not isinstance(one, (int, slice, type(None), np.integer)) for one in items)
    picking = picking or sum(one is True for one in items) > 1
    # Beside others that pick, True picks the one place of a dimension of its own, as in numpy; all of them together.
    first_true = next((i for i, one in enumerate(items) if one is True), None)
    picks: list[torch.Tensor | None] = []
    dim = 0
    for i, one in enumerate(items):
        if one is True and picking and i != first_true:
            continue
        if one is None or one is True:
            t = t.unsqueeze(dim)
            picks.append(t.new_zeros(1, dtype=torch.int64) if one is True and picking else None)
            dim += 1
        elif isinstance(one, slice):
            t = _slice(t, dim, one)
            picks.append(None)
            dim += 1
        elif isinstance(one, (int, np.integer)):
            if not -t.shape[dim] <= one < t.shape[dim]:
                raise IndexError(
                    f"index {one} is out of bounds for dimension with size {t.shape[dim]}"
                )
            if not picking:
                t = t.select(dim, int(one))
                continue
            # Beside tensors numpy takes an int for one of them, which decides where its
            # dimension goes.
            picks.append(torch.full((), int(one), dtype=torch.int64, device=t.device))
            dim += 1
        else:
            pick = _index_tensor(one, t)
            _check_mask(pick, t, dim, IndexError if isinstance(one, (list, tuple)) else ValueError)
            picks.append(pick)
            dim += pick.ndim if pick.dtype is torch.bool else 1
    return t, picks


def _check_mask(pick: torch.Tensor, t: torch.Tensor, dim: int, kind: type[Exception]) -> None:
    if pick.dtype is torch.bool and tuple(pick.shape) != tuple(t.shape[dim : dim + pick.ndim]):
        raise kind(
            f"The shape of index {tuple(pick.shape)} does not match the shape of the indexed data "
            f"{tuple(t.shape)} at dim index {dim}."
        )


def _slice(t: torch.Tensor, dim: int, one: slice) -> torch.Tensor:
    start, stop, step = _bound(one.start), _bound(one.stop), _bound(one.step)
    if step is None or step > 0:
        return t[(slice(None),) * dim + (slice(start, stop, step),)]
    positions = list(range(t.shape[dim]))[slice(start, stop, step)]
    return t.index_select(dim, torch.tensor(positions, dtype=torch.int64, device=t.device))


def _take(t: torch.Tensor, index: Any) -> torch.Tensor:
    view, picks = _split(t, index)
    if all(pick is None for pick in picks):
        return view
    picks = _within("tensor getitem", view, picks)
    try:
        return _index(view, picks)
    except RuntimeError as error:
        if not lacking(error):
            raise
        return widened(_index, view, picks)  # type: ignore[no-any-return]
    except IndexError as error:
        by_list = any(isinstance(one, (list, tuple)) for one in _items(index))
        if by_list and "out of bounds" in str(error):
            raise IndexError(f"For 'tensor getitem', {str(error).splitlines()[0]}") from None
        raise _refusal(error) from None


def _within(
    where: str, view: torch.Tensor, picks: list[torch.Tensor | None]
) -> list[torch.Tensor | None]:
    """Positions on a device within the sizes of their dimensions (`deferred_checks`)."""
    checked, dim = list(picks), 0
    for i, pick in enumerate(picks):
        if pick is not None and pick.dtype is torch.bool:
            dim += pick.ndim
            continue
        if pick is not None and dim < view.ndim:
            size = view.shape[dim]
            checked[i] = in_range(where, "index", pick, -size, size)
        dim += 1
    return checked


def _refusal(error: Exception) -> Exception:
    text = str(error).splitlines()[0]
    if "broadcast" in text:
        return ValueError(f"For 'tensor getitem', {text}")
    return (
        RuntimeError(f"For 'tensor getitem', {text}")
        if "out of bounds" in text
        else IndexError(text)
    )


def _value(value: Any, t: torch.Tensor) -> torch.Tensor | int | float | bool:
    if isinstance(value, Tensor):
        return value._t.to(t.dtype)
    if isinstance(value, (int, float, bool)):
        return value
    if isinstance(value, (list, tuple, np.ndarray, np.generic)):
        return Tensor(value)._t.to(t.dtype)
    raise TypeError(
        f"only support numbers, Tensor, tuple, list as value, but got {value!r} with type {type(value)}"
    )


def _write(t: torch.Tensor, index: Any, value: Any) -> None:
    new = _value(value, t)
    picks: list[torch.Tensor | None]
    if _is_simple(index):
        try:
            view, picks = t[index], []
        except IndexError as error:
            raise _beyond(error) from None
        if index is Ellipsis and isinstance(new, torch.Tensor) and new.ndim > t.ndim:
            new = new.reshape(t.shape) if new.numel() == t.numel() else new
    else:
        _check_mask_ranks(t, index)
        if any(_is_backwards(one) for one in _items(index)):
            return _write_backwards(t, index, value)
        view, picks = _split(t, index)
        picks = _within("tensor setitem", view, picks)
        new = _of_one_row(new, t, index)
    try:
        if all(pick is None for pick in picks):
            _fill(view, new)
        elif not isinstance(new, torch.Tensor) and _lone_mask(picks, view):
            view.masked_fill_(picks[0], new)  # type: ignore[arg-type]
        else:
            _put(
                view,
                picks,
                new
                if isinstance(new, torch.Tensor)
                else torch.full((), new, dtype=t.dtype, device=t.device),
            )
    except RuntimeError as error:
        if lacking(error):
            return widened(_write, t, index, value)
        raise ValueError(f"For 'tensor setitem', {str(error).splitlines()[0]}") from error


def _of_one_row(new: Any, t: torch.Tensor, index: Any) -> Any:
    """As in MindSpore a Tensor without axes, alone an index, takes one row with or without an axis of 1 for it."""
    one = isinstance(index, Tensor) and index.ndim == 0 and isinstance(new, torch.Tensor)
    return new[0] if one and new.ndim == t.ndim and new.shape[0] == 1 else new


def _fill(view: torch.Tensor, new: Any) -> None:
    """Write a number or tensor into a view. As in MindSpore one element fits an element, and anything what is empty."""
    if not isinstance(new, torch.Tensor):
        view.fill_(new)
    elif view.numel():
        view.copy_(new.reshape(()) if not view.ndim and new.shape == (1,) else new)


def _is_backwards(one: object) -> bool:
    return isinstance(one, slice) and (_bound(one.step) or 0) < 0


def _write_backwards(t: torch.Tensor, index: slice, value: Any) -> None:
    """Assigns where slices run backwards: by the positions that the index picks of the elements' numbers."""
    places = torch.arange(t.numel(), device=t.device).reshape(t.shape)
    picked, new = _take(places, index), _value(value, t)
    if not isinstance(new, torch.Tensor):
        new = torch.full((), new, dtype=t.dtype, device=t.device)
    try:
        new = new.expand(picked.shape)
    except RuntimeError as error:
        raise ValueError(f"For 'tensor setitem', {str(error).splitlines()[0]}") from error
    flat = t.reshape(-1).index_put((picked.reshape(-1),), new.reshape(-1))
    t.copy_(flat.reshape(t.shape))


def _check_mask_ranks(t: torch.Tensor, index: Any) -> None:
    for one in _items(index):
        if isinstance(one, Tensor) and one._t.dtype is torch.bool and one._t.ndim > t.ndim:
            raise ValueError(
                f"For 'tensor setitem', a mask of shape {one.shape} has more dimensions than the tensor, whose shape "
                f"is {tuple(t.shape)}."
            )


def _lone_mask(picks: list[torch.Tensor | None], view: torch.Tensor) -> bool:
    only = picks[0]
    return (
        len(picks) == 1 and only is not None and only.dtype is torch.bool and only.ndim == view.ndim
    )
