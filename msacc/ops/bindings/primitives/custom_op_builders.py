"""Builders of kernels with MindSpore's headers and compilers: they raise NotImplementedError."""

from __future__ import annotations

from typing import Any

from msacc.common.unsupported_names import unsupported

_HEADERS = (
    "its sources include MindSpore's C++ headers; build torch's with torch.utils.cpp_extension.load, or "
    "use ops.Custom"
)
_TBE = "it registers a kernel of Ascend's TBE; write the op with torch, or ops.Custom"


@unsupported(_HEADERS)
class CustomOpBuilder:
    """Refused: MindSpore compiles the C++ sources of an op with it. Raises NotImplementedError when made.

    None of `name`, `sources`, `backend`, `include_paths`, `cflags` and `ldflags` is looked at.
    """

    def __init__(
        self,
        name: str,
        sources: Any,
        backend: str | None = None,
        include_paths: Any = None,
        cflags: str | None = None,
        ldflags: str | None = None,
        **kwargs: Any,
    ):
        """Refused."""


@unsupported(_TBE)
class TBERegOp:
    """Refused: MindSpore describes the kernel `op_name` of Ascend's TBE with it. NotImplementedError when made."""

    def __init__(self, op_name: str):
        """Refused."""


__all__ = ["CustomOpBuilder", "TBERegOp"]
