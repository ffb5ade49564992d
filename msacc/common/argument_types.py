"""The types that arguments of many functions have.

For annotations alone: modules import these names under `if TYPE_CHECKING`, and nothing of this is there at run time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, SupportsIndex, TypeAlias

import numpy as np
import torch

from msacc.common.dtype import Type
from msacc.common.initializer_rules import Initializer
from msacc.common.tensor import Tensor

# A dtype by MindSpore's name, by torch's, or by the Python class of its numbers.
DTypeLike: TypeAlias = Type | torch.dtype | type[int] | type[float] | type[complex]
# One int for all dimensions, or one for each: sizes, strides, paddings, axes.
Ints: TypeAlias = int | list[int] | tuple[int, ...]
# A shape, or axes, of an op: one int or several, numpy's too, or a Tensor of them.
Dims: TypeAlias = int | Sequence[SupportsIndex] | torch.Tensor
# One of the sizes or dimensions of a call such as `x.reshape(2, 3)`, or all of them: `x.reshape((2, 3))`.
Sizes: TypeAlias = SupportsIndex | Sequence[SupportsIndex] | Tensor
# The same as `Ints`, of numbers.
Floats: TypeAlias = float | Sequence[float]
# The dimensions that an op works over; None means all of them.
Axis: TypeAlias = Ints | None
# One side of an op's body: a Tensor of the caller's arrives as torch's.
Operand: TypeAlias = torch.Tensor | complex
# What a Tensor is made of where numbers and arrays do.
TensorLike: TypeAlias = (
    Tensor | torch.Tensor | np.ndarray | np.generic | complex | list[Any] | tuple[Any, ...]
)
# What fills a Parameter that a layer makes: values, a rule, the name of one, or a number for all elements.
Initial: TypeAlias = Tensor | Initializer | str | float
# What an optimizer updates: Parameters, or a dict for each group of them. A list of dicts whose values differ in type
# is no more than a list[object] to a type checker.
Params: TypeAlias = Iterable[Any]


class AutogradContext(Protocol):
    """The `ctx` of a torch.autograd.Function: what torch says of the call, and whatever else is left on it."""

    saved_tensors: tuple[torch.Tensor, ...]
    needs_input_grad: tuple[bool, ...]

    def save_for_backward(self, *tensors: torch.Tensor | None) -> None: ...
    def save_for_forward(self, *tensors: torch.Tensor | None) -> None: ...
    def mark_dirty(self, *tensors: torch.Tensor) -> None: ...
    def mark_non_differentiable(self, *tensors: torch.Tensor) -> None: ...
    def set_materialize_grads(self, value: bool) -> None: ...
    def __getattr__(self, name: str) -> Any: ...
    def __setattr__(self, name: str, value: Any, /) -> None: ...
