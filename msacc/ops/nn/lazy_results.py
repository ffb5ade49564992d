"""Results that are computed when they are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor


class _Later:
    """The placeholder in a Tensor whose values are not computed yet."""

    __slots__ = ("dtype", "make", "shape")
    is_remote = False

    def __init__(self, make: Callable[[], torch.Tensor], shape: tuple[int, ...]):
        self.make, self.shape, self.dtype = make, shape, mstype.float32

    def fill(self) -> torch.Tensor:
        return self.make()


def when_read(make: Callable[[], torch.Tensor], shape: tuple[int, ...]) -> Any:
    """A float32 Tensor that is computed when its values are first read; at once in a graph, whose
    compiler leaves out what is not read. Fused kernels do not give the statistics of the softmax, and most
    callers want the attention alone."""
    if torch.compiler.is_compiling():
        return make()
    tensor = Tensor.__new__(Tensor)
    tensor._init = _Later(make, shape)
    return tensor
