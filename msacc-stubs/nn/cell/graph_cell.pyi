# Written by `python -m tests.stubs`.
from collections.abc import Mapping
from msacc.common.tensor import Tensor
from msacc.nn.cell.cell import Cell
from typing import Any
class GraphCell(Cell):
    graph: Any
    def __init__(self, graph: Any, params_init: Mapping[str, Tensor] | None = None, obf_random_seed: Any = None) -> None: ...
    def __call__(self, *inputs: Any) -> Any: ...
