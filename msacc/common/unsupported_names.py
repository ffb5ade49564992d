"""Decorators for public names that only raise: Ascend's hardware, services and compilers behind MindSpore."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

Refused = TypeVar("Refused", bound=Callable[..., Any])


def says(why: str) -> Callable[[Refused], Refused]:
    """Decorator for functions that raise their own message: adds the reason to the list of `docs.make_coverage`."""

    def mark(thing: Refused) -> Refused:
        setattr(thing, "refusal", why)  # noqa: B010
        return thing

    return mark


def refused(why: str) -> Callable[[Refused], Refused]:
    """Decorate a function, or a class, that raises NotImplementedError with its name and `why` when called.

    `docs.make_coverage` lists it with its reason, which it finds as `refusal`.
    """

    def mark(thing: Refused) -> Refused:
        home = f"{thing.__module__}.{thing.__qualname__}".removeprefix("msacc.")

        def refuse(*args: Any, **kwargs: Any) -> NoReturn:
            raise NotImplementedError(f"msacc does not have {home} (MindSpore 2.10 does): {why}.")

        if isinstance(thing, type):
            setattr(thing, "__init__", functools.wraps(vars(thing)["__init__"])(refuse))  # noqa: B010
            setattr(thing, "refusal", why)  # noqa: B010
            return thing
        call: Any = functools.wraps(thing)(refuse)
        call.refusal = why
        return call

    return mark
