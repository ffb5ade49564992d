# Written by `python -m tests.stubs`.
from collections.abc import Callable
from collections.abc import Mapping
from msacc.comparison.report import Comparison
from msacc.nn.cell.cell import Cell
from typing import Any
def compare(first: Cell, second: Any, *inputs: Any, loss: Callable[[Any], Any] | None = None, names: Mapping[str, str] | str | None = None, same_weights: bool = True) -> Comparison: ...
