"""Records what this process does in a step, and gathers what all did."""

from __future__ import annotations

import json
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist

from msacc.common.trace_spans import record_spans, span
from msacc.profiler.config import quiet_without_a_device, torch_activities
from msacc.profiler.step_events import Lane
from msacc.profiler.trace_reading import lane_of


class StepRecorder:
    """Records this process: torch's profiler, and the program's own spans."""

    def __init__(self) -> None:
        self._open = ExitStack()
        quiet_without_a_device()
        self._session = torch.profiler.profile(
            activities=torch_activities(None), record_shapes=True
        )

    def start(self) -> None:
        """Begin, all processes of the job at once."""
        self._session.start()
        if _in_job():
            dist.barrier()
        record_spans(True)
        self._open.enter_context(span("step"))

    def stop(self) -> Lane:
        """What this process did, in seconds of the wall clock."""
        self._open.close()
        record_spans(False)
        self._session.stop()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "trace.json"
            self._session.export_chrome_trace(str(path))
            return lane_of(json.loads(path.read_text(encoding="utf-8")))


def gathered(own: Lane) -> dict[int, Lane]:
    """The lanes of all processes, the first of which begins at 0. Collective."""
    lanes: list[Any] = [own]
    if _in_job():
        lanes = [None] * dist.get_world_size()
        dist.all_gather_object(lanes, own)
    first = min(lane.start for lane in lanes)
    return {rank: lane.moved(-first) for rank, lane in enumerate(lanes)}


def _in_job() -> bool:
    return dist.is_available() and dist.is_initialized() and dist.get_world_size() > 1
