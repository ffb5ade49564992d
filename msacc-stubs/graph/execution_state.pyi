# Written by `python -m tests.stubs`.
from contextlib import AbstractContextManager
from typing import Any
def pynative() -> AbstractContextManager[None]: ...
