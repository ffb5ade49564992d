# Written by `python -m tests.stubs`.
from msacc.nn.cell.cell import Cell
from typing import Any
class _MicroBatch(Cell):
    micro_size: int
    strided_slice: Any
    cuts_batches: bool
    def __init__(self, micro_size: int) -> None: ...
    def __call__(self, i: int, *inputs: Any) -> tuple[Any, ...]: ...
