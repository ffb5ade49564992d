# Written by `python -m tests.stubs`.
from collections.abc import Iterable
from typing import Any
class Names:
    used: Any
    def __init__(self, used_names: Iterable[str] = ()) -> None: ...
    def unique(self, name: str) -> str: ...
