"""The synchronization of processes between two steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist

from msacc.common.settings import settings
from msacc.communication._peer_status import waiting
from msacc.train.callback._callback import CallbackManager, RunContext
from msacc.train.callback._collective_decision import REQUEST_KINDS, CollectiveDecision


@dataclass(frozen=True)
class BoundaryState:
    """The number of processes without a batch left, and whether all stop."""

    without_batch: int
    stop: bool


class StepBoundary:
    """One message of a few numbers: whether a process stops, has no batch left, and its callbacks' requests. The
    requests may be sent with the loss instead (as `step.loss_payload`).

    `group`: the processes in lockstep; None: all.
    """

    def __init__(self, callbacks: CallbackManager, group: Any = None):
        self.group = group
        self.callbacks = [c for c in callbacks._callbacks if isinstance(c, CollectiveDecision)]
        self.context = RunContext({})
        self.requested: set[str] = set()

    def local_values(self) -> list[float]:
        """The requests of this process's callbacks: 0 or 1 for each kind."""
        requests = {c.request_kind for c in self.callbacks if c.requests(self.context)}
        return [float(kind in requests) for kind in REQUEST_KINDS]

    def receive_totals(self, totals: Sequence[float]) -> None:
        """Takes the sums of all processes' requests."""
        self.requested = {kind for kind, count in zip(REQUEST_KINDS, totals, strict=False) if count}

    def act(self) -> None:
        """Does what any process's callbacks requested."""
        kinds, self.requested = self.requested, set()
        for callback in self.callbacks:
            if callback.request_kind in kinds:
                callback.act(self.context)

    def synchronize(
        self, where: str, wants_stop: bool, without_batch: bool, started: bool = True
    ) -> BoundaryState:
        """Synchronizes the processes; collective. Before the first step (not `started`) requests are not read."""
        local = self.local_values() if started else [0.0] * len(REQUEST_KINDS)
        shared = torch.tensor(
            [float(wants_stop), float(without_batch), *local], device=message_device()
        )
        with waiting(where):
            dist.all_reduce(shared, group=self.group)
        stop, count, *requests = shared.tolist()
        self.receive_totals(requests)
        self.act()
        if stop:
            self.context.request_stop()
        return BoundaryState(int(count), started and self.context.get_stop_requested())


def message_device() -> Any:
    """The device of small messages: the CPU, which does not wait for a GPU's queue, if a backend supports it."""
    return "cpu" if "gloo" in dist.get_backend_config() else settings.device
