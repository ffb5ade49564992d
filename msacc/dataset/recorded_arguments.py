"""Objects that remember the arguments they were made with, so that a pipeline can be written down."""

from __future__ import annotations

import inspect
from typing import Any


class Made:
    """Base of what `serialize` writes by its class and its arguments."""

    _made: tuple[tuple[Any, ...], dict[str, Any]]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        # `__new__` shows arguments of any kind; those of `__init__` count.
        given = [] if cls.__init__ is object.__init__ else _arguments(cls.__init__)
        cls.__signature__ = inspect.Signature(given)  # type: ignore[attr-defined]

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls.__init__ is object.__init__ and (args or kwargs):
            raise TypeError(f"{cls.__name__}() takes no arguments")
        made = super().__new__(cls)
        made._made = (args, kwargs)
        return made

    def made_with(self) -> dict[str, Any]:
        """The arguments by name, with defaults for those that were left out."""
        args, kwargs = self._made
        signature = inspect.signature(type(self).__init__)
        bound = signature.bind(None, *args, **kwargs)
        bound.apply_defaults()
        return dict(list(bound.arguments.items())[1:])


def _arguments(init: Any) -> list[inspect.Parameter]:
    return list(inspect.signature(init).parameters.values())[1:]
