# Written by `python -m tests.stubs`.
from collections.abc import Callable
from collections.abc import Mapping
from msacc.common.tensor import Tensor
from msacc.nn.cell.cell import Cell
from typing import Any
def to_torch_state_dict(cell: Cell, rename: Mapping[str, str | None] | Callable[[str], str | None] | None | str = None, like: Mapping[str, Any] | None = None) -> dict[str, Tensor]: ...
