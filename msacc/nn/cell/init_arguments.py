"""Records the constructor arguments of a Cell in its `cell_init_args`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


def cell_attr_register(
    fn: Callable[..., Any] | None = None, attrs: Sequence[str] | None = None
) -> Any:
    """Decorate a Cell's `__init__` so that its arguments, or the attributes `attrs`, stand in `cell_init_args`.

    A text: the class's name and the values. Raises ValueError for `attrs` that are no str or list of str.
    """

    def wrap(init: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(init)
        def init_with_arguments(self: Any, *args: Any, **kwargs: Any) -> None:
            arguments = inspect.signature(init).bind(self, *args, **kwargs).arguments
            init(self, *args, **kwargs)
            names = [attrs] if isinstance(attrs, str) else attrs
            if names is not None and not isinstance(names, list):
                raise ValueError(f"'attrs' must be a list or a str, but got {attrs!r}.")
            if names is None:
                arguments.pop("self", None)
                values: Any = arguments.values()
            else:
                values = [getattr(self, name) for name in names]
            self.cell_init_args = type(self).__name__ + str(values)

        return init_with_arguments

    return wrap if fn is None else wrap(fn)
