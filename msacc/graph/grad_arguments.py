"""The arguments and weights that a gradient is taken of: `grad_position`, weights and their checks."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from msacc.common.mutable_ import MARKED_CONTAINERS
from msacc.common.param_info import ParamInfo
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.common.sparse import Sparse
from msacc.common.tensor import Tensor
from msacc.graph.execution_state import execution


def read_positions(where: int | tuple[int, ...] | None) -> tuple[int, ...]:
    """`grad_position` as a tuple; TypeError, ValueError or RuntimeError for what names no arguments."""
    if where is None:
        return ()
    positions = (where,) if isinstance(where, int) else where
    if not isinstance(positions, tuple) or not all(type(i) is int for i in positions):
        raise TypeError(
            "For 'grad', 'grad_position' should be an int, a tuple of int, or None, "
            f"but got {where!r}."
        )
    if any(i < 0 for i in positions):
        raise ValueError(f"For 'grad', 'grad_position' should not be negative, but got {where!r}.")
    if len(set(positions)) < len(positions):
        raise ValueError(f"For 'grad', 'grad_position' should name each once, but got {where!r}.")
    if not positions:
        raise RuntimeError("For 'grad', 'grad_position' should not be empty; it may be None.")
    return positions


def read_weights(weights: Parameter | Sequence[Parameter] | None) -> tuple[Parameter, ...]:
    """`weights` as a tuple; TypeError for what is no Parameter, nor a Tensor that a library gave a `param_info`."""
    if weights is None:
        return ()
    items = (weights,) if is_weight(weights) else weights
    if not isinstance(items, (ParameterTuple, tuple, list)):
        raise TypeError(
            f"For 'grad', 'weights' should be a Parameter or a tuple of them, got {weights!r}."
        )
    for item in items:
        if not is_weight(item):
            raise TypeError(f"For 'grad', 'weights' should hold Parameters only, but got {item!r}.")
    return tuple(items)


def is_weight(item: object) -> bool:
    """Whether a gradient may be taken of it by name: a Parameter, or what passes for one in MindSpore."""
    if isinstance(item, Parameter):
        return True
    return isinstance(item, Tensor) and isinstance(getattr(item, "param_info", None), ParamInfo)


def check_flags(**flags: Any) -> None:
    """TypeError for a switch that is no bool."""
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise TypeError(f"For 'grad', '{name}' should be bool, but got {value!r}.")


def tensor_positions(
    fn: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any], positions: Sequence[int]
) -> tuple[int, ...]:
    """Those of `positions` that hold a Tensor, in a graph also a marked container: nothing else has a gradient.

    A position beyond the arguments is an IndexError in a graph, a RuntimeError else; a TypeError where `fn` lacks them.
    """
    values = (*args, *kwargs.values())
    for i in positions:
        if i >= len(values):
            inspect.signature(fn).bind(*args, **kwargs)
            kind = IndexError if execution.now.graph else RuntimeError
            raise kind(f"For 'grad', position {i} is beyond the {len(values)} arguments.")
    return tuple(i for i in positions if has_gradient(values[i]))


def has_gradient(value: object) -> bool:
    """Whether a gradient is taken of an argument: a Tensor, or in a graph a marked container of Tensors."""
    if isinstance(value, (Tensor, Sparse)):
        return True
    return bool(execution.now.graph) and type(value) in MARKED_CONTAINERS


def check_aux(value: object) -> None:
    """What a function with has_aux=True may return: a tuple, of at least two outside graphs."""
    enough = 1 if execution.now.graph else 2
    if isinstance(value, tuple) and len(value) >= enough:
        return
    kind = RuntimeError if execution.now.graph else ValueError
    raise kind(
        "When 'has_aux' is True, 'fn' should return a tuple of at least two values, the first of them to "
        f"differentiate, but got {type(value).__name__}."
    )


def single_or_tuple(items: Sequence[Any]) -> Any:
    """One thing as it is, others as a tuple."""
    return items[0] if len(items) == 1 else tuple(items)


def arranged(
    inputs: Sequence[Any],
    weights: Sequence[Any],
    where: Any,
    weights_argument: Parameter | Sequence[Parameter] | None,
) -> Any:
    """MindSpore's nesting: one input and a single Parameter stay single, both kinds come as a pair."""
    by_weight = weights[0] if is_weight(weights_argument) else tuple(weights)
    if weights_argument is None:
        return single_or_tuple(inputs)
    return by_weight if where is None else (single_or_tuple(inputs), by_weight)
