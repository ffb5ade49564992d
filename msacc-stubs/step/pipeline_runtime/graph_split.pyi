# Written by `python -m tests.stubs`.
from collections.abc import Mapping
from collections.abc import Sequence
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from typing import Any
class Chunk:
    index: int
    graph: Any
    arguments: list[str]
    results: list[str]
    local: dict[str, Any]
    receives: list[str]
    sends: list[str]
    @property
    def parameters(self) -> list[Parameter]: ...
    def __init__(self, index: int, graph: Any, arguments: Sequence[str] = ..., results: Sequence[str] = ..., local: Mapping[str, Any] = ..., receives: Sequence[str] = ..., sends: Sequence[str] = ...) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
class SplitGraph:
    chunks: list[Chunk]
    like: dict[str, Tensor]
    result: Any
    whole: dict[str, Any]
    @property
    def operations_of_a_chunk(self) -> int: ...
    def __init__(self, chunks: Sequence[Chunk], like: Mapping[str, Tensor], result: Any, whole: Mapping[str, Any]) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
    def __hash__(self) -> Any: ...
