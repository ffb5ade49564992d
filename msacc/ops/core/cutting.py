"""Primitives, functions and Cells with a strategy: their calls, cut over processes where a job does that.

What has no strategy pays nothing: `shard` gives the one object another class.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from msacc.common.own_code import own_code
from msacc.sharding.state import Spec, state


@functools.cache
def cut_class(cls: type) -> type:
    """A class like `cls` whose instances lay their inputs out by the strategy in `_strategy`."""
    if getattr(cls, "_is_cut", False):
        return cls
    body: Any = cls.__call__

    @own_code
    def __call__(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not state.on:
            return body(self, *args, **kwargs)
        return state.engine.call(
            self._strategy, lambda *given, **named: body(self, *given, **named), args, kwargs
        )

    names = {"__call__": __call__, "_is_cut": True, "__module__": cls.__module__, "__doc__": cls.__doc__}
    return type(cls.__name__, (cls,), names)


def cut_function(fn: Callable[..., Any], spec: Spec) -> Callable[..., Any]:
    """`fn` with its inputs laid out by a strategy."""

    @own_code
    def call(*args: Any, **kwargs: Any) -> Any:
        if not state.on:
            return fn(*args, **kwargs)
        return state.engine.call(spec, fn, args, kwargs)

    if hasattr(fn, "__name__"):
        functools.update_wrapper(call, fn)
    else:
        call.__wrapped__ = fn  # type: ignore[attr-defined]
    call._strategy = spec  # type: ignore[attr-defined]
    return call
