"""Private names of `mindspore.numpy`."""

from __future__ import annotations

from typing import Any, NoReturn

from msacc.common.tensor import Tensor
from msacc.numpy import asarray


def _to_tensor(*args: object) -> Any:
    """Numbers, lists and tuples as Tensors, one alone or a tuple of several; TypeError for anything else.

    Whole numbers become int32, others float32; Tensors stay as they are.
    """
    tensors = tuple(_one_tensor(value) for value in args)
    return tensors[0] if len(tensors) == 1 else tensors


def _one_tensor(value: Any) -> Tensor:
    if isinstance(value, Tensor):
        return value
    if not isinstance(value, (bool, int, float, list, tuple)):
        raise TypeError(f"Expect input to be array like, but got {value!r}.")
    return asarray(value)


def _raise_value_error(info: Any, param: Any = None) -> NoReturn:
    """Raise ValueError with a text and what may follow it."""
    raise ValueError(f"{info}" if param is None else f"{info}{param}")
