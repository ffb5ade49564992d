"""Inputs of a network that are given by their shapes alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor, is_described, wrap
from msacc.common.tensor_tree import like
from msacc.step.meta_run import fake_like

_WHAT = "a Tensor, an array, a shape or a pair of a shape and a dtype"


class Described:
    """The shape and dtype of an input that has no values."""

    def __init__(self, shape: tuple[int, ...], dtype: torch.dtype) -> None:
        self.shape, self.dtype = shape, dtype

    def make(self, device: torch.device) -> Tensor:
        """Zeros; without values, inside fake mode."""
        return wrap(torch.zeros(self.shape, dtype=self.dtype, device=device))


def described(where: str, value: Any) -> Any:
    """An input with its shapes read: Tensors, `Described` and plain values, in the same containers.

    TypeError for what tells no shape, ValueError for dimensions that are unknown.
    """
    if isinstance(value, Tensor):
        if is_described(value):
            raise ValueError(
                f"For '{where}', an input of {value!r} has unknown dimensions; give all of them."
            )
        return value
    if isinstance(value, (np.ndarray, np.generic)):
        return Tensor(value)
    if _is_shape(value):
        return Described(_checked(where, value), torch.float32)
    if isinstance(value, (tuple, list)) and len(value) == 2 and _is_dtype(value[1]):
        if value[0] != () and not _is_shape(value[0]):
            raise TypeError(
                f"For '{where}', a pair (shape, dtype) has a tuple of int first, but got {value[0]!r}."
            )
        return Described(_checked(where, value[0]), mstype.to_torch(value[1]))
    if isinstance(value, (tuple, list)):
        return like(value, [described(where, item) for item in value])
    if isinstance(value, dict):
        return {key: described(where, item) for key, item in value.items()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"For '{where}', an input should be {_WHAT}, but got {value!r}.")


def made(value: Any, device: torch.device, fake: bool) -> Any:
    """What the network is called with: zeros for what is only described, no values at all if `fake`."""
    if isinstance(value, Described):
        return value.make(device)
    if isinstance(value, (tuple, list)):
        return like(value, [made(item, device, fake) for item in value])
    if isinstance(value, dict):
        return {key: made(item, device, fake) for key, item in value.items()}
    return fake_like(value) if fake else value


def _is_shape(value: Any) -> bool:
    numbers = isinstance(value, (tuple, list)) and bool(value)
    return numbers and all(
        isinstance(n, (int, np.integer)) and not isinstance(n, bool) for n in value
    )


def _is_dtype(value: Any) -> bool:
    return isinstance(value, mstype.Type)


def _checked(where: str, shape: Any) -> tuple[int, ...]:
    if any(n < 0 for n in shape):
        raise ValueError(
            f"For '{where}', the shape {shape!r} has unknown dimensions; give all of them."
        )
    return tuple(int(n) for n in shape)
