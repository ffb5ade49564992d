# Written by `python -m tests.stubs`.
from msacc.sharding.strategy import Strategy
from typing import Any
class ShardedBatch:
    strategy: Any
    cut: Strategy
    rows: Any
    rows_at: Any
    def __init__(self, strategy: Any, cut: Strategy | None) -> None: ...
    def enter(self, inputs: tuple[Any, ...]) -> tuple[Any, ...]: ...
    def leave(self, value: Any) -> Any: ...
