"""Tensors whose values are computed at the first access."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor
from msacc.common.without_values import is_recorded


class _LazyValue:
    """The placeholder in a Tensor whose values are not computed yet."""

    __slots__ = ("dtype", "make", "shape")
    is_remote = False
    # Shown with its values, which are computed then.
    is_result = True

    def __init__(self, make: Callable[[], torch.Tensor], shape: tuple[int, ...]):
        self.make, self.shape, self.dtype = make, shape, mstype.float32

    def fill(self) -> torch.Tensor:
        return self.make()


def lazy_tensor(make: Callable[[], torch.Tensor], shape: tuple[int, ...]) -> Any:
    """A float32 Tensor that is computed at the first access of its values, and at once in a graph, whose
    compiler eliminates unused values. Fused kernels do not return the statistics of the softmax, and most
    callers use the attention alone."""
    if torch.compiler.is_compiling() or is_recorded():
        return make()
    tensor = Tensor.__new__(Tensor)
    tensor._msacc_init = _LazyValue(make, shape)
    return tensor
