# Written by `python -m tests.stubs`.
from collections.abc import Sequence
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell.cell import Cell
from typing import Any
def find_micro_size(network: Cell, inputs: Sequence[Tensor], memory: int | str | None = None, parameters: Sequence[Parameter] | None = None) -> int: ...
