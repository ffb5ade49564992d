"""Checks of the arguments of `Dataset` operators (map, batch, split)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.dataset import shared_arguments
from msacc.dataset.callback import DSCallback
from msacc.dataset.pipeline.operation import Operation

if TYPE_CHECKING:
    from collections.abc import Callable


def map_steps(operations: Callable[..., Any] | Sequence[Any]) -> list[Any]:
    """Returns the steps of a map: transforms and callables."""
    steps = list(operations) if isinstance(operations, (list, tuple)) else [operations]
    if not steps or steps == [None]:
        raise RuntimeError("Map: No 'operations' are specified; give a transform or a callable.")
    for step in steps:
        if isinstance(step, type):
            raise ValueError(
                "Parameter operations's element of method map should be a dataset processing operation "
                f"instance, but got: {step}. It may be missing parentheses for instantiation."
            )
        if not isinstance(step, Operation) and not callable(step):
            raise ValueError(
                "Parameter operations's element of method map should be a transform or a callable, "
                f"but got: {step!r}."
            )
    return steps


def names_or_none(value: object, name: str) -> list[str] | None:
    """Returns column names, or None for None and []."""
    return None if value is None or value == [] else shared_arguments.names(value, name)


def batch_size(value: int | Callable[..., int]) -> Any:
    """Checks and returns a positive int or a callable."""
    if callable(value):
        return value
    if not check.is_int(value) and not isinstance(value, bool):
        raise TypeError(f"batch_size should either be an int or a callable, but got {value!r}.")
    if value != -1:  # -1 means a batch sampler's size; the pipeline raises without one
        check.within(None, "batch_size", value, 1, check.INT32_MAX)
    return int(value)


def pad_info(value: Any) -> Any:
    """Checks and returns None or {column: None or (shape or None, fill value)}."""
    if value is None:
        return None
    check.instance(None, "pad_info", value, dict)
    for name, entry in value.items():
        check.instance(None, "pad_info key", name, str)
        if entry is None:
            continue
        if not isinstance(entry, tuple) or len(entry) != 2:
            raise ValueError(
                f"pad_info[{name!r}] should be a tuple of (shape, fill value), but got {entry!r}."
            )
        if entry[0] is not None:
            check.instance(None, f"pad_info[{name!r}][0]", entry[0], (list, tuple))
            for size in entry[0]:
                if size is not None:
                    check.integer(None, f"pad_info[{name!r}][0]", size, 1, check.INT32_MAX)
    return value


def callbacks(value: Any) -> list[DSCallback]:
    """Returns the callbacks of a map as a list."""
    if value is None:
        return []
    if isinstance(value, list):
        for i, callback in enumerate(value):
            check.instance(None, f"callbacks[{i}]", callback, DSCallback)
        return list(value)
    check.instance(None, "callbacks", value, DSCallback)
    return [value]


def split_sizes(sizes: Sequence[Any], rows: int) -> list[int]:
    """Returns numbers of rows from numbers or fractions, rounded as in MindSpore."""
    check.instance(None, "sizes", sizes, list)
    if not sizes:
        raise ValueError("sizes cannot be empty.")
    if all(check.is_int(size) for size in sizes):
        if any(size <= 0 for size in sizes):
            raise ValueError(f"sizes is a list of int, but there should be no size <= 0: {sizes}.")
        if sum(sizes) != rows:
            raise RuntimeError(
                f"Sum of split sizes {sum(sizes)} is not equal to dataset size {rows}."
            )
        return [int(size) for size in sizes]
    if not all(isinstance(size, float) for size in sizes):
        raise ValueError(f"sizes should be list of int or list of float, but got {sizes}.")
    if any(not 0 < size <= 1 for size in sizes):
        raise ValueError(f"sizes is a list of float, but a size is not in (0, 1]: {sizes}.")
    if not math.isclose(sum(sizes), 1.0, rel_tol=1e-9):
        raise ValueError(
            f"sizes is a list of float, but the percentages do not sum up to 1: {sizes}."
        )
    return _rounded_sizes(sizes, rows)


def _rounded_sizes(fractions: Sequence[float], rows: int) -> list[int]:
    """Rounds fractions of `rows`; a surplus or deficit is distributed over the parts, from the first."""
    sizes = [round(rows * fraction) for fraction in fractions]
    if any(size == 0 for size in sizes):
        raise RuntimeError(
            f"One of the split sizes {sizes} for {rows} rows is 0; give larger fractions."
        )
    excess = sum(sizes) - rows
    while excess:
        step = 1 if excess > 0 else -1
        for i, size in enumerate(sizes):
            if excess and size - step > 0:
                sizes[i] -= step
                excess -= step
    return sizes
