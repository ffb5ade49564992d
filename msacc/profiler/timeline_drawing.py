"""The picture of a step: two rows for each process, what it does and the messages under way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msacc.common.svg_shapes import CHARACTER, document, rect, text
from msacc.common.text_tables import size
from msacc.profiler.step_events import Lane, StepEvent

_LEFT, _WIDTH, _RIGHT, _HEAD = 96.0, 960.0, 44.0, 46.0
_HIGH, _ROW, _GAP = 24.0, 9.0, 12.0
_COLORS = {
    "data": "#d9c25f",
    "forward": "#7aa6da",
    "backward": "#e0a070",
    "graph": "#b59ac9",
    "optimizer": "#8cbf7a",
    "waiting": "#e4e4e4",
    "message": "#8a8a8a",
    "weights": "#8fbf8f",
}
_TICKS = 6


def drawing(lanes: Mapping[int, Lane], begin: float, end: float) -> str:
    """The whole picture; a browser tells of each box under the pointer."""
    scale = _WIDTH / max(end - begin, 1e-9)
    drawn, y = [*_legend(), *_ticks(begin, end)], _HEAD
    for rank, lane in sorted(lanes.items()):
        drawn.append(text(8, y + 16, f"process {rank}"))
        x, wide = _LEFT + (lane.start - begin) * scale, (lane.stop - lane.start) * scale
        drawn.append(rect(x, y, wide, _HIGH, "none", "", "#ccc"))
        for event in lane.events:
            if event.kind != "message":
                drawn += _box(event, y, _HIGH, begin, scale)
        rows = stacked(lane.messages)
        for event, row in rows:
            drawn += _box(event, y + _HIGH + 2 + row * _ROW, _ROW - 1, begin, scale)
        y += _HIGH + 2 + _ROW * (1 + max((row for _, row in rows), default=0)) + _GAP
    return document(_LEFT + _WIDTH + _RIGHT, y, drawn)


def stacked(messages: Sequence[StepEvent]) -> list[tuple[StepEvent, int]]:
    """Messages with the first row in which none before is under way any more."""
    free: list[float] = []
    placed = []
    for event in sorted(messages, key=lambda e: e.start):
        row = next((i for i, at in enumerate(free) if at <= event.start), len(free))
        free[row : row + 1] = [event.stop]
        placed.append((event, row))
    return placed


def _color(event: StepEvent) -> str:
    # The gradients of weights, which a split backward pass takes later.
    return _COLORS["weights" if event.name.endswith(", weights") else event.kind]


def _box(event: StepEvent, y: float, high: float, begin: float, scale: float) -> list[str]:
    x, wide = _LEFT + (event.start - begin) * scale, (event.stop - event.start) * scale
    drawn = [rect(x, y, max(wide, 0.4), high, _color(event), _told(event))]
    number = event.name.removeprefix("micro-batch ").partition(" ")[0]
    if event.kind != "message" and number and wide > CHARACTER * len(number) + 4:
        drawn.append(text(x + wide / 2, y + 16, number, "middle"))
    return drawn


def _told(event: StepEvent) -> str:
    name = event.name if event.kind == "message" else f"{event.kind} {event.name}".strip()
    moved = f", {size(event.nbytes)}" if event.nbytes else ""
    return f"{name}{moved}: {1e3 * (event.stop - event.start):.3f} ms"


def _legend() -> list[str]:
    drawn, x = [], _LEFT
    for kind, color in {**_COLORS, "other": "#fff"}.items():
        drawn.append(rect(x, 6, 12, 12, color, "", "#ccc"))
        drawn.append(text(x + 17, 16, kind))
        x += 17 + CHARACTER * len(kind) + 18
    return drawn


def _ticks(begin: float, end: float) -> list[str]:
    at = [i / (_TICKS - 1) for i in range(_TICKS)]
    return [
        text(_LEFT + share * _WIDTH, 38, f"{1e3 * share * (end - begin):.1f} ms", "middle", "#777")
        for share in at
    ]
