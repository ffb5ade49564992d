"""Column replacement by an operator, and conversion of user values to arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image

from msacc.common import Tensor
from msacc.common.warn_once import once
from msacc.dataset.config import get_debug_mode
from msacc.dataset.errors import pipeline_error


def replaced_columns(
    what: str, existing: list[str], inputs: list[str], outputs: list[str]
) -> tuple[list[int], list[str], list[int]]:
    """Returns the indices of the input columns, the output names, and the source index of each output.

    The last list indexes `old columns + new columns`. As many outputs as inputs stand in the inputs' places, and
    another column of an output's name goes; else they come first, and the other columns follow: such an output is
    dropped, as in MindSpore, which is said once. The debug mode refuses both.
    """
    missing = [name for name in inputs if name not in existing]
    if missing:
        raise pipeline_error(
            f"{what}: '{missing[0]}' of 'input_columns' doesn't exist; there are {existing}."
        )
    indices = [existing.index(name) for name in inputs]
    taken = [name for name in outputs if name in existing and name not in inputs]
    if taken and get_debug_mode():
        raise pipeline_error(
            f"{what}: [ERROR] Invalid column id encountered. There is a column {taken[0]!r} beside those of "
            "'input_columns'; give another name in 'output_columns'."
        )
    if len(inputs) == len(outputs):
        places = dict(zip(indices, outputs, strict=True))
        kept = [i for i, name in enumerate(existing) if i in places or name not in outputs]
        new = {index: len(existing) + i for i, index in enumerate(indices)}
        return indices, [places.get(i, existing[i]) for i in kept], [new.get(i, i) for i in kept]
    if taken:
        once(
            f"dataset.{what}.output_columns:{taken}",
            f"dataset.{what}: what is computed for {taken} of 'output_columns' is dropped, as in MindSpore: other "
            "columns have these names. Give other names.",
        )
    others = [i for i, name in enumerate(existing) if name not in inputs]
    kept_outputs = [i for i, name in enumerate(outputs) if name not in taken]
    names = [outputs[i] for i in kept_outputs] + [existing[i] for i in others]
    return indices, names, [len(existing) + i for i in kept_outputs] + others


def to_array(value: object) -> Any:
    """Converts the result of a user's function or source to an array; dictionaries pass unchanged."""
    if isinstance(value, (np.ndarray, dict)):
        return value
    if isinstance(value, Tensor):
        return value.asnumpy()
    if value is None:
        raise TypeError("got None where data is expected; return an array, a number or a string")
    if isinstance(value, Image.Image):
        return np.array(value)
    array = np.asarray(value)
    if array.dtype == object:
        raise TypeError(
            f"Invalid user input. Got {type(value)}: {value!r:.80}, cannot be converted into tensor."
        )
    return array


def dictionary_output(value: Any) -> Any:
    """Returns a dictionary's content for the user: numbers and strings as arrays, other objects themselves."""
    if isinstance(value, dict):
        return {key: dictionary_output(item) for key, item in value.items()}
    if type(value) in (list, tuple):
        return type(value)(dictionary_output(item) for item in value)
    if isinstance(value, np.ndarray) and value.dtype == object:
        raise TypeError("A dictionary's array has dtype object: give numbers, strings or a list.")
    return np.array(value) if isinstance(value, (int, float, str, np.generic)) else value
