"""A batch of dicts: one dict, with an array of all rows' values under each key."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.dataset.errors import pipeline_error


def stack_dicts(rows: list[dict[Any, Any]], name: str) -> dict[Any, np.ndarray]:
    """The dict for `rows`, the dicts of column `name`, which have the same keys; RuntimeError where one has not."""
    first = rows[0]
    for row in rows:
        if row.keys() != first.keys():
            differing = sorted(map(repr, row.keys() ^ first.keys()))
            raise pipeline_error(
                f"batch: the dicts of column {name!r} have different keys: {', '.join(differing)} is not in all."
            )
    return {key: _stack([row[key] for row in rows], name, key) for key in first}


def _stack(values: list[Any], name: str, key: str) -> np.ndarray:
    try:
        array = np.array(values)
    except ValueError as error:
        raise pipeline_error(
            f"batch: the values under {key!r} in column {name!r} make no array: {error}"
        ) from error
    if array.dtype == object:
        raise pipeline_error(
            f"batch: the values under {key!r} in column {name!r} make no array of numbers or strings: "
            f"{type(values[0]).__name__}; batch with a per_batch_map of your own."
        )
    return array
