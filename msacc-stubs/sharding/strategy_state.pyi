# Written by `python -m tests.stubs`.
from collections.abc import Mapping
from msacc.sharding.strategy import Strategy
from typing import Any
class ShardSpec:
    name: str
    spelled: Any
    settings: dict[str, Any]
    of: str
    inputs: tuple[Any, ...]
    outputs: tuple[Any, ...]
    placed: tuple[tuple[int | None, ...], ...]
    ring: bool
    chosen: bool
    def __init__(self, name: str, in_strategy: Any, out_strategy: Any, settings: Mapping[str, Any], of: str = 'input') -> None: ...
    @classmethod
    def from_search(cls, strategy: Strategy) -> ShardSpec: ...
    @property
    def strategy(self) -> Strategy: ...
