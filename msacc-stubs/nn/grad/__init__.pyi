# Written by `python -m tests.stubs`.
from collections.abc import Callable
from msacc.graph.jacobians import jvp as jvp
from msacc.graph.jacobians import vjp as vjp
from msacc.nn.cell.cell import Cell as Cell
from typing import Any
class Jvp(Cell):
    fn: Callable[..., Any]
    def __init__(self, fn: Callable[..., Any]) -> None: ...
    def __call__(self, *inputs: Any) -> Any: ...
class Vjp(Cell):
    fn: Callable[..., Any]
    def __init__(self, fn: Callable[..., Any]) -> None: ...
    def __call__(self, *inputs: Any) -> Any: ...
