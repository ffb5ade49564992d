"""What MindSpore's graphs order reads and writes of Parameters with, as far as scripts name it: `Load` and its tokens.

Statements run in order here, so the tokens do nothing.
"""

from __future__ import annotations

from typing import Any

from msacc.common.tensor import Tensor
from msacc.ops.core.primitive import Primitive
from msacc.ops.parameter_assign import identity


class UMonad:
    """The order of reads and writes."""


class IOMonad:
    """The order of input and output."""


U, IO = UMonad(), IOMonad()


class Load(Primitive):
    """`Load()(variable, u)`: the value that a Parameter has now, a Tensor of its shape and dtype.

    `variable`: a Parameter or Tensor; TypeError otherwise. `u`: what had to come first, U by default.
    """

    def __init__(self) -> None:
        super().__init__("Load")

    def construct(self, variable: Tensor, u: Any = U) -> Tensor:
        if not isinstance(variable, Tensor):
            raise TypeError(f"For 'Load', 'variable' should be a Parameter, but got {variable!r}.")
        value: Tensor = identity(variable)
        return value
