"""Whether values are what they were."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from types import MethodType
from typing import Any

import numpy as np
import torch

MISSING = object()
# Values that are compared by what they are, all others by which object they are.
PLAIN = (int, float, bool, str, bytes, complex, type(None), np.generic)


def same(one: Any, other: Any) -> bool:
    """Whether two values are one object, or equal plain ones."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, float):
        return repr(one) == repr(other)  # tells zeros apart, and NaN is itself
    if isinstance(one, PLAIN):
        return bool(one == other)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, MethodType):
        return one.__self__ is other.__self__ and one.__func__ is other.__func__
    return False


def all_are(ones: Iterable[Any], others: Iterable[Any]) -> bool:
    """Whether the values are the same objects."""
    return all(map(operator.is_, ones, others))


def differ(one: Any, other: Any) -> bool:
    """Whether two states, which may be nested dicts with arrays in them, are two."""
    if isinstance(one, dict):
        return any(differ(one[key], other[key]) for key in one)
    if type(one) is type(other) and isinstance(one, (np.ndarray, torch.Tensor)):
        return bool((one != other).any())
    return not same(one, other)
