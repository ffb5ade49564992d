"""`use_locking`, which several optimizers take."""

from __future__ import annotations

from typing import Any

from msacc.common import checks as check
from msacc.common.notice import no_effect


def check_locking(where: str, value: Any) -> None:
    """TypeError unless a bool; True says once that it changes nothing."""
    if check.boolean(where, "use_locking", value):
        no_effect(where, "use_locking", value, "updates run one after the other anyway")
