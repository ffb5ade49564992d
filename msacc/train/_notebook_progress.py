"""Progress in a notebook: one HTML element, shown anew at most five times a second."""

from __future__ import annotations

import html
import sys
import time
from typing import Any

_INTERVAL_SECONDS = 0.2


def in_notebook() -> bool:
    """Whether this process is a notebook's kernel."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and hasattr(ipython.get_ipython(), "kernel")


class NotebookProgress:
    """A bar with steps, their number and the time. `total` is None where the number is not known."""

    def __init__(self, label: str, total: int | None):
        from IPython.display import HTML, display  # only a notebook asks for it

        self._html = HTML
        self.total = total
        self.reset(label)
        self._handle: Any = display(HTML(self._text()), display_id=True)

    def reset(self, label: str) -> None:
        """Begins anew under another label."""
        self.label, self.done = label, 0
        self._begun = self._shown = time.monotonic()

    def advance(self) -> None:
        """One step is done."""
        self.done += 1
        now = time.monotonic()
        if now - self._shown >= _INTERVAL_SECONDS or self.done == self.total:
            self._shown = now
            self._handle.update(self._html(self._text()))

    def stop(self) -> None:
        """Takes the element away."""
        self._handle.update(self._html(""))

    def _text(self) -> str:
        seconds = time.monotonic() - self._begun
        steps, left = f"{self.done}", ""
        bar = "<progress></progress>"
        if self.total:
            bar = f"<progress max='{self.total}' value='{self.done}'></progress>"
            steps = f"{self.done}/{self.total}"
            if self.done:
                left = f", {seconds / self.done * (self.total - self.done):.0f} s left"
        return f"{html.escape(self.label)} {bar} {steps}, {seconds:.0f} s{left}"
