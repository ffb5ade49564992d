"""enable_dynamic: declares dynamic sizes for the arguments of a function that `jit` compiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.common.mutable_ import mutable
from msacc.common.tensor import Tensor, declared_dims
from msacc.graph.dynamic_inputs import DeclaredInputs, argument_names


def enable_dynamic(**kwargs: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator, over or under `jit`: one graph for all sizes of some arguments.

    `kwargs`: for each argument by name a Tensor whose shape has None, or is None, or a tuple or list of such; calls
    give a tuple or list as `mutable`. A call raises ValueError for another rank, another fixed size and a tuple or
    list that is not mutable, TypeError for another type. Raises ValueError where nothing is declared, where
    `set_inputs` of the Cell declares too or in GRAPH_MODE on a `construct`, and for unknown names, TypeError for what
    is no Tensor or has a known shape. Functions without `jit` take any sizes. Sizes 0 and 1 make graphs of their own;
    else as in MindSpore.
    """
    if not kwargs:
        raise ValueError("For 'enable_dynamic', the input cannot be empty: name the arguments.")
    declared = {name: _checked(name, value) for name, value in kwargs.items()}

    def mark(fn: Callable[..., Any]) -> Callable[..., Any]:
        names = argument_names(fn)
        for name in declared:
            if name not in names:
                raise ValueError(
                    f"For 'enable_dynamic', {name!r} is not in the list of arguments {names}."
                )
        fn._msacc_declared = DeclaredInputs("enable_dynamic", (), declared)  # type: ignore[attr-defined]
        return fn

    return mark


def _checked(name: str, value: object) -> Any:
    if isinstance(value, (tuple, list)) and value:
        items = [_checked(name, item) for item in value]
        return mutable(type(value)(items)) if type(value) in (tuple, list) else value
    if not isinstance(value, Tensor):
        raise TypeError(
            "The decorator enable_dynamic only supports Tensor or a tuple/list of Tensor, but the argument "
            f"{name!r} is {value!r} of {type(value)}."
        )
    if all(isinstance(dim, int) and dim >= 0 for dim in declared_dims(value)):
        raise TypeError(
            f"For 'enable_dynamic', the shape of argument {name!r} must have a None, but got {value.shape}."
        )
    return value
