"""vmap: a function of one sample, applied along an axis of its inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import from_edge, result_to_edge, to_edge
from msacc.graph.execution_state import within
from msacc.graph.vmap_axes import all_none, check_out_axes, ensemble, size_of_axes


def vmap(fn: Callable[..., Any], in_axes: Any = 0, out_axes: Any = 0) -> Callable[..., Any]:
    """`fn` over axis `in_axes` of each input (None: not mapped); results along `out_axes`.

    `fn` may be a CellList of two Cells or more: each gets its row of the mapped inputs and the others whole, and the
    results are stacked. A function that torch.vmap cannot map (one that takes gradients itself, say) runs sample by
    sample, with the same result. Raises RuntimeError where axes do not fit inputs, results or each other, TypeError
    for what is no function and for another number of inputs than `fn` takes.
    """
    cells = ensemble(fn)
    if cells is None and not callable(fn):
        raise TypeError(f"For 'vmap', 'fn' should be a function or a Cell, but got {fn!r}.")

    def mapped(*args: tuple[Any, ...]) -> Any:
        axes = tuple(in_axes) if isinstance(in_axes, (tuple, list)) else (in_axes,) * len(args)
        size = size_of_axes(fn, axes, args, None if cells is None else len(cells))
        if cells is not None:
            rows = _each_cell(cells, axes, args)
            check_out_axes(out_axes, rows[0], everywhere=True)
            return _stack(rows, out_axes)
        if all_none(out_axes):
            raise RuntimeError(
                f"The 'out_axes' of 'vmap' cannot be all None while 'fn' is not a 'CellList', but got {out_axes}."
            )
        with within(vmap=True):
            try:
                return _vectorized(fn, axes, out_axes, args)
            except (RuntimeError, ValueError, IndexError):
                return _one_by_one(fn, axes, out_axes, args, size)

    return mapped


def _each_cell(cells: list[Any], axes: tuple[Any, ...], args: tuple[Any, ...]) -> list[Any]:
    """What each Cell gives for its row of the inputs."""
    return [
        cell(*[_row(a, axis, i) for a, axis in zip(args, axes, strict=True)])
        for i, cell in enumerate(cells)
    ]


def _vectorized(fn: Callable[..., Any], axes: Any, out_axes: Any, args: tuple[Any, ...]) -> Any:
    def plain(*tensors: Any) -> Any:
        return result_to_edge(_outputs(fn(*[from_edge(t) for t in tensors])))

    return from_edge(torch.vmap(plain, axes, out_axes)(*[to_edge(a) for a in args]))


def _outputs(value: Any) -> Any:
    """A result as `vmap` gives it: lists become tuples. RuntimeError for a dict and for None."""
    if isinstance(value, (tuple, list)):
        return tuple(_outputs(item) for item in value)
    if value is None or isinstance(value, dict):
        raise RuntimeError(
            f"The outputs of vmap's 'fn' should be Tensors, numbers and tuples of them, but got {value!r}."
        )
    return value


def _one_by_one(
    fn: Callable[..., Any], axes: Any, out_axes: Any, args: tuple[Any, ...], size: int
) -> Any:
    rows = [
        fn(*[_row(a, axis, i) for a, axis in zip(args, axes, strict=True)]) for i in range(size)
    ]
    check_out_axes(out_axes, rows[0])
    return _stack([_outputs(row) for row in rows], out_axes)


def _row(value: Any, axis: Any, i: int) -> Any:
    if axis is None:
        return value
    if isinstance(value, Tensor):
        return wrap(value._t.select(axis, i))
    each = axis if isinstance(axis, (tuple, list)) else (axis,) * len(value)
    return tuple(_row(v, a, i) for a, v in zip(each, value, strict=False))


def _stack(rows: list[Any], axis: Any) -> Any:
    if isinstance(rows[0], (tuple, list)):
        each = axis if isinstance(axis, (tuple, list)) else (axis,) * len(rows[0])
        return tuple(
            _stack(list(column), a)
            for column, a in zip(zip(*rows, strict=False), each, strict=False)
        )
    if not isinstance(rows[0], Tensor):
        rows = [Tensor(row) for row in rows]
    return wrap(torch.stack([r._t for r in rows], axis or 0))
