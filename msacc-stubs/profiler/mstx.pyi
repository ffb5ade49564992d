# Written by `python -m tests.stubs`.
from typing import Any
class mstx:
    enable: bool
    @staticmethod
    def mark(message: str, stream: Any = None, domain: str = 'default') -> None: ...
    @staticmethod
    def range_start(message: str, stream: Any = None, domain: str = 'default') -> int: ...
    @staticmethod
    def range_end(range_id: int, domain: str = 'default') -> None: ...
