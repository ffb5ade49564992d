"""Records when a process's chunks run forward and backward, while recording is on."""

from __future__ import annotations

import functools
import time
from dataclasses import dataclass
from typing import Any

import torch

from msacc.common.settings import settings
from msacc.common.torch_private import pipeline_stage
from msacc.common.trace_spans import span


@dataclass(frozen=True)
class Event:
    """One pass of one micro-batch through one chunk, in seconds since the clock was started.

    `kind`: "forward", "backward", or "weights": the part of a split backward pass that is not waited for.
    """

    kind: str
    chunk: int
    micro: int
    start: float
    stop: float


class Clock:
    """The recorded events, None while recording is off; `origin` is the same moment in all processes."""

    def __init__(self) -> None:
        self.events: list[Event] | None = None
        self.origin = 0.0

    def now(self) -> float:
        """Seconds since `origin`, the device's work done.

        It is the wall clock, which all processes share: each one's own counter starts when it likes.
        """
        if settings.device.type == "cuda":
            torch.cuda.synchronize()
        return time.time() - self.origin

    def timed(self, kind: str, stage: Any, micro: int, run: Any) -> Any:
        """Runs a pass and records it."""
        if self.events is None:
            with span(f"{kind} micro-batch {micro} chunk {stage.stage_index}"):
                return run()
        start = self.now()
        out = run()
        self.events.append(Event(kind, stage.stage_index, micro, start, self.now()))
        return out


clock = Clock()


@functools.cache
def stage_class() -> Any:
    """torch's pipeline stage, with timed passes."""
    base: Any = pipeline_stage()

    class TimedStage(base):
        """A stage whose passes are recorded."""

        def forward_one_chunk(self, fwd_chunk_id: int, *args: Any, **kwargs: Any) -> Any:
            run = functools.partial(super().forward_one_chunk, fwd_chunk_id, *args, **kwargs)
            return clock.timed("forward", self, fwd_chunk_id, run)

        def backward_one_chunk(self, bwd_chunk_id: int, *args: Any, **kwargs: Any) -> Any:
            run = functools.partial(super().backward_one_chunk, bwd_chunk_id, *args, **kwargs)
            out = clock.timed("backward", self, bwd_chunk_id, run)
            # Messages are contiguous; a split backward pass leaves gradients as they come.
            for chunk, gradients in self.bwd_cache.items():
                self.bwd_cache[chunk] = tuple(g if g is None else g.contiguous() for g in gradients)
            return out

        def backward_weight_one_chunk(self, bwd_chunk_id: int, *args: Any, **kwargs: Any) -> Any:
            run = functools.partial(
                super().backward_weight_one_chunk, bwd_chunk_id, *args, **kwargs
            )
            return clock.timed("weights", self, bwd_chunk_id, run)

    return TimedStage
