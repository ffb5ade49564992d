"""How an op is written: a typed function over torch tensors and Python numbers, with a skin.

`@op` unwraps Tensors (also inside lists and tuples), calls the function and wraps what comes back.
`@binary` does the same for the two-operand ops, with MindSpore's type promotion. `renamed` and `spelled`
open an op under other argument names. `skin` says how they are made.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

from msacc.common.own_code import own_code
from msacc.ops.core import skin
from msacc.ops.core.argument_conversion import twice
from msacc.ops.core.bodies import handed_to
from msacc.ops.core.docstrings import after_summary, operands, reworded
from msacc.ops.core.errors import translate as translate
from msacc.ops.core.tensor_conversion import rewrap as rewrap
from msacc.ops.core.tensor_conversion import unwrap as unwrap


def op(fn: Callable[..., Any]) -> Any:
    """Give a function over torch tensors the Tensor skin; the bare one stays at `.raw`.

    Typed Any: what comes out takes and gives Tensors, which no annotation can derive from `fn`'s.
    """
    _parted(fn)
    call: Any = skin.around(fn, handed_to(fn))
    call.raw = fn
    return call


def called(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Name a variant as its door does: `@op` over `@called("sort")` over `def sort_int64`.

    Errors, signatures and documentation then speak of the name a user wrote.
    """

    def mark(fn: Callable[..., Any]) -> Callable[..., Any]:
        fn.__name__ = fn.__qualname__ = name
        return fn

    return mark


def binary(fn: Callable[..., Any]) -> Any:
    """The skin of a two-operand op `fn(input, other)`; at least one side must be a Tensor."""
    _parted(fn)
    fn.two_sided = True  # type: ignore[attr-defined]
    call: Any = skin.around_two(fn, handed_to(fn))
    call.raw = fn
    call.__doc__ = after_summary(fn.__doc__, operands(fn))
    return call


def reflected(fn: Any) -> Any:
    """A door to `fn` that takes its two operands the other way round, as `__radd__` does."""
    if hasattr(fn, "two_sided"):
        return skin.around_two(fn.raw, handed_to(fn.raw), reflected=True)

    @own_code
    def swapped(self: Any, other: Any) -> Any:
        return fn(other, self)

    return swapped


def renamed(fn: Callable[..., Any], /, **names: str) -> Any:
    """A door to `fn` whose arguments have other names: `renamed(softmax, dim="axis")`.

    It is a copy of `fn` whose variables are called so: no second frame.
    """
    new = {old: name for name, old in names.items()}
    arguments = _arguments(fn)
    if not set(new) <= set(arguments):
        raise TypeError(f"{fn.__name__} has no arguments {sorted(set(new) - set(arguments))}.")
    clash = set(names) & (set(fn.__code__.co_varnames) - set(new))
    if clash:
        raise TypeError(f"{fn.__name__} has a variable {sorted(clash)} already.")
    code = fn.__code__.replace(
        co_varnames=tuple(new.get(name, name) for name in fn.__code__.co_varnames),
        co_cellvars=tuple(new.get(name, name) for name in fn.__code__.co_cellvars),
    )
    door: Any = FunctionType(code, fn.__globals__, fn.__name__, fn.__defaults__, fn.__closure__)
    functools.update_wrapper(door, fn)
    door.__kwdefaults__ = {
        new.get(name, name): value for name, value in (fn.__kwdefaults__ or {}).items()
    } or None
    door.__signature__ = _shown(fn, new)
    door.__doc__ = reworded(fn.__doc__, new)
    return door


def spelled(fn: Any, /, **names: str) -> Any:
    """A door to `fn` that takes arguments under its own names and these others alike.

    The signature shows the last spelling of each.
    """
    raw = getattr(fn, "raw", None)
    if raw is not None and _arguments(inspect.unwrap(raw)) == _arguments(fn):
        door: Any = skin.around(raw, handed_to(raw), names)
        door.raw = raw
    else:
        door = _respelled(fn, names)
    shown = {old: name for name, old in names.items()}
    door.__signature__, door.__doc__ = _shown(fn, shown), reworded(fn.__doc__, shown)
    return door


def _respelled(fn: Callable[..., Any], names: dict[str, str]) -> Any:
    """`spelled` for a function that is no op."""

    @functools.wraps(fn)
    @own_code
    def door(*args: Any, **kwargs: Any) -> Any:
        if not kwargs:
            return fn(*args)
        given: dict[str, Any] = {}
        for key, value in kwargs.items():
            own = names.get(key, key)
            if own in given:
                raise twice(fn.__name__, key)
            given[own] = value
        return fn(*args, **given)

    return door


def _parted(fn: Any) -> None:
    """A code object of its own for a body that a factory made (a decorator's is not ours to change)."""
    if getattr(fn, "__closure__", None) and not hasattr(fn, "__wrapped__"):
        own_code(fn)


def _arguments(fn: Any) -> tuple[str, ...]:
    code = fn.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _shown(fn: Callable[..., Any], new: dict[str, str]) -> inspect.Signature:
    signature = inspect.signature(fn)
    return signature.replace(
        parameters=[p.replace(name=new.get(p.name, p.name)) for p in signature.parameters.values()]
    )


def exported(namespace: dict[str, Any], *inner: str) -> list[str]:
    """A chapter's `__all__`: the functions and classes defined in it, but `inner`, which doors alone open."""
    home = namespace["__name__"]
    return [
        name
        for name, value in namespace.items()
        if not name.startswith("_")
        and name not in inner
        and callable(value)
        and getattr(value, "__module__", None) == home
    ]
