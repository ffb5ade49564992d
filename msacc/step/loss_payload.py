"""What rides in the message that shares a step's loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Rider(Protocol):
    """A few numbers of each process, added up over all. They are read at once, so that a GPU would be waited for."""

    def own(self) -> Sequence[float]:
        """This process's numbers; as many on all processes."""

    def heard(self, totals: Sequence[float]) -> None:
        """The sums."""
