"""Padding layers: (left, right, top, bottom, …), the last dimension first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc import ops
from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.core.op import exported_names
from msacc.ops.nn.pad import pad

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints


class _PadNd(Layer):
    """Checks of `padding`: an int for all `_msacc_n` dimensions, or a tuple of pairs."""

    _msacc_n = 1
    _msacc_mode = "constant"

    def __init__(self, padding: Ints):
        super().__init__()
        check.instance(self.cls_name, "padding", padding, (int, tuple))
        sizes = (padding,) * (2 * self._msacc_n) if isinstance(padding, int) else padding
        for item in sizes:
            check.instance(self.cls_name, "padding", item, int)
        if len(sizes) % 2 or len(sizes) > 2 * self._msacc_n:
            raise ValueError(
                f"For '{self.cls_name}', 'padding' must hold up to {self._msacc_n} pairs, but got {padding}."
            )
        if self._msacc_mode != "constant" and min(sizes) < 0:
            raise ValueError(
                f"For '{self.cls_name}', 'padding' must not be negative, but got {padding}."
            )
        self.padding, self.name = sizes, self.cls_name

    def construct(self, x: Tensor) -> Tensor:
        return pad(x, self.padding, self._msacc_mode)


class _ConstantPadNd(_PadNd):
    def __init__(self, padding: Ints, value: float):
        super().__init__(padding)
        self.value = check.instance(self.cls_name, "value", value, (int, float))

    def construct(self, x: Tensor) -> Tensor:
        return pad(x, self.padding, "constant", self.value)


class ConstantPad1d(_ConstantPadNd):
    """`value` around the last dimension.

    `padding`: an int, or two a dimension, the last dimension first; a negative number cuts off.
    `value`: a number. Called with a Tensor; the result has its dtype.
    """


class ConstantPad2d(_ConstantPadNd):
    """`value` around the last two dimensions.

    `padding`: an int, or two a dimension, the last dimension first; a negative number cuts off.
    `value`: a number. Called with a Tensor; the result has its dtype.
    """

    _msacc_n = 2


class ConstantPad3d(_ConstantPadNd):
    """`value` around the last three dimensions.

    `padding`: an int, or two a dimension, the last dimension first; a negative number cuts off.
    `value`: a number. Called with a Tensor; the result has its dtype.
    """

    _msacc_n = 3


class ZeroPad2d(_ConstantPadNd):
    """Zeros around the last two dimensions.

    `padding`: an int, or (left, right, top, bottom); a negative number cuts off.

    Called with a Tensor (…, H, W); the result has its dtype.
    """

    _msacc_n = 2

    def __init__(self, padding: Ints):
        super().__init__(padding, 0)


class ReflectionPad1d(_PadNd):
    """The last dimension mirrored at its ends.

    `padding`: an int, or two a dimension, the last dimension first. Called with a Tensor (N, C, …)
    or (C, …); the result has its dtype.
    """

    _msacc_mode = "reflect"


class ReflectionPad2d(_PadNd):
    """The last two dimensions mirrored at their ends.

    `padding`: an int, or two a dimension, the last dimension first. Called with a Tensor (N, C, …)
    or (C, …); the result has its dtype.
    """

    _msacc_n, _msacc_mode = 2, "reflect"


class ReflectionPad3d(_PadNd):
    """The last three dimensions mirrored at their ends.

    `padding`: an int, or two a dimension, the last dimension first. Called with a Tensor (N, C, …)
    or (C, …); the result has its dtype.
    """

    _msacc_n, _msacc_mode = 3, "reflect"


@holds(padv3=ops.PadV3("edge"))
class ReplicationPad1d(_PadNd):
    """The last dimension's ends repeated.

    `padding`: an int, or two a dimension, the last dimension first. Called with a Tensor (N, C, …)
    or (C, …); the result has its dtype.
    """

    _msacc_mode = "replicate"


@holds(padv3=ops.PadV3("edge"))
class ReplicationPad2d(_PadNd):
    """The last two dimensions' ends repeated.

    `padding`: an int, or two a dimension, the last dimension first. Called with a Tensor (N, C, …)
    or (C, …); the result has its dtype.
    """

    _msacc_n, _msacc_mode = 2, "replicate"


@holds(padv3=ops.PadV3("edge"))
class ReplicationPad3d(_PadNd):
    """The last three dimensions' ends repeated.

    `padding`: an int, or two a dimension, the last dimension first. Called with a Tensor (N, C, …)
    or (C, …); the result has its dtype.
    """

    _msacc_n, _msacc_mode = 3, "replicate"


__all__ = exported_names(globals())
