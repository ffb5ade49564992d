"""Classes with some of their arguments given, as a QuantConfig holds them."""

from __future__ import annotations

import functools
from typing import Any


class _PartialWrapper:
    """Calls a class with arguments given before; `p` is the functools.partial, whose keywords layers read."""

    def __init__(self, p: functools.partial[Any]) -> None:
        self.p = p

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return self.p(*args, **keywords)

    def __repr__(self) -> str:
        return repr(self.p)

    def partial_init(self, **kwargs: Any) -> _PartialWrapper:
        """The same with more arguments."""
        return _partial_init(self, **kwargs)


def _partial_init(cls_or_self: Any, **kwargs: Any) -> _PartialWrapper:
    return _PartialWrapper(functools.partial(cls_or_self, **kwargs))
