"""Builders of kernels with MindSpore's headers and compilers: they raise NotImplementedError."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common.unsupported_names import unsupported

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEADERS = (
    "its sources include MindSpore's C++ headers; build torch's with torch.utils.cpp_extension.load, or "
    "use ops.Custom"
)


@unsupported(_HEADERS, made=True)
class CustomOpBuilder:
    """Refused: MindSpore compiles the C++ sources of an op with it. Raises NotImplementedError when it is used.

    None of `name`, `sources`, `backend`, `include_paths`, `cflags` and `ldflags` is looked at.
    """

    def __init__(
        self,
        name: str,
        sources: str | Sequence[str],
        backend: str | None = None,
        include_paths: str | Sequence[str] | None = None,
        cflags: str | None = None,
        ldflags: str | None = None,
        **kwargs: Any,
    ):
        """Refused."""


__all__ = ["CustomOpBuilder"]
