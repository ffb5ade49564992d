# Written by `python -m tests.stubs`.
from collections.abc import Callable
from typing import Any
def enable_dynamic(**kwargs: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]: ...
