"""Slice files: what each process of a sharded run saved with integrated_save=False, and merging them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.train.serialization.load import load_checkpoint

# The entry of a slice file that says where each slice belongs.
INDEX = "msacc_slices"


def merge_slices(files: Iterable[str]) -> dict[str, Parameter]:
    """Whole parameters from the slice files of all processes; ValueError if a part is missing."""
    whole: dict[str, np.ndarray] = {}
    covered: dict[str, int] = {}
    shapes: dict[str, tuple[int, ...]] = {}
    merged: dict[str, Parameter] = {}
    for file in files:
        entries: dict[str, Any] = load_checkpoint(file)
        index = json.loads(str(entries.pop(INDEX, "{}")))
        for name, value in entries.items():
            if name not in index:
                merged[name] = value
                continue
            low, high, shape = index[name]
            shapes[name] = tuple(shape)
            flat = whole.setdefault(name, np.empty(int(np.prod(shape)), value.asnumpy().dtype))
            flat[low:high] = value.asnumpy()
            covered[name] = covered.get(name, 0) + high - low
    for name, flat in whole.items():
        if covered[name] < flat.size:
            raise ValueError(
                f"'{name}' has {flat.size} values, but the files hold {covered[name]}: give the slice "
                "files of all processes."
            )
        merged[name] = Parameter(Tensor(flat.reshape(shapes[name])), name=name)
    return merged
