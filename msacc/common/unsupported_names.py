"""Decorators for public names that only raise: Ascend's hardware, services and compilers behind MindSpore."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from msacc.missing_names import known_names

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def refusal_reason(why: str) -> Callable[[Decorated], Decorated]:
    """Decorator for functions that raise their own message: adds the reason to the list of `docs.make_coverage`."""

    def mark(target: Decorated) -> Decorated:
        setattr(target, "refusal", why)  # noqa: B010
        return target

    return mark


def unsupported(why: str, made: bool = False) -> Callable[[Decorated], Decorated]:
    """Decorate a function, or a class, that raises NotImplementedError with its name and `why` when called.

    `made`: the class is made, as on MindSpore's CPU; its instances raise when they are called or asked for anything.
    `docs.make_coverage` lists it with its reason, which it finds as `refusal`.
    """

    def mark(target: Decorated) -> Decorated:
        def refuse(*args: object, **kwargs: object) -> NoReturn:
            name = _public_name(target.__module__, target.__qualname__)
            raise NotImplementedError(f"msacc does not have {name} (MindSpore 2.10 does): {why}.")

        if isinstance(target, type) and made:
            _refuse_use(target, refuse)
            setattr(target, "refusal", why)  # noqa: B010
            return target
        if isinstance(target, type):
            setattr(target, "__init__", functools.wraps(vars(target)["__init__"])(refuse))  # noqa: B010
            setattr(target, "refusal", why)  # noqa: B010
            return target
        call: Any = functools.wraps(target)(refuse)
        call.refusal = why
        return call

    return mark


def _refuse_use(kind: type, refuse: Callable[..., NoReturn]) -> None:
    """Has a class make instances that refuse every use; what they are given is held against the signature alone."""
    signature = inspect.signature(vars(kind)["__init__"])

    @functools.wraps(vars(kind)["__init__"])
    def make(self: Any, *args: object, **kwargs: object) -> None:
        signature.bind(self, *args, **kwargs)
        super(kind, self).__init__()  # type: ignore[arg-type]

    setattr(kind, "__init__", make)  # noqa: B010
    uses = ("construct",) if hasattr(kind, "construct") else ("__call__", "__getattr__")
    for name in uses:
        setattr(kind, name, refuse)


def _public_name(module: str, qualname: str) -> str:
    """The name in MindSpore's reference, preferably in the same top-level package; else the bare name."""
    name = qualname.rpartition(".")[2]
    package = f"mindspore.{module.split('.')[1]}"
    modules = [m for m, names in known_names().items() if name in names]
    modules.sort(key=lambda m: not f"{m}.".startswith(f"{package}."))
    return f"{modules[0]}.{name}" if modules else name
