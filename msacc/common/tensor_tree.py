"""Nested tuples, lists and dicts of Tensors, and the torch tensors inside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import GeneratorType
from typing import Any

import numpy as np
import torch

from msacc.common.mutable_ import MARKED_CONTAINERS, MarkedEdge, is_mutable, unmarked
from msacc.common.parameter import Parameter
from msacc.common.sparse import Parts, Sparse, joined
from msacc.common.tensor import Tensor, wrap

# Python's own values, which cross the edge as they are.
_PLAIN = frozenset((int, float, bool, str, type(None)))

# What a graph returns in the place of Python's iterators and views.
_LEAVE_AS_TUPLE: tuple[Any, ...] = (range, zip, enumerate, type({}.keys()), type({}.values()))
_LEAVE_AS_LIST: tuple[Any, ...] = (filter, GeneratorType, type({}.items()))
_ITERATED = (*_LEAVE_AS_TUPLE, *_LEAVE_AS_LIST, map)


class ArrayArgument(TypeError):
    """Raised for a numpy array, which is no Tensor, among the arguments of a graph."""


def like(value: Any, items: Iterable[Any]) -> Any:
    """A list, a tuple or a namedtuple of `items`, after `value`; other subclasses do not last."""
    if _named(value):
        return type(value)._make(items)
    return tuple(items) if isinstance(value, tuple) else list(items)


def _named(value: Any) -> bool:
    return isinstance(value, tuple) and hasattr(value, "_fields")


def to_edge(value: Any) -> Any:
    """Replace Tensors by their torch tensors; Parameters stay, so that writes reach them.

    NumPy's numbers become Python's. Raises ArrayArgument for a numpy array or a torch tensor.
    """
    kind = type(value)
    if kind is Tensor:
        return value._t
    if kind in _PLAIN or isinstance(value, Parameter):
        return value
    if isinstance(value, Tensor):
        return value._t
    if kind is list or kind is tuple or _named(value):
        return like(value, [to_edge(item) for item in value])
    if kind is dict:
        return {key: to_edge(item) for key, item in value.items()}
    if isinstance(value, np.generic):
        return value.item()
    if is_mutable(value):
        inside = to_edge(unmarked(value))
        # The mark decides about gradients alone, so that shapes and other numbers stay plain.
        with_gradient = kind in MARKED_CONTAINERS and leaves(value)
        return MarkedEdge(kind.__name__, inside) if with_gradient else inside
    if isinstance(value, Sparse):
        return to_edge(value._parts())
    if isinstance(value, (np.ndarray, torch.Tensor)):
        raise ArrayArgument(
            f"A graph takes Tensors, but got {type(value).__module__}.{kind.__name__}; wrap it in Tensor()."
        )
    return value


def from_edge(value: Any) -> Any:
    """Wrap each torch tensor again; the inverse of `to_edge`."""
    if isinstance(value, torch.Tensor):
        return wrap(value)
    if type(value) in (list, tuple) or _named(value):
        if type(value) is MarkedEdge:
            return value.marked(from_edge(value.inside))
        inside = like(value, [from_edge(item) for item in value])
        return joined(inside) if type(inside) is Parts else inside
    if type(value) is dict:
        return {key: from_edge(item) for key, item in value.items()}
    return value


def result_to_edge(value: Any) -> Any:
    """Like `to_edge`, for results: Parameters leave as their values, dicts as plain ones, and what Python would go
    through later as a tuple or a list of what it gives.
    """
    if isinstance(value, Tensor):
        return value._t
    if isinstance(value, (list, tuple)):
        return like(value, [result_to_edge(item) for item in value])
    if isinstance(value, dict):
        return {key: result_to_edge(item) for key, item in value.items()}
    if isinstance(value, Sparse):
        return result_to_edge(value._parts())
    return result_to_edge(_given(value)) if isinstance(value, _ITERATED) else value


def _given(value: Any) -> Any:
    """What an iterator or a view gives, as MindSpore's graphs return it; of `map` a list where it goes through one."""
    if isinstance(value, (map, GeneratorType)) and torch.compiler.is_compiling():
        # Dynamo's own objects do not say what they go through, and its enumerate is a generator.
        raise TypeError(f"a compiled graph does not know what a {type(value).__name__} gives")
    if isinstance(value, map):
        sources = value.__reduce__()[1][1:]
        return list(value) if type(sources[0]) is type(iter([])) else tuple(value)
    kind: Any = list if isinstance(value, _LEAVE_AS_LIST) else tuple
    return kind(value)


def leaves(value: Any) -> list[Tensor]:
    """Every Tensor in a nested result, left to right."""
    if isinstance(value, Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in leaves(item)]
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in leaves(item)]
    return value._part_tensors() if isinstance(value, Sparse) else []


class _Leaf:
    """The place of a Tensor."""


LEAF = _Leaf()


def _with_leaves(value: Any, change: Callable[[Any], Any]) -> Any:
    """The same structure with `change` of each leaf, a Tensor or the mark of one, in its place; as in `leaves`."""
    if isinstance(value, Tensor) or value is LEAF:
        return change(value)
    if isinstance(value, (list, tuple)):
        return like(value, [_with_leaves(item, change) for item in value])
    if isinstance(value, dict):
        return {key: _with_leaves(item, change) for key, item in value.items()}
    if isinstance(value, Sparse):
        return joined(_with_leaves(value._parts(), change))
    return value


def filled(value: Any, tensors: Iterator[torch.Tensor]) -> Any:
    """The same structure with the next of `tensors` in the place of each leaf, as in `leaves`."""
    return _with_leaves(value, lambda _: wrap(next(tensors)))


def emptied(value: Any) -> Any:
    """The same structure with a mark in the place of each Tensor; `filled` puts tensors there again."""
    return _with_leaves(value, lambda _: LEAF)


def detach(value: Any) -> Any:
    """The same structure, each Tensor cut off from the autograd graph."""
    return _with_leaves(value, lambda leaf: wrap(leaf._t.detach()))
