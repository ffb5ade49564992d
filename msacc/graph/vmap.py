"""vmap: a function of one sample, applied along an axis of its inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.common.tree import from_edge, result_to_edge, to_edge


def vmap(fn: Callable[..., Any], in_axes: Any = 0, out_axes: Any = 0) -> Callable[..., Any]:
    """`fn` over axis `in_axes` of each input (None: not mapped); results along `out_axes`.

    A function that torch.vmap cannot map (one that takes gradients itself, say) runs sample by sample,
    with the same result. Raises TypeError or ValueError where inputs and axes do not fit.
    """
    if not callable(fn):
        raise TypeError(f"For 'vmap', 'fn' should be a function or a Cell, but got {fn!r}.")

    def mapped(*args: Any) -> Any:
        axes = tuple(in_axes) if isinstance(in_axes, (tuple, list)) else (in_axes,) * len(args)
        if len(axes) != len(args):
            raise ValueError(
                f"For 'vmap', 'in_axes' has {len(axes)} entries for {len(args)} inputs."
            )
        if all(axis is None for axis in axes):
            raise ValueError("For 'vmap', 'in_axes' should map at least one input.")
        try:
            return _vectorized(fn, axes, out_axes, args)
        except RuntimeError:
            return _one_by_one(fn, axes, out_axes, args)

    return mapped


def _vectorized(fn: Callable[..., Any], axes: Any, out_axes: Any, args: Any) -> Any:
    def plain(*tensors: Any) -> Any:
        return result_to_edge(fn(*[from_edge(t) for t in tensors]))

    return from_edge(torch.vmap(plain, axes, out_axes)(*[to_edge(a) for a in args]))


def _one_by_one(fn: Callable[..., Any], axes: Any, out_axes: Any, args: Any) -> Any:
    size = next(a.shape[axis] for a, axis in zip(args, axes) if axis is not None)
    rows = [fn(*[_row(a, axis, i) for a, axis in zip(args, axes)]) for i in range(size)]
    return _stack(rows, out_axes)


def _row(value: Any, axis: Any, i: int) -> Any:
    if axis is None:
        return value
    if isinstance(value, Tensor):
        return wrap(value._t.select(axis, i))
    return tuple(_row(v, axis, i) for v in value)


def _stack(rows: list[Any], axis: Any) -> Any:
    if isinstance(rows[0], (tuple, list)):
        each = axis if isinstance(axis, (tuple, list)) else (axis,) * len(rows[0])
        return tuple(_stack(list(column), a) for column, a in zip(zip(*rows), each))
    return wrap(torch.stack([r._t for r in rows], axis))
