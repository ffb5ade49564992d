# Written by `python -m tests.stubs`.
from collections.abc import Sequence
from typing import Any
class GlobalComm:
    BACKEND: str
    WORLD_COMM_GROUP: str
    INITED: bool
    CHECK_ENVS: bool
class Group:
    name: str
    ranks: list[int]
    rank: int
    handle: Any
    torch_name: str
    @property
    def size(self) -> int: ...
    def __init__(self, name: str, ranks: Sequence[int], rank: int, handle: Any = None, torch_name: str = '') -> None: ...
    def __eq__(self, other: Any) -> Any: ...
def find(name: str | None, where: str = 'get_rank') -> Group: ...
def require_init() -> None: ...
