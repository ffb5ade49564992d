# Written by `python -m tests.stubs`.
from typing import Any
class DatasetCache:
    session_id: int
    size: int
    spilling: bool
    hostname: str
    port: int
    num_connections: int
    prefetch_size: int
    def __init__(self, session_id: int, size: int = 0, spilling: bool = False, hostname: str | None = None, port: int | None = None, num_connections: int | None = None, prefetch_size: int | None = None) -> None: ...
    def get_stat(self) -> Any: ...
