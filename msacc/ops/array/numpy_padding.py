"""numpy.pad: widths are pairs from the first dimension on (ops: from the last), with NumPy's own modes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from collections.abc import Sequence

Pair = tuple[Any, Any]
_COPIES = ("reflect", "symmetric", "edge", "wrap")
_FOLDS: dict[str, Callable[..., torch.Tensor]] = {
    "maximum": torch.amax,
    "minimum": torch.amin,
}


def pad(
    arr: torch.Tensor,
    pad_width: int | Sequence[Any] | torch.Tensor,
    mode: str = "constant",
    stat_length: Any = None,
    constant_values: int | Sequence[Any] | torch.Tensor = 0,
    end_values: int | Sequence[Any] | torch.Tensor = 0,
    reflect_type: str = "even",
    **kwargs: object,
) -> torch.Tensor:
    """`arr` with values put around it: `pad_width` of them before and after each dimension.

    `pad_width`, `stat_length`, `constant_values` and `end_values` are each one number, one (before, after) for all
    dimensions, or one such pair per dimension. `mode` says what is put there: 'constant' (`constant_values`),
    'empty' (zeros), 'edge', 'wrap', 'reflect' and 'symmetric' (mirrored, turned over at the edge too for
    `reflect_type` 'odd'), 'linear_ramp' (to `end_values`), 'mean', 'maximum', 'minimum' (of the `stat_length` elements
    nearest to the edge, of all for None), or a function of (vector, its pair of widths, its dimension, `kwargs`) that
    returns the padded vector. Raises ValueError for another mode, a negative width or numbers that do not fit,
    TypeError for widths that are no ints, NotImplementedError for 'median', as in MindSpore.
    """
    widths = _pairs("pad_width", pad_width, arr.ndim)
    _check_widths(widths, mode)
    mode_arguments = {
        "constant": (constant_values, "constant_values"),
        "empty": (0, "constant_values"),
        "linear_ramp": (end_values, "end_values"),
    }.get(mode if isinstance(mode, str) else "", (stat_length, "stat_length"))
    extra = _pairs(mode_arguments[1], None if mode in _COPIES else mode_arguments[0], arr.ndim)
    for axis, (width, more) in enumerate(zip(widths, extra, strict=True)):
        if callable(mode):
            arr = _by_function(arr, axis, width, mode, kwargs)
        elif width != (0, 0):
            arr = _pad_last(arr.movedim(axis, -1), width, mode, more, reflect_type).movedim(
                -1, axis
            )
    return arr


def _check_widths(widths: list[Pair], mode: str) -> None:
    for width in widths:
        if not all(isinstance(w, int) for w in width):
            raise TypeError(f"For 'pad', 'pad_width' should hold ints, but got {width!r}.")
        if min(width) < 0:
            raise ValueError(f"For 'pad', 'pad_width' must not be negative, but got {width!r}.")
    if mode == "median":
        raise NotImplementedError("msacc.numpy.pad has no mode='median', like MindSpore's.")
    modes = ("constant", "empty", "linear_ramp", "mean", *_COPIES, *_FOLDS)
    if not callable(mode) and mode not in modes:
        raise ValueError(f"For 'pad', 'mode' must be one of {modes}, but got {mode!r}.")


def _pairs(name: str, value: Any, ndim: int) -> list[Pair]:
    """One (before, after) per dimension."""
    if value is None or isinstance(value, (int, float)):
        return [(value, value)] * ndim
    rows = [tuple(v) if isinstance(v, (tuple, list)) else v for v in value]
    if all(isinstance(row, (int, float)) for row in rows) and len(rows) in (1, 2):
        return [(rows[0], rows[-1])] * ndim
    if all(isinstance(row, tuple) and len(row) in (1, 2) for row in rows) and len(rows) in (
        1,
        ndim,
    ):
        return [(row[0], row[-1]) for row in rows * (ndim if len(rows) == 1 else 1)]
    raise ValueError(
        f"For 'pad', '{name}' must be able to broadcast to ({ndim}, 2), got {value!r}."
    )


def _by_function(
    t: torch.Tensor, axis: int, width: Pair, fill: Callable[..., Any], kwargs: dict[str, Any]
) -> torch.Tensor:
    rows = torch.nn.functional.pad(t.movedim(axis, -1), width)
    filled_rows = [fill(row, width, axis, kwargs) for row in rows.reshape(-1, rows.shape[-1])]
    return torch.stack(filled_rows).reshape(rows.shape).movedim(-1, axis)


def _pad_last(t: torch.Tensor, width: Pair, mode: str, more: Pair, kind: str) -> torch.Tensor:
    """`t` with its last dimension padded."""
    if mode in _COPIES:
        return _pad_by_index(t, width, mode, kind == "odd")
    if mode in ("constant", "empty"):
        sides = [t.new_full((*t.shape[:-1], w), v) for w, v in zip(width, more, strict=True)]
    elif mode == "linear_ramp":
        sides = [_ramp(t[..., i], v, w, i) for w, v, i in zip(width, more, (0, -1), strict=False)]
    else:
        sides = [
            _edge_statistic(t, mode, n, w, i) for w, n, i in zip(width, more, (0, -1), strict=False)
        ]
    return torch.cat([sides[0], t, sides[1]], -1)


def _ramp(edge: torch.Tensor, end: float, width: int, side: int) -> torch.Tensor:
    """From `edge`, not included, to `end`; falling towards the front for side 0."""
    exact = edge if edge.dtype.is_floating_point else edge.float()
    share = torch.arange(1, width + 1, device=edge.device, dtype=exact.dtype) / max(width, 1)
    line = exact[..., None] + (end - exact[..., None]) * share
    return (line.flip(-1) if side == 0 else line).to(edge.dtype)


def _edge_statistic(
    t: torch.Tensor, mode: str, length: int | None, width: int, side: int
) -> torch.Tensor:
    """The statistic of the elements nearest to one edge, `width` times."""
    count = t.shape[-1] if length is None else min(length, t.shape[-1])
    if count < 1:
        raise ValueError(f"For 'pad', 'stat_length' must be above 0, but got {length}.")
    part = t[..., :count] if side == 0 else t[..., t.shape[-1] - count :]
    if mode == "mean":
        value = part.mean(
            -1, keepdim=True, dtype=None if t.dtype.is_floating_point else torch.float32
        )
    else:
        value = _FOLDS[mode](part, -1, True)
    return value.to(t.dtype).expand(*t.shape[:-1], width)


def _pad_by_index(t: torch.Tensor, width: Pair, mode: str, odd: bool) -> torch.Tensor:
    """Padding modes that gather elements of the tensor by index."""
    size = t.shape[-1]
    positions = torch.arange(-width[0], size + width[1], device=t.device)
    if mode == "edge":
        return torch.index_select(t, -1, positions.clamp(0, size - 1))
    if mode == "wrap":
        return torch.index_select(t, -1, torch.remainder(positions, size))
    if odd and size > 1:
        return _odd_mirror(t, positions, mode)
    return torch.index_select(t, -1, _mirror_indices(positions, size, mode))


def _mirror_indices(positions: torch.Tensor, size: int, mode: str) -> torch.Tensor:
    if mode == "symmetric":
        positions = torch.remainder(positions, 2 * size)
        return torch.where(positions < size, positions, 2 * size - 1 - positions)
    period = max(2 * (size - 1), 1)
    positions = torch.remainder(positions, period)
    return torch.where(positions < size, positions, period - positions)


def _odd_mirror(t: torch.Tensor, positions: torch.Tensor, mode: str) -> torch.Tensor:
    """The odd mirror: each piece is twice its edge less the piece before, so that values go on in their direction."""
    size = t.shape[-1]
    step = size if mode == "symmetric" else size - 1
    period = torch.div(positions, step, rounding_mode="floor")
    mirrored = torch.index_select(t, -1, _mirror_indices(positions, size, mode))
    first, last = t[..., :1], t[..., -1:]
    # An even piece is the array shifted by whole rises; an odd one is turned over at its edge.
    rise = (last - first) * period.to(t.dtype)
    return torch.where(period % 2 == 0, mirrored + rise, first + last - mirrored + rise)
