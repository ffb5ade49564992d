# Written by `python -m tests.stubs`.
from collections.abc import Callable
from typing import Any
def shard(fn: Callable[..., Any], in_strategy: Any, out_strategy: Any = None, parameter_plan: Any = None) -> Callable[..., Any]: ...
