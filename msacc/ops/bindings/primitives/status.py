"""Primitives that read Ascend's float overflow flags: they raise NotImplementedError."""

from __future__ import annotations

from typing import Any

from msacc.common.unsupported_names import refusal_reason
from msacc.ops.core.primitive import Primitive, primitive_names


@refusal_reason(
    "it reads a register of Ascend NPUs; ask ops.FloatStatus() or amp.all_finite(grads)"
)
class _NpuStatus(Primitive):
    """An Ascend register that no other device has; calling it is refused."""

    def __init__(self) -> None:
        super().__init__()

    def construct(self, *args: Any) -> Any:
        raise NotImplementedError(
            f"ops.{type(self).__name__} reads a register of Ascend NPUs. On this device ask "
            "ops.FloatStatus(), or mindspore.amp.all_finite(grads)."
        )


class NPUAllocFloatStatus(_NpuStatus):
    """`NPUAllocFloatStatus()()`: make room for the overflow flags of an Ascend NPU; refused here.

    It can be made, with a `name` for messages, but has no result: the call, whose flags are a float vector of
    shape (8,) on an NPU, raises NotImplementedError that names the remedy (`FloatStatus`, or
    `mindspore.amp.all_finite`). Differs from MindSpore: off Ascend it raises RuntimeError or ValueError.
    """


class NPUGetFloatStatus(_NpuStatus):
    """`NPUGetFloatStatus()(x)`: read the overflow flags of an Ascend NPU into `x`; refused here.

    It can be made, with a `name` for messages, but has no result: the call, whose flags are a float vector of
    shape (8,) on an NPU, raises NotImplementedError that names the remedy (`FloatStatus`, or
    `mindspore.amp.all_finite`). Differs from MindSpore: off Ascend it raises RuntimeError or ValueError.
    """


class NPUClearFloatStatus(_NpuStatus):
    """`NPUClearFloatStatus()(x)`: clear the overflow flags of an Ascend NPU; refused here.

    It can be made, with a `name` for messages, but has no result: the call, whose flags are a float vector of
    shape (8,) on an NPU, raises NotImplementedError that names the remedy (`FloatStatus`, or
    `mindspore.amp.all_finite`). Differs from MindSpore: off Ascend it raises RuntimeError or ValueError.
    """


__all__ = primitive_names(globals())
