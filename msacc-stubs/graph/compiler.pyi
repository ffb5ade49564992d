# Written by `python -m tests.stubs`.
from collections.abc import Callable
from collections.abc import Mapping
from typing import Any
class Compiled:
    patches: dict[str, Any]
    target: Callable[..., Any]
    name: str
    fullgraph: bool
    dynamic: bool
    level: Any
    def __init__(self, target: Callable[..., Any], name: str, level: str | None = None, fullgraph: bool = False, dynamic: bool | None = None, patches: Mapping[str, Any] | None = None, owner: Any = None) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    def compile_next(self, args: Any, kwargs: Any) -> None: ...
