"""Primitives of float status."""

from __future__ import annotations

from typing import Any

from msacc.ops import debug
from msacc.ops.core.primitive import Primitive, declared, primitive

FloatStatus = primitive("FloatStatus", debug.float_status)


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
    """Ascend only: can be made, but not called."""


class NPUGetFloatStatus(_NpuStatus):
    """Ascend only: can be made, but not called."""


class NPUClearFloatStatus(_NpuStatus):
    """Ascend only: can be made, but not called."""


__all__ = declared(globals())
