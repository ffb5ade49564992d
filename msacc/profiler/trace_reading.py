"""What a step did, out of the chrome trace that torch's profiler writes of one process."""

from __future__ import annotations

import bisect
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import torch

from msacc.common.trace_spans import PREFIX
from msacc.profiler.step_events import Lane, StepEvent, painted

_BACKENDS = ("gloo:", "nccl:")
_ENGINE = "autograd::engine::evaluate_function"
_BYTES = {"unsigned char": 1, "signed char": 1, "bool": 1, "short": 2, "int": 4, "long": 8, "long int": 8,
          "float": 4, "double": 8, "c10::Half": 2, "c10::BFloat16": 2, "c10::complex<float>": 8,
          "c10::complex<double>": 16}  # fmt: skip


def lane_of(trace: dict[str, Any]) -> Lane:
    """The span "step" of a trace, in seconds of the wall clock."""
    return _Reader(trace).lane()


class _Reader:
    def __init__(self, trace: dict[str, Any]):
        self.origin = trace.get("baseTimeNanoseconds", 0) / 1e9
        timed = [e for e in trace["traceEvents"] if e.get("ph") == "X"]
        (step,) = (e for e in timed if e["name"] == f"{PREFIX}step")
        self.begin, self.end, main = step["ts"], step["ts"] + step["dur"], step["tid"]
        self.inside = sorted(
            (
                e
                for e in timed
                if e is not step
                and e.get("cat") in ("cpu_op", "user_annotation")
                and self.begin <= e["ts"] < self.end
            ),
            key=lambda e: (e["ts"], -e["dur"]),
        )
        self.main = [e for e in self.inside if e["tid"] == main]

    def lane(self) -> Lane:
        phases = painted(
            [*self._pipelines(), *self._spans("data"), *self._passes(), *self._spans("optimizer")]
            + self._waits()
        )
        events = [*phases, *self._messages()]
        return Lane(
            self._second(self.begin),
            self._second(self.end),
            tuple(
                StepEvent(e.kind, e.name, self._second(e.start), self._second(e.stop), e.nbytes)
                for e in events
            ),
        )

    def _second(self, microseconds: float) -> float:
        return self.origin + min(microseconds, self.end) / 1e6

    def _spans(self, prefix: str, kind: str = "") -> list[StepEvent]:
        """The program's own spans that begin so; the rest of their names is the events'."""
        wanted = PREFIX + prefix
        return [
            StepEvent(kind or prefix, e["name"][len(wanted) :].strip(), e["ts"], e["ts"] + e["dur"])
            for e in self.inside
            if e["name"].startswith(wanted)
        ]

    def _pipelines(self) -> list[StepEvent]:
        """Between the passes of its chunks a stage waits for the others."""
        return self._spans("pipeline", "waiting")

    def _passes(self) -> list[StepEvent]:
        # A split backward pass takes the gradients of weights later.
        later = [replace(e, name=f"{e.name}, weights") for e in self._spans("weights", "backward")]
        passes = [*self._spans("forward"), *self._spans("backward"), *later]
        if passes:
            return passes
        micros = self._spans("micro-batch", "graph")
        if micros:
            return [p for micro in micros for p in self._halves(micro, True)]
        data = self._spans("data")
        whole = StepEvent("graph", "", data[-1].stop if data else self.begin, self.end)
        return self._halves(whole, False)

    def _halves(self, region: StepEvent, is_micro: bool) -> list[StepEvent]:
        """Forward and backward of a stretch op by op: a backward pass is what autograd's engine runs at a time."""
        name = f"micro-batch {region.name}" if is_micro else ""
        found: list[StepEvent] = []
        ends = [region.start, *(span.stop for span in self._spans("optimizer"))]
        for start, stop in self._engine_runs(region):
            begin = max(end for end in ends if end <= start)
            found.append(StepEvent("forward", name, begin, start))
            found.append(StepEvent("backward", name, start, stop))
            ends.append(stop)
        if not found:
            return [StepEvent("graph", name, region.start, region.stop)]
        if is_micro:
            last = found.pop()
            found.append(StepEvent(last.kind, name, last.start, region.stop))
        return found

    def _engine_runs(self, region: StepEvent) -> Iterator[tuple[float, float]]:
        """Ops of autograd's engine without another op in between."""
        run: list[float] = []
        covered = 0.0
        for event in self.main if not self._engine_apart() else self.inside:
            start, stop = event["ts"], event["ts"] + event["dur"]
            if event.get("cat") != "cpu_op" or not region.start <= start < region.stop:
                continue
            if event["name"].startswith(_ENGINE):
                run = [run[0] if run else start, stop]
            elif run and start >= covered:
                yield run[0], run[1]
                run = []
            covered = max(covered, stop)
        if run:
            yield run[0], run[1]

    def _engine_apart(self) -> bool:
        """Whether the engine has a thread of its own, as for a GPU."""
        return not any(e["name"].startswith(_ENGINE) for e in self.main)

    def _waits(self) -> list[StepEvent]:
        """Where the process says so, where a value is asked for that a message brings, and in synchronous messages."""
        starts = [e["ts"] for e in self.main]
        waits = self._spans("wait", "waiting")
        for event in self.main:
            start, stop = event["ts"], event["ts"] + event["dur"]
            if event["name"] == "_c10d_functional::wait_tensor":
                waits.append(StepEvent("waiting", "", start, stop))
            elif event["name"].startswith("c10d::") and _is_synchronous(event):
                following = bisect.bisect_left(starts, stop)
                end = starts[following] if following < len(starts) else self.end
                waits.append(StepEvent("waiting", "", start, end))
        return waits

    def _messages(self) -> list[StepEvent]:
        return [
            StepEvent("message", e["name"].partition(":")[2], e["ts"], e["ts"] + e["dur"], _size(e))
            for e in self.inside
            if e["name"].startswith(_BACKENDS)
        ]


def _is_synchronous(event: dict[str, Any]) -> bool:
    """Whether the caller of a message waits for it at once."""
    op = getattr(torch.ops.c10d, event["name"].removeprefix("c10d::"), None)
    names = [] if op is None else [argument.name for argument in op.default._schema.arguments]
    given = event.get("args", {}).get("Concrete Inputs", ())
    at = names.index("async_op") if "async_op" in names else len(given)
    return at < len(given) and given[at] == "False"


def _size(event: dict[str, Any]) -> int:
    """Bytes of the tensors of a message."""
    given = event.get("args", {})
    pairs = zip(given.get("Input Dims", ()), given.get("Input type", ()), strict=False)
    return sum(math.prod(dims) * _BYTES.get(kind, 0) for dims, kind in pairs)
