# Written by `python -m tests.stubs`.
from typing import Any
class Part:
    rank: int
    parameter: str
    state: str
    shape: tuple[int, ...]
    bounds: tuple[tuple[int, int], ...]
    elements: tuple[int, int] | None
    nbytes: int
    @property
    def place(self) -> str: ...
    def __init__(self, rank: int, parameter: str, state: str, shape: tuple[int, ...], bounds: tuple[tuple[int, int], ...], elements: tuple[int, int] | None, nbytes: int) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
    def __hash__(self) -> Any: ...
