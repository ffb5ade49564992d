# Written by `python -m tests.stubs`.
from collections.abc import Callable
from typing import Any
def vmap(fn: Callable[..., Any], in_axes: Any = 0, out_axes: Any = 0) -> Callable[..., Any]: ...
