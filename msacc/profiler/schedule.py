"""The schedule of a profiler: which steps it skips, warms up in and records."""

from __future__ import annotations

from enum import Enum

from msacc.common.warn_once import logger


class ProfilerAction(Enum):
    """What a profiler does in a step."""

    NONE = 0
    WARM_UP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


class Schedule:
    """Skip `skip_first` steps; then, `repeat` times (0: for ever), wait, warm up, and record.

    All arguments by name. Values that are no int, or too small, fall back to the default with a
    warning, as in MindSpore. Calling it with a step number gives the action; ValueError below 0.
    """

    def __init__(
        self, *, wait: int, active: int, warmup: int = 0, repeat: int = 0, skip_first: int = 0
    ) -> None:
        self.wait = _checked("wait", wait, 0)
        self.active = _checked("active", active, 1)
        self.warmup = _checked("warmup", warmup, 0)
        self.repeat = _checked("repeat", repeat, 0)
        self.skip_first = _checked("skip_first", skip_first, 0)
        if self.warmup == 0:
            logger.warning(
                "The profiler does not warm up (warmup=0): the first figures may be off."
            )

    def __call__(self, step: int) -> ProfilerAction:
        if step < 0:
            raise ValueError(f"For 'schedule', 'step' must not be below 0, but got {step}.")
        if step < self.skip_first:
            return ProfilerAction.NONE
        cycle = self.wait + self.warmup + self.active
        rounds, position = divmod(step - self.skip_first, cycle)
        if 0 < self.repeat <= rounds or position < self.wait:
            return ProfilerAction.NONE
        if position < self.wait + self.warmup:
            return ProfilerAction.WARM_UP
        return ProfilerAction.RECORD if position < cycle - 1 else ProfilerAction.RECORD_AND_SAVE

    def __repr__(self) -> str:
        return f"Schedule({', '.join(f'{k}={v!r}' for k, v in self.to_dict().items())})"

    def to_dict(self) -> dict[str, int]:
        """The settings by name."""
        names = ("wait", "active", "warmup", "repeat", "skip_first")
        return {name: getattr(self, name) for name in names}


def _checked(name: str, value: object, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        logger.warning(
            "For 'schedule', '%s' should be an int of at least %d, but got %r; reset to %d.",
            name, least, value, least,
        )  # fmt: skip
        return least
    return value
