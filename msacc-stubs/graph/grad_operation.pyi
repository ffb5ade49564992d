# Written by `python -m tests.stubs`.
from collections.abc import Callable
from typing import Any
class GradOperation:
    get_all: bool
    get_by_list: bool
    sens_param: bool
    def __init__(self, get_all: bool = False, get_by_list: bool = False, sens_param: bool = False) -> None: ...
    def __call__(self, fn: Callable[..., Any], weights: Any = None) -> Callable[..., Any]: ...
