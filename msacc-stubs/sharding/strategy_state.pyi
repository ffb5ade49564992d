# Written by `python -m tests.stubs`.
from collections.abc import Mapping
from msacc.common.parameter import Parameter
from msacc.sharding.strategy import Strategy
from typing import Any
from weakref import ReferenceType
class ShardSpec:
    name: str
    spelled: Any
    settings: dict[str, Any]
    of: str
    inputs: tuple[Any, ...]
    outputs: tuple[Any, ...]
    placed: tuple[tuple[int | None, ...], ...]
    chosen: bool
    def __init__(self, name: str, in_strategy: Any, out_strategy: Any, settings: Mapping[str, Any], of: str = 'input') -> None: ...
    @classmethod
    def from_search(cls, strategy: Strategy) -> ShardSpec: ...
    @property
    def strategy(self) -> Strategy: ...
class ShardingState:
    specs: Any[ShardSpec]
    parameters: list[ReferenceType[Parameter]]
    placed_kinds: set[Any]
    version: Any
    prepared_version: Any
    active: bool
    chosen: bool
    deferred_axes: Any
    recorded_placements: dict[Parameter, tuple[int | None, ...]]
    ranks: tuple[int, ...]
    grid: tuple[int, ...]
    mesh: Any
    engine: Any
    mode: Any
    def __init__(self) -> None: ...
    @property
    def has_strategies(self) -> bool: ...
