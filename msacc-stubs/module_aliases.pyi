# Written by `python -m tests.stubs`.
from collections.abc import Callable
from typing import Any
def refuse(module: str) -> Callable[[str], Any]: ...
