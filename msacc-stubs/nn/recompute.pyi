# Written by `python -m tests.stubs`.
from collections.abc import Callable
from typing import Any
def recompute(block: Callable[..., Any], *args: Any, use_reentrant: bool = True, output_recompute: bool = False, early_stop: bool = True, context_fn: Callable[..., Any] | None = None, **kwargs: Any) -> Any: ...
