"""Objects that remember the arguments they were made with, so that a pipeline can be written down."""

from __future__ import annotations

import inspect
from typing import Any


class Made:
    """Base of what `serialize` writes by its class and its arguments."""

    _made: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
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
