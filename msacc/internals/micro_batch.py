"""`mindspore.nn.wrap.cell_wrapper._MicroBatch`."""

from __future__ import annotations

from typing import Any

from msacc.common.gradient_sums import in_micro_batches
from msacc.nn.cell import Cell


class _MicroBatch(Cell):
    """Part number `i` of `micro_size` even parts of each input, along its first axis.

    Raises ValueError where that axis does not divide.
    """

    def __init__(self, micro_size: int):
        super().__init__()
        self.micro_size = micro_size

    def construct(self, i: int, *inputs: Any) -> tuple[Any, ...]:
        """The parts, one for each input."""
        in_micro_batches()
        for each in inputs:
            if each.shape[0] % self.micro_size:
                raise ValueError(
                    "For micro batch initialization, the 0th dimension shape of input"
                    f"({each.shape[0]}) must be divided by micro size({self.micro_size})"
                )
        sizes = [each.shape[0] // self.micro_size for each in inputs]
        return tuple(each[i * size : (i + 1) * size] for each, size in zip(inputs, sizes))
