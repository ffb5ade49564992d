"""Primitives that read Ascend's overflow register; here it tells of the gradients that were derived."""

from __future__ import annotations

from msacc.common import checks as check
from msacc.common.overflow_register import overflow_register
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.ops.core.primitive import Primitive, primitive_names
from msacc.ops.debug import clear_overflow, empty_overflow_status, read_overflow


class _OverflowStatus(Primitive):
    def __init__(self) -> None:
        super().__init__()
        overflow_register.open(settings.device)


class NPUAllocFloatStatus(_OverflowStatus):
    """`NPUAllocFloatStatus()()`: a status for NPUGetFloatStatus to write into.

    The result has shape (8,) and dtype float32: zeros. Differs from MindSpore: off Ascend that raises RuntimeError.
    """

    def construct(self) -> Tensor:
        return empty_overflow_status()


class NPUClearFloatStatus(_OverflowStatus):
    """`NPUClearFloatStatus()(x)`: forget the overflow of gradients that were derived until now.

    `x` is a status, a Tensor of shape (8,) of float32; it is left as it is, and the result is zeros of its shape.
    Raises TypeError when it is no Tensor. Differs from MindSpore: off Ascend that raises RuntimeError.
    """

    def construct(self, x: Tensor) -> Tensor:
        check.instance(self.name, "x", x, Tensor)
        return clear_overflow(x)


class NPUGetFloatStatus(_OverflowStatus):
    """`NPUGetFloatStatus()(x)`: whether a gradient has overflowed since NPUClearFloatStatus, written into `x`.

    `x` is a status, a Tensor of shape (8,) of float32: ones if `mindspore.grad`, `value_and_grad` or `GradOperation`
    has derived a gradient with an infinity or NaN since, else zeros. The result is the same. Raises TypeError when it
    is no Tensor. Differs from MindSpore: it counts gradients alone, where Ascend's register counts every operator; off
    Ascend that raises RuntimeError.
    """

    def construct(self, x: Tensor) -> Tensor:
        check.instance(self.name, "x", x, Tensor)
        return read_overflow(x, writes=True)


class NPUClearFloatStatusV2(_OverflowStatus):
    """`NPUClearFloatStatusV2()(status)`: NPUClearFloatStatus for a status of int32.

    The result is zeros of its shape. Raises TypeError when `status` is no Tensor. Differs from MindSpore: off Ascend
    that raises RuntimeError.
    """

    def construct(self, status: Tensor) -> Tensor:
        check.instance(self.name, "status", status, Tensor)
        return clear_overflow(status)


class NPUGetFloatStatusV2(_OverflowStatus):
    """`NPUGetFloatStatusV2()(status)`: NPUGetFloatStatus for a status of int32, which it leaves as it is.

    The result has its shape. Raises TypeError when `status` is no Tensor. Differs from MindSpore as NPUGetFloatStatus
    does.
    """

    def construct(self, status: Tensor) -> Tensor:
        check.instance(self.name, "status", status, Tensor)
        return read_overflow(status, writes=False)


# Those with V2 are in `ops.operations.math_ops` alone.
__all__ = [name for name in primitive_names(globals()) if not name.endswith("V2")]
