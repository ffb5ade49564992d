"""Nested tuples, lists and dicts of Tensors, and the torch tensors inside them."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap


def to_edge(value: Any) -> Any:
    """Replace Tensors by their torch tensors; Parameters stay, so that writes reach them."""
    if type(value) is Tensor:
        return value._t
    if isinstance(value, Parameter):
        return value
    if isinstance(value, Tensor):
        return value._t
    if type(value) in (list, tuple):
        return type(value)([to_edge(item) for item in value])
    if type(value) is dict:
        return {key: to_edge(item) for key, item in value.items()}
    return value


def from_edge(value: Any) -> Any:
    """Wrap each torch tensor again; the inverse of `to_edge`."""
    if isinstance(value, torch.Tensor):
        return wrap(value)
    if type(value) in (list, tuple):
        return type(value)([from_edge(item) for item in value])
    if type(value) is dict:
        return {key: from_edge(item) for key, item in value.items()}
    return value


def result_to_edge(value: Any) -> Any:
    """Like `to_edge`, for results: a returned Parameter leaves as its values."""
    if isinstance(value, Tensor):
        return value._t
    if isinstance(value, tuple):
        return tuple([result_to_edge(item) for item in value])
    if type(value) is list:
        return [result_to_edge(item) for item in value]
    if type(value) is dict:
        return {key: result_to_edge(item) for key, item in value.items()}
    return value


def leaves(value: Any) -> list[Tensor]:
    """Every Tensor in a nested result, left to right."""
    if isinstance(value, Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in leaves(item)]
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in leaves(item)]
    return []


def detach(value: Any) -> Any:
    """The same structure, each Tensor cut off from the autograd graph."""
    if isinstance(value, Tensor):
        return wrap(value._t.detach())
    if isinstance(value, (list, tuple)):
        return type(value)([detach(item) for item in value])
    if isinstance(value, dict):
        return {key: detach(item) for key, item in value.items()}
    return value
