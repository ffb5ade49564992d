"""mstx: user-defined marks and ranges in a profile."""

from __future__ import annotations

import itertools
from typing import Any

import torch

from msacc.common.warn_once import logger, no_effects

_numbers = itertools.count(1)
# (number, domain) -> what ends the range.
_open: dict[tuple[Any, Any], Any] = {}


class mstx:
    """Marks in the trace of whatever profiler records (`domain: message`, plain for 'default').

    Not for use inside compiled functions. What is no text is left out with a warning, as in MindSpore.
    """

    enable = True

    @staticmethod
    def mark(message: str, stream: object = None, domain: str = "default") -> None:
        """A single point."""
        no_effects("mstx", "marks are on the host's time line", stream=(stream, None))
        if _is_text(message, domain):
            with torch.profiler.record_function(_label(message, domain)):
                pass

    @staticmethod
    def range_start(message: str, stream: object = None, domain: str = "default") -> int:
        """Begin a range; the number returned ends it (0: nothing was begun)."""
        no_effects("mstx", "ranges are on the host's time line", stream=(stream, None))
        if not _is_text(message, domain):
            return 0
        number = next(_numbers)
        started = _open[number, domain] = torch.profiler.record_function(_label(message, domain))
        started.__enter__()
        return number

    @staticmethod
    def range_end(range_id: int, domain: str = "default") -> None:
        """End a range of that domain."""
        started = _open.pop((range_id, domain), None)
        if started is not None:
            started.__exit__(None, None, None)
        elif range_id != 0:
            logger.warning(
                "mstx.range_end: no range with the number %r is open in %r.", range_id, domain
            )


def _is_text(message: str, domain: str) -> bool:
    good = all(isinstance(text, str) and text for text in (message, domain))
    if not good:
        logger.warning("mstx: message and domain must be str, but got %r and %r.", message, domain)
    return good


def _label(message: str, domain: str) -> str:
    return message if domain == "default" else f"{domain}: {message}"
