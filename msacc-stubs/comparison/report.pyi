# Written by `python -m tests.stubs`.
from collections.abc import Iterator
from collections.abc import Sequence
from msacc.comparison.differences import Difference
from pathlib import Path
from typing import Any
class Comparison:
    rows: list[Row]
    output: Row | None
    gradient: Row | None
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    @property
    def same(self) -> bool: ...
    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]: ...
    def verdict(self) -> str: ...
    def svg(self, path: str | Path | None = None) -> str: ...
    def __init__(self, rows: Sequence[Row], output: Row | None, gradient: Row | None, missing: tuple[str, ...] = (), extra: tuple[str, ...] = ()) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
class Row:
    name: str
    kind: str
    depth: int
    output: Difference | None
    gradient: Difference | None
    notes: list[str]
    @property
    def path(self) -> str: ...
    def __init__(self, name: str, kind: str, depth: int, output: Difference | None = None, gradient: Difference | None = None, notes: Sequence[str] = ...) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
