# Written by `python -m tests.stubs`.
from collections.abc import Mapping
from msacc.common.tensor import Tensor
from typing import Any
class FuncGraph:
    name: Any
    graphs: dict[str, Graph]
    parameters: dict[str, Tensor]
    parameter_names: dict[str, str]
    def __init__(self, graphs: Mapping[str, Graph], parameters: Mapping[str, Tensor], parameter_names: Mapping[str, str]) -> None: ...
class Graph:
    name: str
    constants: dict[str, Any]
    inputs: tuple[str, ...]
    monads: frozenset[str]
    nodes: tuple[Node, ...]
    outputs: tuple[str, ...]
    def __init__(self, name: str, constants: Mapping[str, Any], inputs: tuple[str, ...], monads: frozenset[str], nodes: tuple[Node, ...], outputs: tuple[str, ...]) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
    def __hash__(self) -> Any: ...
class Node:
    output: str
    op: Op | str
    inputs: tuple[str, ...]
    def __init__(self, output: str, op: Op | str, inputs: tuple[str, ...]) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
    def __hash__(self) -> Any: ...
class Op:
    name: str
    attributes: dict[str, Any]
    function: bool
    def __init__(self, name: str, attributes: Mapping[str, Any], function: bool) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
    def __hash__(self) -> Any: ...
