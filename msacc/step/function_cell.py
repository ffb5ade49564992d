"""A function, or nothing, in a network's place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell


class Function(Cell):
    """A function as a Cell; its parameters are the optimizer's. None: gradients come from elsewhere alone."""

    def __init__(self, fn: Callable[..., Any] | None, parameters: Sequence[Parameter]):
        super().__init__(auto_prefix=False)
        self.__dict__["fn"], self.__dict__["own"] = fn, list(parameters)

    def construct(self, *inputs: Any) -> Any:
        return self.fn(*inputs)

    def get_parameters(self, expand: bool = True) -> Iterator[Parameter]:
        """The optimizer's."""
        return iter(self.own)
