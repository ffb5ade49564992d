"""timeline: what each process of a job did, and when, while a training step ran."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msacc.common.svg_shapes import written
from msacc.common.text_tables import as_text, html_table, rich_table, size
from msacc.profiler.step_events import Lane, StepEvent
from msacc.profiler.step_recorder import StepRecorder, gathered
from msacc.profiler.timeline_drawing import drawing, stacked

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions

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
# Of a pipeline's passes: digits forward, letters backward, capitals for the gradients of weights that come later.
_PASS = re.compile(r"micro-batch (?P<micro>\d+) chunk \d+(?P<weights>, weights)?")
_PASSES = ("forward", "backward", "graph")
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

    def bubble(self) -> float:
        """The share of the time between the first pass and the last in which a process ran none, the mean over them.

        Passes are those forward and backward, and graphs of both: of a pipeline's stages it is what they wait.
        """
        passes = {
            rank: [e for e in lane.events if e.kind in _PASSES] for rank, lane in self.lanes.items()
        }
        every = [event for own in passes.values() for event in own]
        if not every:
            raise RuntimeError("bubble() is of passes, of which this timeline has none.")
        seconds = max(e.stop for e in every) - min(e.start for e in every)
        busy = [sum(e.stop - e.start for e in own) for own in passes.values()]
        return 1.0 - sum(busy) / len(busy) / seconds

    def text(self, width: int = 100, micro_batches: bool = False) -> str:
        """A line of `width` letters for each process: d data, F forward, B backward, G a graph of both, O optimizer,
        w waiting, dots between; below it a dash where a message is under way.

        With `micro_batches` a pipeline's passes have the last digit of theirs: 0-9 forward, a-j backward, A-J the
        gradients of weights that are taken later.
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
                sign = (micro_batches and _micro_batch(event)) or _SIGNS[event.kind]
                row[low:high] = sign * (high - low)
                row[min(low, width - 1)] = sign
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

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Any]:
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


def _micro_batch(event: StepEvent) -> str:
    """The letter of a pass of a pipeline's stage; empty for other events."""
    of_stage = _PASS.fullmatch(event.name)
    if of_stage is None:
        return ""
    letters = "0123456789" if event.kind == "forward" else "abcdefghij"
    letter = letters[int(of_stage["micro"]) % 10]
    return letter.upper() if of_stage["weights"] else letter


def expected_bubble(stages: int, micro_size: int, chunks: int = 1) -> float:
    """The idle share of a pipeline whose passes take equally long everywhere, and whose messages take no time.

    `chunks`: how many each process has.
    """
    return (stages - 1) / (chunks * micro_size + stages - 1)


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
