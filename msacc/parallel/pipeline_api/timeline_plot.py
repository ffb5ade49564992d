"""The timeline of a pipeline's schedule as it ran: one lane per process, and the share that was idle."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch.distributed as dist

from msacc.step.pipeline_runtime.timeline import Event, clock

_COLORS = {"forward": "#7aa6da", "backward": "#e0a070", "weights": "#8fbf8f"}
_SIGNS = {"forward": "0123456789", "backward": "abcdefghij", "weights": "ABCDEFGHIJ"}
_LANE, _LEFT, _WIDTH = 34, 70, 1000


class Timeline:
    """The passes of all processes, by rank; filled when `record` ends."""

    def __init__(self) -> None:
        self.lanes: dict[int, list[Event]] = {}

    @property
    def seconds(self) -> float:
        """From the first pass's start to the last one's end."""
        return self._end - self._begin

    @property
    def _begin(self) -> float:
        return min(e.start for lane in self.lanes.values() for e in lane)

    @property
    def _end(self) -> float:
        return max(e.stop for lane in self.lanes.values() for e in lane)

    def bubble(self) -> float:
        """The share of that time in which a process ran no pass, the mean over the processes."""
        busy = [sum(e.stop - e.start for e in lane) for lane in self.lanes.values()]
        return 1.0 - sum(busy) / len(busy) / self.seconds

    def text(self, width: int = 100) -> str:
        """A lane of `width` characters for each process, by micro-batch; dots where idle.

        0-9 forward, a-j backward, A-J gradients of weights that are taken later.
        """
        lines = []
        for rank, lane in sorted(self.lanes.items()):
            row = ["."] * width
            for e in lane:
                low, high = (
                    int((t - self._begin) / self.seconds * width) for t in (e.start, e.stop)
                )
                sign = _SIGNS[e.kind][e.micro % 10]
                row[low : max(high, low + 1)] = sign * (max(high, low + 1) - low)
            lines.append(f"rank {rank:<3}" + "".join(row[:width]))
        return "\n".join(lines)

    def svg(self, path: str | Path) -> None:
        """Write the lanes as a picture."""
        scale = _WIDTH / self.seconds
        parts = []
        for row, (rank, lane) in enumerate(sorted(self.lanes.items())):
            y = 8 + row * _LANE
            parts.append(f'<text x="6" y="{y + 18}">rank {rank}</text>')
            for e in lane:
                x, w = _LEFT + (e.start - self._begin) * scale, (e.stop - e.start) * scale
                parts.append(
                    f'<rect x="{x:.1f}" y="{y}" width="{w:.1f}" height="{_LANE - 8}" fill="{_COLORS[e.kind]}" '
                    f'stroke="#fff"><title>{e.kind} of micro-batch {e.micro}, chunk {e.chunk}</title></rect>'
                )
                if w > 12:
                    parts.append(f'<text x="{x + w / 2 - 4:.1f}" y="{y + 18}">{e.micro}</text>')
        height = 16 + len(self.lanes) * _LANE
        size = f'width="{_LEFT + _WIDTH + 10}" height="{height}"'
        font = 'font-family="sans-serif" font-size="12"'
        body = "\n".join(parts)
        Path(path).write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>\n{body}\n</svg>\n',
            encoding="utf-8",
        )


@contextmanager
def record() -> Iterator[Timeline]:
    """Note when the stages of the steps called inside run: `with record() as seen: step(x, y)`, then `seen.text()`.

    All processes of the job must enter and leave it together. Over several hosts the lanes are as true as their clocks
    agree. On a GPU each pass is waited for, so that the step is slower than without.
    """
    timeline = Timeline()
    moment = [time.time()]
    dist.broadcast_object_list(moment, src=0)
    clock.origin, clock.events = moment[0], []
    try:
        yield timeline
    finally:
        own, clock.events = clock.events, None
    everyone: list[Any] = [None] * dist.get_world_size()
    dist.all_gather_object(everyone, own)
    timeline.lanes = {rank: lane for rank, lane in enumerate(everyone) if lane}


def expected_bubble(stages: int, micro_size: int, chunks: int = 1) -> float:
    """The idle share of a pipeline whose passes take equally long everywhere, and whose messages take no time.

    `chunks`: how many each process has.
    """
    return (stages - 1) / (chunks * micro_size + stages - 1)
