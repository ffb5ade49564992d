"""What processes that run together agree on between two steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist

from msacc.common.settings import settings
from msacc.communication._peer_status import waiting
from msacc.train.callback._callback import CallbackManager, RunContext
from msacc.train.callback._collective_decision import CONCERNS, Concerted


@dataclass(frozen=True)
class Agreed:
    """How many processes have no batch left, and whether all stop."""

    lacking: int
    stop: bool


class Border:
    """One message of a few numbers: who stops, who has no batch left, what callbacks wish. Its wishes may ride in
    another message instead (`step.rider`).

    `group`: the processes that run together; None: all.
    """

    def __init__(self, callbacks: CallbackManager, group: Any = None):
        self.group = group
        self.concerted = [c for c in callbacks._callbacks if isinstance(c, Concerted)]
        self.context = RunContext({})
        self.concerns: set[str] = set()

    def own(self) -> list[float]:
        """What this process's callbacks wish: 0 or 1 for each concern."""
        wishes = {c.concern for c in self.concerted if c.wishes(self.context)}
        return [float(concern in wishes) for concern in CONCERNS]

    def heard(self, totals: Sequence[float]) -> None:
        """What any process's callbacks wish."""
        self.concerns = {concern for concern, count in zip(CONCERNS, totals, strict=False) if count}

    def comply(self) -> None:
        """Do what any process's callbacks wished."""
        concerns, self.concerns = self.concerns, set()
        for callback in self.concerted:
            if callback.concern in concerns:
                callback.comply(self.context)

    def cross(self, place: str, wants_stop: bool, lacks: bool, begun: bool = True) -> Agreed:
        """Agree; collective. Before a step is taken (not `begun`) nobody's wishes are heard."""
        wishes = self.own() if begun else [0.0] * len(CONCERNS)
        shared = torch.tensor([float(wants_stop), float(lacks), *wishes], device=device())
        with waiting(place):
            dist.all_reduce(shared, group=self.group)
        stop, lacking, *wanted = shared.tolist()
        self.heard(wanted)
        self.comply()
        if stop:
            self.context.request_stop()
        return Agreed(int(lacking), begun and self.context.get_stop_requested())


def device() -> Any:
    """Where a message does not wait for a GPU's queue, if there is a backend for it."""
    return "cpu" if "gloo" in dist.get_backend_config() else settings.device
