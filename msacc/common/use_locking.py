"""The argument `use_locking` of optimizers, update rules and scatter primitives: checked, without effect."""

from __future__ import annotations

from msacc.common import checks as check
from msacc.common.warn_once import no_effects


def check_locking(where: str, value: object, default: bool = False) -> None:
    """TypeError unless a bool; another one than the default says once that it changes nothing."""
    value_and_default = check.boolean(where, "use_locking", value), default
    no_effects(where, "updates run one after the other anyway", use_locking=value_and_default)
