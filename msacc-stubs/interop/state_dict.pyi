# Written by `python -m tests.stubs`.
from collections.abc import Callable
from collections.abc import Mapping
from msacc.nn.cell.cell import Cell
from typing import Any
from typing import NamedTuple
class Loaded(NamedTuple):
    loaded: dict[str, str]
    missing: list[str]
    unexpected: list[str]
    ignored: list[str]
    reshaped: dict[str, str]
def from_torch_state_dict(cell: Cell, state_dict: Mapping[str, Any], strict: bool = True, rename: Mapping[str, str | None] | Callable[[str], str | None] | None | str = None) -> Loaded: ...
