"""Operators of MindSpore 1.0 that say an order, which calls have here by themselves.

Imports: , _checkparam, common, ops.
"""

from __future__ import annotations

from typing import Any

from msacc import ops
from msacc._checkparam import INC_BOTH, check_int_range


class ControlDepend(ops.PrimitiveWithInfer):
    """`ControlDepend(depend_mode)(src, dst)`: `src` runs before `dst`; returns `src`.

    `depend_mode`: 0, or 1 for a Parameter `src` and the operators that use it.

    Raises TypeError when `depend_mode` is no int, ValueError when it is neither.

    Differs from MindSpore: it has no effect, as calls run in the order in which they stand.
    """

    @ops.prim_attr_register
    def __init__(self, depend_mode: int = 0) -> None:
        check_int_range(depend_mode, 0, 1, INC_BOTH, "depend_mode", self.name)

    def construct(self, src: Any, dst: Any) -> Any:
        return src


control_depend = ControlDepend()
