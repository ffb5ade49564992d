# Written by `python -m tests.stubs`.
from collections.abc import Sequence
from typing import Any
class Strategy:
    name: str
    spelled: Any
    sizes: tuple[int, ...]
    axes: tuple[tuple[tuple[int, ...], ...], ...]
    outputs: tuple[tuple[tuple[int, ...], ...], ...] | None
    replicas_first: bool
    output_strategy: Strategy | None
    of: str
    def cuts(self, tensor: int) -> tuple[int, ...]: ...
    def check(self, tensor: int, shape: Sequence[int], output: bool = False) -> None: ...
    def __init__(self, name: str, spelled: Any, sizes: tuple[int, ...], axes: tuple[tuple[tuple[int, ...], ...], ...], outputs: tuple[tuple[tuple[int, ...], ...], ...] | None = None, replicas_first: bool = False, output_strategy: Strategy | None = None, of: str = 'input') -> None: ...
    def __eq__(self, other: Any) -> Any: ...
    def __hash__(self) -> Any: ...
