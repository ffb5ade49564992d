# Written by `python -m tests.stubs`.
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any
class Break:
    where: str
    line: str
    reason: str
    def __init__(self, where: str, line: str, reason: str) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
class GraphStats:
    compiles: int
    seconds: float
    by_name: dict[str, int]
    breaks: list[Break]
    fallbacks: list[str]
    cuda_graphs: dict[str, list[str]]
    automatic: dict[str, Any]
    regions: dict[str, RegionStats]
    def count(self, name: str, seconds: float) -> None: ...
    def __init__(self, compiles: int = 0, seconds: float = 0.0, by_name: Mapping[str, int] = ..., breaks: Sequence[Break] = ..., fallbacks: Sequence[str] = ..., cuda_graphs: Mapping[str, Sequence[str]] = ..., automatic: Mapping[str, Any] = ..., regions: Mapping[str, RegionStats] = ...) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
class RegionStats:
    regions: list[tuple[str, int]]
    cells_in_all: int
    cells_covered: int
    excluded: dict[str, str]
    def __init__(self, regions: Sequence[tuple[str, int]], cells_in_all: int, cells_covered: int, excluded: Mapping[str, str]) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
def reset() -> None: ...
def stats() -> GraphStats: ...
