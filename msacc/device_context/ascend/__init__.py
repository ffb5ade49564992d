"""Ascend: never there."""

from __future__ import annotations

from msacc.homes import refuse


def is_available() -> bool:
    """Always False."""
    return False


def device_count() -> int:
    """Always 0."""
    return 0


__getattr__ = refuse("mindspore.device_context.ascend")
