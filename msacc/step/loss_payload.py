"""Additional numbers in the message that sums a step's loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class LossPayload(Protocol):
    """A few numbers of each process, summed over all. Reading them synchronizes with a GPU."""

    def local_values(self) -> Sequence[float]:
        """This process's numbers; as many on all processes."""

    def receive_totals(self, totals: Sequence[float]) -> None:
        """Receives the sums."""
