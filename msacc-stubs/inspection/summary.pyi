# Written by `python -m tests.stubs`.
from collections.abc import Iterator
from collections.abc import Sequence
from msacc.nn.cell.cell import Cell
from typing import Any
class Row:
    path: str
    kind: str
    depth: int
    outputs: tuple[tuple[tuple[int, ...], str], ...]
    calls: int
    parameters: int
    frozen: int
    nbytes: int
    shared: int
    multiply_adds: int
    same_as: str | None
    def __init__(self, path: str, kind: str, depth: int, outputs: tuple[tuple[tuple[int, ...], str], ...] = (), calls: int = 0, parameters: int = 0, frozen: int = 0, nbytes: int = 0, shared: int = 0, multiply_adds: int = 0, same_as: str | None = None) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
    def __hash__(self) -> Any: ...
class Summary:
    rows: list[Row]
    parameters: int
    trainable: int
    nbytes: int
    multiply_adds: int | None
    with_values: bool
    @property
    def frozen(self) -> int: ...
    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]: ...
    def __init__(self, rows: Sequence[Row] = ..., parameters: int = 0, trainable: int = 0, nbytes: int = 0, multiply_adds: int | None = None, with_values: bool = False) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
def summary(net: Cell, *inputs: Any, depth: int | None = 3) -> Summary: ...
