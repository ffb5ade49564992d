"""Whether a use concerns Ascend alone."""

from __future__ import annotations

import re
from typing import Any

from msacc.mindspore_homes import defined_in

_MODULES = ("msacc.device_context.ascend", "msacc.ops.bindings.primitives.ascend")
_WORD = re.compile(r"ascend|\bnpu|_npu|^NPU|hccl|davinci|aclnn|mindio|\baoe", re.IGNORECASE)


def concerns_ascend(name: str, argument: str, text: str, value: Any) -> bool:
    """By the home of the object, its name, or the reason of a verdict."""
    if hasattr(value, "__module__") and defined_in(value).startswith(_MODULES):
        return True
    said = f"{name.rpartition('.')[2]} {argument}"
    return bool(_WORD.search(said)) or "Ascend" in text or ".ascend" in name
