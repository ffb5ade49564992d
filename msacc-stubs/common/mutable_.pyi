# Written by `python -m tests.stubs`.
from typing import Any
class Symbol:
    max: int
    min: int
    divisor: int
    remainder: int
    unique: bool
    def __init__(self, max: int = 0, min: int = 1, divisor: int = 1, remainder: int = 0, unique: bool = False, **kwargs: Any) -> None: ...
def mutable(input_data: Any, dynamic_len: bool = False) -> Any: ...
