"""Checks of vmap's axes against inputs, results and each other, with MindSpore's errors."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from msacc.common.tensor import Tensor
from msacc.graph.dynamic_inputs import argument_names

if TYPE_CHECKING:
    from collections.abc import Callable


def ensemble(fn: Any) -> list[Any] | None:
    """The Cells of a CellList: models that run side by side."""
    if not (hasattr(fn, "cells_and_names") and hasattr(fn, "insert")):
        return None
    cells = list(fn)
    if len(cells) < 2:
        raise RuntimeError(
            "In the model ensembling parallel training scenario ('VmapOperation' arg0 is a 'CellList'), the size of "
            f"'CellList' must be greater than 1, but got {len(cells)}."
        )
    if len({len(argument_names(cell)) for cell in cells}) > 1:
        raise RuntimeError(
            "'VmapOperation' arg0 is a CellList, whose elements's inputs should be consistent."
        )
    return cells


def size_of_axes(
    fn: Callable[..., Any], axes: tuple[Any, ...], args: tuple[Any, ...], count: int | None
) -> int:
    """How many samples there are, once axes and inputs fit each other."""
    if count is None and axes and all(axis is None for axis in axes):
        raise RuntimeError(
            "The 'in_axes' of 'vmap' cannot be a single None while 'fn' is not a 'CellList'."
        )
    if hasattr(fn, "construct") and count is None:
        names = argument_names(fn)
        if len(args) < sum(_needed(fn, name) for name in names):
            raise TypeError(
                f"The parameters number of the function is {len(names)}, but the number of provided arguments is "
                f"{len(args)}."
            )
    if len(axes) != len(args):
        raise RuntimeError(
            f"The size of vmap's 'in_axes' should be equal to the number of inputs, {len(args)}, but got {len(axes)}."
        )
    sizes = [size for axis, arg in zip(axes, args, strict=True) for size in _sizes(axis, arg)]
    if count is not None and sizes and sizes[0] != count:
        raise ValueError(
            "If you want to execute the model ensembling parallel training, please make sure the 'axis_size' in the "
            "scope of vmap consistent with the cell size of the input 'CellList', otherwise, please do not enter "
            f"'CellList' as the first argument, but we get axis_size: {sizes[0]} and the cell size: {count}."
        )
    if count is not None:
        sizes.append(count)
    if not sizes:
        raise RuntimeError("Failed to get 'axis_size' within the scope of vmap.")
    for size in sizes:
        if size != sizes[0]:
            raise RuntimeError(
                "The 'axis_size' of each argument in the scope of 'vmap' should be equal, but got "
                f"{sizes[0]} and {size}."
            )
    return sizes[0]


def _needed(fn: Any, name: str) -> bool:
    return inspect.signature(fn.construct).parameters[name].default is inspect.Parameter.empty


def _sizes(axis: Any, value: Any) -> list[int]:
    """The sizes along the mapped axes of an input, which may be a tuple of Tensors."""
    if axis is None:
        return []
    if isinstance(value, (tuple, list)):
        each = axis if isinstance(axis, (tuple, list)) else (axis,) * len(value)
        return [size for a, v in zip(each, value, strict=False) for size in _sizes(a, v)]
    if type(axis) is not int:
        raise RuntimeError(
            "The axis in vmap's 'in_axes' should be a None or a scalar of type Int64Imm, but got a "
            f"{axis:g}."
            if isinstance(axis, float)
            else f"The axis in vmap's 'in_axes' should be an int, got {axis!r}."
        )
    rank = value.ndim if isinstance(value, Tensor) else 0
    _check_bounds("in_axes", axis, rank)
    return [value.shape[axis]] if rank else []


def _check_bounds(what: str, axis: int, rank: int) -> None:
    if not -rank <= axis < rank:
        raise RuntimeError(
            f"The axis: {axis} in '{what}' is out of bounds for array of dimension [-{rank},{rank})."
        )


def all_none(axes: Any) -> bool:
    if isinstance(axes, (tuple, list)):
        return all(map(all_none, axes))
    return axes is None


def check_out_axes(axes: Any, value: Any, everywhere: bool = False) -> None:
    """RuntimeError where results and 'out_axes' differ; `value`: the results of one sample."""
    if isinstance(value, (tuple, list)):
        if isinstance(axes, (tuple, list)) and len(axes) != len(value):
            raise RuntimeError(
                "The size of vmap's 'out_axes' should be equal to the number of results of 'fn': "
                f"{len(value)}, but got size: {len(axes)}."
            )
        each = axes if isinstance(axes, (tuple, list)) else (axes,) * len(value)
        for axis, item in zip(each, value, strict=True):
            check_out_axes(axis, item, everywhere)
    elif isinstance(axes, int):
        _check_bounds("out_axes", axes, (value.ndim if isinstance(value, Tensor) else 0) + 1)
    elif axes is None and isinstance(value, Tensor) and not everywhere:
        raise RuntimeError("It is invalid that source is not None and dst is None.")
