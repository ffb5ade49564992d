"""timeline: what each process of a job did, and when, while a training step ran."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msacc.common.svg_shapes import written
from msacc.common.text_tables import as_text, html_table, rich_table, size
from msacc.profiler.step_events import Lane, StepEvent
from msacc.profiler.step_recorder import StepRecorder, gathered
from msacc.profiler.timeline_drawing import drawing, stacked

KINDS = ("data", "forward", "backward", "graph", "optimizer", "waiting", "other")
_SIGNS = {
    "data": "d",
    "forward": "F",
    "backward": "B",
    "graph": "G",
    "optimizer": "O",
    "waiting": "w",
    "other": ".",
    "message": "-",
}
# Title, columns, lines, and the columns that stand to the right.
_Table = tuple[str, tuple[str, ...], list[tuple[str, ...]], tuple[str, ...]]


class Timeline:
    """`lanes`: what each process did, by rank; filled when `timeline` ends.

    Printed it is a table of each process's shares of time, one of its messages, and a line of letters for each process.
    `svg()` is the picture, which a notebook shows.
    """

    def __init__(self) -> None:
        self.lanes: dict[int, Lane] = {}

    def shares(self, rank: int) -> dict[str, float]:
        """The shares of a process's time: "data", "forward", "backward", "graph", "optimizer", "waiting", "other".

        They add up to 1. "graph": forward and backward, or the whole step, as one compiled graph; "waiting": for
        messages, the others' lateness included; "other": Python between them.
        """
        lane = self.lanes[rank]
        return {kind: lane.seconds(kind) / (lane.stop - lane.start) for kind in KINDS}

    def messages(self, rank: int) -> dict[str, tuple[int, int]]:
        """{kind: (number, bytes of the tensors that the process gave)} of a process's messages."""
        found: dict[str, tuple[int, int]] = {}
        for event in self.lanes[rank].messages:
            number, nbytes = found.get(event.name, (0, 0))
            found[event.name] = number + 1, nbytes + event.nbytes
        return found

    def text(self, width: int = 100) -> str:
        """A line of `width` letters for each process: d data, F forward, B backward, G a graph of both, O optimizer,
        w waiting, dots between; below it a dash where a message is under way.
        """
        begin, end = self._extent()
        lines = []
        for rank, lane in sorted(self.lanes.items()):
            phases, messages = [" "] * width, [" "] * width
            whole = StepEvent("other", "", lane.start, lane.stop)
            for event in (whole, *lane.events):
                low, high = (
                    int((at - begin) / (end - begin) * width) for at in (event.start, event.stop)
                )
                row = messages if event.kind == "message" else phases
                row[low:high] = _SIGNS[event.kind] * (high - low)
                row[min(low, width - 1)] = _SIGNS[event.kind]
            lines.append(f"process {rank:<4}" + "".join(phases).rstrip())
            lines.append(" " * 12 + "".join(messages).rstrip())
        return "\n".join(lines)

    def svg(self, path: str | Path | None = None) -> str:
        """The picture as SVG; written to the file `path` too, if it is given."""
        return written(drawing(self.lanes, *self._extent()), path)

    def chrome_trace(self, path: str | Path) -> None:
        """Write it for chrome://tracing or Perfetto: a process for each rank, its messages as threads of their own."""
        events: list[dict[str, Any]] = []
        for rank, lane in sorted(self.lanes.items()):
            told = {"ph": "M", "pid": rank, "name": "process_name"}
            events.append({**told, "args": {"name": f"process {rank}"}})
            phases = [e for e in lane.events if e.kind != "message"]
            events += [_traced(e, rank, 0) for e in phases]
            events += [_traced(e, rank, 1 + row) for e, row in stacked(lane.messages)]
        Path(path).write_text(json.dumps({"traceEvents": events}), encoding="utf-8")

    def _extent(self) -> tuple[float, float]:
        if not self.lanes:
            raise RuntimeError("A timeline is filled when its `with` block has ended.")
        lanes = self.lanes.values()
        return min(lane.start for lane in lanes), max(lane.stop for lane in lanes)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return self.svg() + "".join(html_table(*parts) for parts in self._tables())

    def __str__(self) -> str:
        if not self.lanes:
            return "Timeline: filled when its `with` block has ended"
        tables = [as_text(rich_table(*parts)) for parts in self._tables()]
        return "\n\n".join([*tables, self.text()])

    __repr__ = __str__

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from rich.text import Text

        for parts in self._tables():
            yield rich_table(*parts)
        yield Text(self.text(max(options.max_width - 12, 20)))

    def _tables(self) -> list[_Table]:
        every = {rank: self.shares(rank) for rank in sorted(self.lanes)}
        used = [kind for kind in KINDS if any(shares[kind] for shares in every.values())]
        shares: list[tuple[str, ...]] = [
            (str(rank), _time(self.lanes[rank]), *(f"{100 * own[kind]:.1f} %" for kind in used))
            for rank, own in every.items()
        ]
        tables: list[_Table] = [("A step", ("process", "time", *used), shares, ("time", *used))]
        sent = [self._sent(rank, kind) for rank in every for kind in sorted(self.messages(rank))]
        if sent:
            columns = ("process", "kind", "number", "bytes", "under way")
            tables.append(("Messages", columns, sent, ("number", "under way")))
        return tables

    def _sent(self, rank: int, kind: str) -> tuple[str, ...]:
        number, nbytes = self.messages(rank)[kind]
        seconds = self._under_way(rank, kind)
        return str(rank), kind, f"{number:,}", size(nbytes), f"{1e3 * seconds:.2f} ms"

    def _under_way(self, rank: int, kind: str) -> float:
        return sum(e.stop - e.start for e in self.lanes[rank].messages if e.name == kind)


def _time(lane: Lane) -> str:
    return f"{1e3 * (lane.stop - lane.start):.2f} ms"


def _traced(event: StepEvent, rank: int, thread: int) -> dict[str, Any]:
    name = event.name if event.kind == "message" else f"{event.kind} {event.name}".strip()
    place = {"ph": "X", "pid": rank, "tid": thread, "cat": event.kind, "name": name}
    more = {"args": {"bytes": event.nbytes}} if event.kind == "message" else {}
    return {**place, "ts": event.start * 1e6, "dur": (event.stop - event.start) * 1e6, **more}


@contextmanager
def timeline() -> Iterator[Timeline]:
    """What each process does, and when, in the step inside: `with timeline() as seen: step(x, y)`, then `print(seen)`.

    All processes of the job must enter and leave it together; each then has the lanes of all. Put one step inside that
    is not the first, which lays parameters out and compiles. Op by op a step is slower while it is recorded. Over
    several hosts the lanes are as true as their clocks agree. On a GPU the parts of a step are waited for. MindSpore
    has no such function.
    """
    seen, recorder = Timeline(), StepRecorder()
    recorder.start()
    try:
        yield seen
    except BaseException:
        recorder.stop()
        raise
    seen.lanes = gathered(recorder.stop())
