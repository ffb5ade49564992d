"""The skin of every op: Tensor in, torch inside, Tensor out.

An op is written as a typed function over torch tensors and Python numbers. `@op` unwraps Tensors
(also inside lists and tuples), calls it and wraps what comes back. `@binary` does the same for the
two-operand ops, with MindSpore's type promotion, and is the hot path.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import torch

from msacc.common.tensor import Tensor, wrap

_SEQUENCES = (list, tuple)


def unwrap(value: Any) -> Any:
    """The torch tensor in a Tensor; sequences and dicts element by element; the rest as it is."""
    if isinstance(value, Tensor):
        return value._t
    if type(value) in _SEQUENCES:
        return type(value)([unwrap(item) for item in value])
    if isinstance(value, tuple):  # ParameterTuple, namedtuple
        return tuple([unwrap(item) for item in value])
    if type(value) is dict:
        return {key: unwrap(item) for key, item in value.items()}
    return value


def rewrap(value: Any) -> Any:
    """A Tensor around each torch tensor of a result."""
    if isinstance(value, torch.Tensor):
        return wrap(value)
    if isinstance(value, _SEQUENCES):
        return tuple([rewrap(item) for item in value])
    if type(value) is dict:
        return {key: rewrap(item) for key, item in value.items()}
    return value


# Ops whose shape errors are MindSpore's RuntimeError.
_RUNTIME = ("matmul",)
_TYPE_HINTS = ("dtype", "scalar type", "not implemented for", "ScalarType", "type mismatch")


def translate(name: str, error: Exception) -> Exception:
    """MindSpore's exception class for a torch error: ValueError for shapes, TypeError for types."""
    if str(error).startswith("msacc"):
        return error
    first_line = str(error).splitlines()[0] if str(error) else type(error).__name__
    if first_line.startswith("For '"):  # a text of our own: its class was chosen
        return type(error)(str(error))
    text = f"For '{name}', {first_line}"
    if isinstance(error, NotImplementedError) or any(hint in first_line for hint in _TYPE_HINTS):
        return TypeError(text)
    if name in _RUNTIME:
        return RuntimeError(text)
    shape_words = ("size", "shape", "dimension", "Dimension", "dim ", "must match", "channels")
    if any(word in first_line for word in shape_words):
        return ValueError(text)
    return type(error)(text)


def op(fn: Callable[..., Any]) -> Any:
    """Give a function over torch tensors the Tensor skin; the bare one stays at `.raw`.

    Typed Any: what comes out takes and gives Tensors, which no annotation can derive from `fn`'s.
    """
    name = fn.__name__

    @functools.wraps(fn)
    def call(*args: Any, **kwargs: Any) -> Any:
        plain = [a._t if isinstance(a, Tensor) else unwrap(a) for a in args]
        if kwargs:
            kwargs = {key: unwrap(value) for key, value in kwargs.items()}
        try:
            out = fn(*plain, **kwargs)
        except (RuntimeError, IndexError) as error:
            raise translate(name, error) from error
        return wrap(out) if type(out) is torch.Tensor else rewrap(out)

    call.raw = fn  # type: ignore[attr-defined]
    return call


def called(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Name a variant as its door does: `@op` over `@called("sort")` over `def sort_int64`.

    Errors, signatures and documentation then speak of the name a user wrote.
    """

    def mark(fn: Callable[..., Any]) -> Callable[..., Any]:
        fn.__name__ = fn.__qualname__ = name
        return fn

    return mark


def promote(a: torch.Tensor, b: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """MindSpore promotes by dtype alone; torch would let a 0-d tensor follow the other operand."""
    common = torch.promote_types(a.dtype, b.dtype)
    return a.to(common), b.to(common)


def operand(name: str, argument: str, value: Any) -> Any:
    """A torch tensor or Python number for one side of a binary op; TypeError for anything else."""
    if isinstance(value, Tensor):
        return value._t
    if isinstance(value, (int, float, bool, complex, torch.Tensor)):
        return value
    if hasattr(value, "__array__") or isinstance(value, _SEQUENCES):
        return Tensor(value)._t
    raise TypeError(
        f"For '{name}', '{argument}' should be a Tensor or a number, but got {value!r} "
        f"of type {type(value).__name__}."
    )


def binary(fn: Callable[..., Any]) -> Any:
    """The skin of a two-operand op `fn(input, other)`; at least one side must be a Tensor."""
    name = fn.__name__

    @functools.wraps(fn)
    def call(input: Any, other: Any) -> Any:
        a = input._t if isinstance(input, Tensor) else operand(name, "input", input)
        b = other._t if isinstance(other, Tensor) else operand(name, "other", other)
        if type(a) is torch.Tensor and type(b) is torch.Tensor and a.dtype is not b.dtype:
            a, b = promote(a, b)
        try:
            return wrap(fn(a, b))
        except (RuntimeError, IndexError) as error:
            raise translate(name, error) from error

    call.raw = fn  # type: ignore[attr-defined]
    first, second = inspect.signature(fn).parameters
    if (first, second) == ("input", "other"):
        return call
    return renamed(call, **{first: "input", second: "other"})


def renamed(fn: Callable[..., Any], /, **names: str) -> Any:
    """A door to `fn` whose arguments have other names: `renamed(softmax, dim="axis")`."""

    @functools.wraps(fn)
    def door(*args: Any, **kwargs: Any) -> Any:
        if kwargs:
            kwargs = {names.get(key, key): value for key, value in kwargs.items()}
        return fn(*args, **kwargs)

    shown = {old: new for new, old in names.items()}
    signature = inspect.signature(fn)
    door.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[
            p.replace(name=shown.get(p.name, p.name)) for p in signature.parameters.values()
        ]
    )
    return door


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
