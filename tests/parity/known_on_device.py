"""The cases that differ on a device and are known to: what the CPU's figures are, or its memory."""

from __future__ import annotations

import functools
from pathlib import Path

KNOWN = Path(__file__).with_name("known_on_device.txt")


@functools.cache
def known() -> dict[str, str]:
    """Why cases differ, by the start of their keys."""
    lines = KNOWN.read_text().splitlines()
    rows = (line.partition(": ") for line in lines if line and not line.startswith("#"))
    return {key: why for key, _, why in rows}


def reason(key: str, table: dict[str, str]) -> str | None:
    """Why a case differs; None for one that should not."""
    return next((why for start, why in table.items() if key.startswith(start)), None)
