"""Which columns an operator replaces, and how user values become arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image

from msacc.common import Tensor
from msacc.dataset.errors import pipeline_error


def replaced_columns(
    what: str, known: list[str], inputs: list[str], outputs: list[str]
) -> tuple[list[int], list[str], list[int]]:
    """Places of the input columns, the names that come out, and where each comes from.

    The last list indexes `old columns + new columns`. New columns keep the places of the old when
    the names stay the same; else they come first, and the other columns follow.
    """
    missing = [name for name in inputs if name not in known]
    if missing:
        raise pipeline_error(
            f"{what}: '{missing[0]}' of 'input_columns' doesn't exist; there are {known}."
        )
    places = [known.index(name) for name in inputs]
    if sorted(inputs) == sorted(outputs):
        new = {name: len(known) + i for i, name in enumerate(outputs)}
        return places, list(known), [new.get(name, i) for i, name in enumerate(known)]
    others = [i for i, name in enumerate(known) if name not in inputs and name not in outputs]
    names = list(outputs) + [known[i] for i in others]
    return places, names, [len(known) + i for i in range(len(outputs))] + others


def to_array(value: Any) -> Any:
    """What a user's function or source returned, as an array (dictionaries stay as they are)."""
    if isinstance(value, np.ndarray):
        return value
    if isinstance(value, Tensor):
        return value.asnumpy()
    if isinstance(value, dict):
        return {key: _inside(item) for key, item in value.items()}
    if value is None:
        raise TypeError("got None where data is expected; return an array, a number or a string")
    if isinstance(value, Image.Image):
        return np.array(value)
    array = np.asarray(value)
    if array.dtype == object:
        raise TypeError(f"cannot make an array of {type(value).__name__} {value!r:.80}")
    return array


def _inside(value: Any) -> Any:
    """What a dictionary holds: lists and tuples stay such, of arrays."""
    if isinstance(value, (list, tuple)):
        items = [_inside(item) for item in value]
        return items if isinstance(value, list) else tuple(items)
    return to_array(value)
