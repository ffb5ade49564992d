# Written by `python -m tests.stubs`.
from typing import Any
from typing import TypeVar
F = TypeVar("F")
def copy_code(fn: F) -> F: ...
