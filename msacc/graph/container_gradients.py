"""Gradients of `mutable` tuples, lists, dicts and numbers: a graph gives one for each Tensor inside."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msacc.common.mutable_ import MARKED_CONTAINERS, MutableFloat, MutableInt
from msacc.common.settings import GRAPH_MODE, settings
from msacc.common.sparse import Sparse
from msacc.common.tensor import Tensor
from msacc.common.tensor_tree import leaves, like
from msacc.common.warn_once import once
from msacc.graph.compiled_gradients import compiled_when_outermost
from msacc.graph.execution_state import execution
from msacc.graph.gradients import differentiate


def differentiate_arguments(
    fn: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    positions: Sequence[int],
    *more: Any,
) -> tuple[Any, list[Any], list[Tensor]]:
    """`differentiate`, where arguments may be containers: the gradient of one is a container of gradients."""
    arguments = [*args, *kwargs.values()]
    if not any(type(arguments[i]) in MARKED_CONTAINERS for i in positions):
        return differentiate(fn, args, kwargs, positions, *more)
    sparse = [i for i in positions if isinstance(arguments[i], Sparse)]
    if sparse:
        raise TypeError(
            f"For 'grad', the argument {sparse[0]} is sparse beside a 'mutable' container of Tensors: take the two "
            "gradients one by one."
        )
    parts = [leaves(arguments[i]) for i in positions]

    def of_leaves(*tensors: Tensor) -> Any:
        values, remaining = list(arguments), iter(tensors)
        for i in positions:
            values[i] = _refilled(arguments[i], remaining)
        return fn(*values[: len(args)], **dict(zip(kwargs, values[len(args) :], strict=True)))

    flat = tuple(tensor for part in parts for tensor in part)
    value, grads, by_weight = differentiate(of_leaves, flat, {}, range(len(flat)), *more)
    remaining = iter(grads)
    return value, [_gradient(arguments[i], remaining) for i in positions], by_weight


def _refilled(value: Any, tensors: Iterator[Tensor]) -> Any:
    """The container with the next Tensors in the place of its own, marked as it was."""
    if isinstance(value, Tensor):
        return next(tensors)
    if isinstance(value, (tuple, list)):
        items = [_refilled(item, tensors) for item in value]
        return type(value)(items) if type(value) in MARKED_CONTAINERS else like(value, items)
    if isinstance(value, dict):
        items_by_key = {key: _refilled(item, tensors) for key, item in value.items()}
        return type(value)(items_by_key) if type(value) in MARKED_CONTAINERS else items_by_key
    return value


def _gradient(value: Any, grads: Iterator[Tensor]) -> Any:
    """The gradients in the structure of an argument; a number's is 0."""
    if isinstance(value, Tensor):
        return next(grads)
    if isinstance(value, (tuple, list)):
        return like(value, [_gradient(item, grads) for item in value])
    if isinstance(value, dict):
        return {key: _gradient(item, grads) for key, item in value.items()}
    return type(value)(0) if type(value) in (bool, int, float) else value


# (position, gradient) of each `mutable` number.
Numbers = tuple[tuple[int, Any], ...]
_ZEROS = {MutableInt: 0, MutableFloat: 0.0}


def _marked_numbers(arguments: Sequence[Any], positions: Sequence[int]) -> Numbers:
    """The gradients of the `mutable` numbers at `positions`: 0, as in MindSpore's graphs, which is logged once."""
    numbers = tuple(
        (i, _ZEROS[type(arguments[i])])
        for i in positions
        if i < len(arguments) and type(arguments[i]) in _ZEROS
    )
    if numbers:
        once(
            "grad:number",
            f"grad: the gradient of a number (argument {numbers[0][0]}) is 0 in a graph, as in MindSpore; give a "
            "Tensor to have its gradient.",
        )
    return numbers


def in_order(
    positions: Sequence[int], where: Sequence[int], gradients: Sequence[Any], numbers: Numbers
) -> list[tuple[int, Any]]:
    """(position, gradient) of the arguments that have one, in the order of `positions`."""
    by_position = dict([*zip(where, gradients, strict=True), *numbers])
    return [(i, by_position[i]) for i in positions if i in by_position]


def compiled_by_numbers(
    fn: Callable[..., Any], name: str, positions: Callable[[Sequence[Any]], Sequence[int]]
) -> Callable[..., Any]:
    """`fn(numbers, *args)`, compiled when it is called from outside any graph or gradient.

    `numbers` are those that `mutable` marked in the call: the graph itself gets plain ones. `positions(arguments)`
    tells which arguments the gradient is taken of.
    """
    compiled: dict[Numbers, Callable[..., Any]] = {
        (): compiled_when_outermost(functools.partial(fn, ()), name)
    }

    def call(*args: Any, **kwargs: Any) -> Any:
        if settings.mode != GRAPH_MODE or execution.now.graph or execution.now.gradient:
            return compiled[()](*args, **kwargs)
        arguments = (*args, *kwargs.values())
        numbers = _marked_numbers(arguments, positions(arguments))
        if numbers not in compiled:
            compiled[numbers] = compiled_when_outermost(functools.partial(fn, numbers), name)
        return compiled[numbers](*args, **kwargs)

    return call
