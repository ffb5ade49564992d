"""Objects that record their constructor arguments, so that a pipeline can be serialized."""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING, Any, ClassVar

from msacc.common.keyword_hints import check_keywords
from msacc.common.short_repr import short

if TYPE_CHECKING:
    from collections.abc import Callable


class RecordedArguments:
    """Base of the objects that `serialize` writes as their class and arguments."""

    _msacc_recorded: tuple[tuple[Any, ...], dict[str, Any]]
    # By the name that an argument had in MindSpore 1.x its name now.
    _msacc_former: ClassVar[dict[str, str]] = {}

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "_msacc_former" in vars(cls):
            cls.__init__ = _renaming(cls.__init__, cls._msacc_former)  # type: ignore[method-assign]
        # The signature of `__init__` counts: `__new__` takes arguments of any kind.
        parameters = [] if cls.__init__ is object.__init__ else _parameters(cls.__init__)
        cls.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]

    def __new__(cls, /, *args: object, **kwargs: Any) -> Any:
        if kwargs:
            kwargs = renamed(cls.__init__, kwargs, cls._msacc_former)
            check_keywords(cls, kwargs)
        if cls.__init__ is object.__init__ and (args or kwargs):
            raise TypeError(f"{cls.__name__}() takes no arguments")
        instance = super().__new__(cls)
        instance._msacc_recorded = (args, kwargs)
        return instance

    def __repr__(self) -> str:
        if not hasattr(self, "_msacc_recorded"):
            return object.__repr__(self)
        args, kwargs = self._msacc_recorded
        given = [*map(short, args), *(f"{name}={short(value)}" for name, value in kwargs.items())]
        return f"{type(self).__name__}({', '.join(given)})"

    def recorded_arguments(self) -> dict[str, Any]:
        """Returns the arguments by name, with defaults for omitted ones."""
        args, kwargs = self._msacc_recorded
        signature = inspect.signature(type(self).__init__)
        bound = signature.bind(None, *args, **kwargs)
        bound.apply_defaults()
        return dict(list(bound.arguments.items())[1:])


def renamed(
    init: Callable[..., None], kwargs: dict[str, Any], names: dict[str, str]
) -> dict[str, Any]:
    """Keywords under their names now, but for those that an `__init__`, which may be a script's, takes itself."""
    taken = inspect.signature(init).parameters
    return {key if key in taken else names.get(key, key): value for key, value in kwargs.items()}


def _renaming(init: Callable[..., None], names: dict[str, str]) -> Callable[..., None]:
    """An `__init__` that takes arguments under former names too; its signature does not show them."""

    @functools.wraps(init)
    def call(self: Any, *args: Any, **kwargs: Any) -> None:
        init(self, *args, **renamed(init, kwargs, names))

    call.__signature__ = inspect.signature(init)  # type: ignore[attr-defined]
    return call


def _parameters(init: Callable[..., Any]) -> list[inspect.Parameter]:
    return list(inspect.signature(init).parameters.values())[1:]
