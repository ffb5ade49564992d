# Written by `python -m tests.stubs`.
from collections.abc import Callable
from typing import Any
def ignored(name: str, **kinds: Any) -> Callable[..., None]: ...
