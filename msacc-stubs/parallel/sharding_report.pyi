# Written by `python -m tests.stubs`.
from collections.abc import Callable
from collections.abc import Mapping
from collections.abc import Sequence
from msacc.nn.cell.cell import Cell
from typing import Any
class Plan:
    grid: tuple[int, ...]
    rows: list[Row]
    messages: dict[str, tuple[int, int]]
    mesh: str
    @property
    def nbytes(self) -> int: ...
    def __init__(self, grid: tuple[int, ...], rows: Sequence[Row], messages: Mapping[str, tuple[int, int]] = ..., mesh: str = '') -> None: ...
    def __eq__(self, other: Any) -> Any: ...
class Row:
    name: str
    shape: tuple[int, ...]
    cuts: tuple[int, ...]
    nbytes: int
    state: int
    stages: tuple[int, ...] | None
    def __init__(self, name: str, shape: tuple[int, ...], cuts: tuple[int, ...], nbytes: int, state: int = 0, stages: tuple[int, ...] | None = None) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
    def __hash__(self) -> Any: ...
def plan(net: Cell, step: Callable[..., Any] | None = None, *inputs: Any) -> Plan: ...
