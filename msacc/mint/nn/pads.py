"""Padding layers: those of `nn`, called with `input`, and zero padding in one and three dimensions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common.tensor import Tensor
from msacc.nn.layer import padding as _padding
from msacc.nn.layer.reshaping import Flatten as _Flatten
from msacc.ops.array.shaping import flatten_from_first as _flatten

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints


class _OfInput:
    def construct(self, input: Tensor) -> Tensor:
        return super().construct(input)  # type: ignore[misc]


def _layer(base: Any) -> Any:
    """The layer `base`, whose input is called `input` here."""
    body = {"__doc__": base.__doc__, "__module__": __name__}
    return type(base.__name__, (_OfInput, base), body)


ConstantPad1d = _layer(_padding.ConstantPad1d)
ConstantPad2d = _layer(_padding.ConstantPad2d)
ConstantPad3d = _layer(_padding.ConstantPad3d)
ReflectionPad1d = _layer(_padding.ReflectionPad1d)
ReflectionPad2d = _layer(_padding.ReflectionPad2d)
ReflectionPad3d = _layer(_padding.ReflectionPad3d)
ReplicationPad1d = _layer(_padding.ReplicationPad1d)
ReplicationPad2d = _layer(_padding.ReplicationPad2d)
ReplicationPad3d = _layer(_padding.ReplicationPad3d)
ZeroPad2d = _layer(_padding.ZeroPad2d)


class Flatten(_Flatten):
    """The dimensions from `start_dim` to `end_dim` made one; a view of the input where `nn`'s may copy."""

    def construct(self, input: Tensor) -> Tensor:
        return _flatten(input, self.start_dim, self.end_dim)


class ZeroPad1d(ConstantPad1d):  # type: ignore[misc, valid-type]
    """Zeros around the last dimension: (left, right), or one number for both; negative ones cut off.

    `padding`: these ints. Called with a Tensor of any dtype, which the result has.
    """

    def __init__(self, padding: Ints):
        super().__init__(padding, 0)


class ZeroPad3d(ConstantPad3d):  # type: ignore[misc, valid-type]
    """Zeros around the last three dimensions: a pair for each, the last first, or one number for all.

    `padding`: these ints. Called with a Tensor of any dtype, which the result has.
    """

    def __init__(self, padding: Ints):
        super().__init__(padding, 0)


_OTHERS = ("Any", "Tensor")
__all__ = [name for name in dir() if name[0].isupper() and name not in _OTHERS]
