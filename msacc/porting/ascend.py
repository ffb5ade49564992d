"""Whether a use concerns Ascend alone."""

from __future__ import annotations

from typing import Any

_MODULES = ("msacc.device_context.ascend", "msacc.ops.bindings.primitives.ascend")
_WORDS = ("ascend", "npu", "hccl", "davinci", "aclnn", "mindio", "aoe")


def concerns_ascend(name: str, argument: str, text: str, value: Any) -> bool:
    """By the home of the object, its name, or the reason of a verdict."""
    if str(getattr(value, "__module__", "")).startswith(_MODULES):
        return True
    said = f"{name.rpartition('.')[2]} {argument}".lower()
    return any(word in said for word in _WORDS) or "Ascend" in text or ".ascend" in name
