"""Flatten, Unflatten, Identity."""

from __future__ import annotations

from typing import Any

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.array.shaping import flatten_between, reshape


class Flatten(Cell):
    """Merge the dimensions from `start_dim` to `end_dim` into one.

    `start_dim`, `end_dim`: ints, negative ones from the end; by default all but the first dimension
      are merged.

    Called with a Tensor of any dtype; returns one with the same elements, (N, a, b) becomes (N, a *
    b).

    Raises TypeError for settings that are no ints, ValueError where they are out of range or out of
    order. As in MindSpore.
    """

    def __init__(self, start_dim: int = 1, end_dim: int = -1):
        super().__init__()
        self.start_dim = check.instance(self.cls_name, "start_dim", start_dim, int)
        self.end_dim = check.instance(self.cls_name, "end_dim", end_dim, int)

    def construct(self, x: Tensor) -> Tensor:
        return flatten_between(x, self.start_dim, self.end_dim)


class Identity(Cell):
    """A placeholder layer: returns the input itself, whatever its shape or type.

    Any constructor arguments are accepted and forgotten.

    Raises no error of its own. As in MindSpore.
    """

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__()

    def construct(self, input: Any) -> Any:
        return input


@holds("reshape", "shape")
class Unflatten(Layer):
    """Split dimension `axis` into several of the sizes `unflattened_size`.

    `axis`: an int, negative from the end.
    `unflattened_size`: a tuple or list of ints, one of which may be -1.

    Called with a Tensor of any dtype; returns one with the same elements.

    Raises TypeError for settings of other types, ValueError for sizes that do not multiply to the
    dimension's.

    As in MindSpore.
    """

    def __init__(self, axis: int, unflattened_size: tuple[int, ...] | list[int]):
        super().__init__()
        self.axis = check.instance(self.cls_name, "axis", axis, int)
        check.instance(self.cls_name, "unflattened_size", unflattened_size, (tuple, list))
        self.unflattened_size = tuple(unflattened_size)

    def construct(self, input_x: Tensor) -> Tensor:
        axis = self.axis % input_x.ndim
        shape = input_x.shape
        return reshape(input_x, (*shape[:axis], *self.unflattened_size, *shape[axis + 1 :]))


__all__ = ["Flatten", "Identity", "Unflatten"]
