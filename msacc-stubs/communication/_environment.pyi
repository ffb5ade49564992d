# Written by `python -m tests.stubs`.
from typing import Any
class LaunchInfo:
    kind: str
    size: int
    rank: int | None
    host: str
    port: int
    scheduler: bool
    node_id: str
    timeout: float
    def __init__(self, kind: str, size: int = 1, rank: int | None = 0, host: str = '127.0.0.1', port: int = 0, scheduler: bool = False, node_id: str = '', timeout: float = 600.0) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
    def __hash__(self) -> Any: ...
