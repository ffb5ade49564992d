"""Calls of primitives whose inputs are passed by MindSpore's names.

MindSpore's newer primitives take keywords in a call, the older ones do not.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from msacc.ops.core.special_calls import call_specially

if TYPE_CHECKING:
    from msacc.ops.core.primitive import Primitive

FROM_FUNCTION: Any = object()


class Input(NamedTuple):
    """An input's name; its default and the function's name for it, where the default or the name is another."""

    name: str
    default: Any = FROM_FUNCTION
    argument: str | None = None


def call_by_name(
    name: str, fn: Callable[..., Any], settings: dict[str, str], inputs: tuple[Input, ...]
) -> Callable[..., Any]:
    """`__call__` of a primitive that passes its inputs and its settings (attribute: argument of `fn`) on to `fn`."""
    parameters, count = _parameters(fn), len(inputs)
    signature = _signature(parameters, inputs)
    by_place = _follow(settings, parameters[count:])

    def __call__(self: Primitive, *args: Any, **kwargs: Any) -> Any:
        if kwargs or len(args) != count:
            args = in_order(f"{name}.__call__", defaults, args, kwargs)
        if self._msacc_is_special:
            return call_specially(self, *args)
        if by_place:  # quicker than by name
            return fn(*args, *self._msacc_settings.values())
        return fn(*args, **self._msacc_settings)

    defaults = _with_signature(__call__, name, signature)
    return __call__


def to_construct(
    name: str, construct: Callable[..., Any], inputs: tuple[Input, ...]
) -> Callable[..., Any]:
    """`__call__` of a primitive that passes its inputs on to its own `construct`."""
    parameters = [p for p in _parameters(construct) if p.name != "self"]
    signature = _signature(parameters, inputs)

    def __call__(self: Primitive, *args: Any, **kwargs: Any) -> Any:
        args = in_order(f"{name}.__call__", defaults, args, kwargs)
        if self._msacc_is_special:
            return call_specially(self, *args)
        return self.construct(*args)

    defaults = _with_signature(__call__, name, signature)
    return __call__


def in_order(
    where: str, defaults: dict[str, Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, ...]:
    """The inputs by position, `defaults` in place of those left out; TypeError as Python raises it.

    By hand: Dynamo does not trace `Signature.bind`.
    """
    if len(args) > len(defaults):
        raise TypeError(f"{where}() takes {len(defaults)} inputs but {len(args)} were given")
    names = tuple(defaults)
    for key in kwargs:
        if key in names[: len(args)]:
            raise TypeError(f"{where}() got multiple values for argument '{key}'")
        if key not in names:
            raise TypeError(f"{where}() got an unexpected keyword argument '{key}'")
    values = list(args)
    for name in names[len(args) :]:
        value = kwargs.get(name, defaults[name])
        if value is inspect.Parameter.empty:
            raise TypeError(f"{where}() missing 1 required positional argument: '{name}'")
        values.append(value)
    return tuple(values)


def _with_signature(call: Any, name: str, signature: inspect.Signature) -> dict[str, Any]:
    """The defaults by name of a `__call__`, once it is given its name and signature."""
    call.__qualname__ = f"{name}.__call__"
    call.__signature__ = signature
    return {p.name: p.default for p in list(signature.parameters.values())[1:]}


def _parameters(fn: Callable[..., Any]) -> list[inspect.Parameter]:
    return list(inspect.signature(fn).parameters.values())


def _follow(settings: dict[str, str], parameters: list[inspect.Parameter]) -> bool:
    """Whether the settings are the first of these parameters, in order, and may be passed by position."""
    placed = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    return placed[: len(settings)] == list(settings.values())


def _signature(
    construct_parameters: list[inspect.Parameter], inputs: tuple[Input, ...]
) -> inspect.Signature:
    """`(self, input, axis=())` of a primitive's call; what declares no default has that of the function's `own`."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter("self", kind)]
    for each, parameter in zip(inputs, construct_parameters, strict=False):
        default = parameter.default if each.default is FROM_FUNCTION else each.default
        parameters.append(inspect.Parameter(each.name, kind, default=default))
    return inspect.Signature(parameters)
