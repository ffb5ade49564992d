"""One line on a terminal that tells how long a job runs and what its first worker is at."""

from __future__ import annotations

import shutil
import sys
import time
from dataclasses import dataclass

_INTERVAL_SECONDS = 0.5
_ERASE = "\r\x1b[2K"


@dataclass
class _Terminal:
    has_line: bool = False


_terminal = _Terminal()


def clear() -> None:
    """Takes the line away, before something else is printed."""
    if _terminal.has_line:
        sys.stdout.write(_ERASE)
        sys.stdout.flush()
        _terminal.has_line = False


class StatusLine:
    """Shows the status that a worker writes into a file, twice a second, where stdout is a terminal."""

    def __init__(self, path: str, workers: int):
        self.path, self.workers = path, workers
        self.enabled = sys.stdout.isatty()
        self._begun = time.monotonic()
        self._shown = self._begun

    def show(self) -> None:
        """Writes the line anew when it is time."""
        now = time.monotonic()
        if not self.enabled or now - self._shown < _INTERVAL_SECONDS:
            return
        self._shown, _terminal.has_line = now, True
        sys.stdout.write(_ERASE + self._text(now)[: shutil.get_terminal_size().columns - 1])
        sys.stdout.flush()

    def _text(self, now: float) -> str:
        try:
            with open(self.path, encoding="utf-8", errors="replace") as file:
                status = file.read()
        except OSError:
            status = ""
        workers = f"{self.workers} worker{'s' * (self.workers > 1)}"
        return f"msrun: {workers}, {now - self._begun:.0f} s: {status or 'starting'}"
