"""Slice files: what each process of a sharded run saved with integrated_save=False, and merging them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from msacc.common import safe_parsing
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.train.serialization.load import load_checkpoint

# The entry of a slice file that says where each slice belongs.
INDEX = "msacc_slices"


def merge_slices(files: Iterable[str]) -> dict[str, Parameter]:
    """Whole parameters from the slice files of all processes; ValueError if a part is missing."""
    parts: dict[str, list[Any]] = {}
    shapes: dict[str, tuple[int, ...]] = {}
    merged: dict[str, Parameter] = {}
    for file in files:
        entries: dict[str, Any] = load_checkpoint(file)
        index = safe_parsing.json_object(str(entries.pop(INDEX, "{}")))
        for name, value in entries.items():
            if name not in index:
                merged[name] = value
                continue
            low, high, shape = _checked_entry(file, name, index[name], value.size)
            if shapes.setdefault(name, shape) != shape:
                raise ValueError(
                    f"'{name}' is {shapes[name]} in one file and {shape} in another, {file}."
                )
            parts.setdefault(name, []).append((low, high, value.asnumpy()))
    for name, slices in parts.items():
        merged[name] = Parameter(Tensor(_concatenate(name, slices, shapes[name])), name=name)
    return merged


def _checked_entry(file: str, name: str, entry: Any, size: int) -> tuple[int, int, tuple[int, ...]]:
    """First value, end and whole shape of a slice; ValueError where they do not fit its `size` values."""
    try:
        low, high, shape = entry
        full_shape = tuple(int(n) for n in shape)
        if (
            high - low == size
            and 0 <= low <= high <= math.prod(full_shape)
            and min(full_shape, default=0) >= 0
        ):
            return int(low), int(high), full_shape
    except (TypeError, ValueError):
        pass
    raise ValueError(f"The slice file {file} says of '{name}' what cannot be: {entry!r:.200}.")


def _concatenate(name: str, parts: list[Any], shape: tuple[int, ...]) -> np.ndarray:
    size, count = math.prod(shape), sum(high - low for low, high, _ in parts)
    if count < size:
        raise ValueError(
            f"'{name}' has {size} values, but the files hold {count}: give the slice files of all "
            "processes."
        )
    flat = np.empty(size, parts[0][2].dtype)
    for low, high, values in parts:
        flat[low:high] = values
    return flat.reshape(shape)
