"""The picture of a layout: a column for each process, a row for each parameter."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msacc.common.svg_shapes import CHARACTER, document, rect, text
from msacc.common.text_tables import size
from msacc.parallel.held_parts import Part

_BOX, _HIGH, _STRIP, _GAP = 72.0, 30.0, 6.0, 10.0
_HEAD, _FOOT = 62.0, 40.0
_COLORS = ("#7aa6da", "#e0a070", "#8cbf7a", "#c792c9", "#d9c25f", "#6fbfbf", "#d98a94", "#a0a0c8")
_EMPTY = "#f4f4f4"
# x, y, width and height of a part in its box, each from 0 to 1.
Square = tuple[float, float, float, float]


def drawing(
    mesh: str, names: Sequence[str], parts: Sequence[Part], stages: Sequence[int | None]
) -> str:
    """The whole picture."""
    table: dict[str, list[Part]] = {name: [] for name in names}
    for part in parts:
        table[part.parameter].append(part)
    titles = {n: f"{n} {own[0].shape}" if own else n for n, own in table.items()}
    left = max(map(len, titles.values()), default=0) * CHARACTER + 2 * _GAP
    columns = [left + i * (_BOX + _GAP) for i in range(len(stages))]
    drawn = [text(_GAP, 18, mesh), *_heads(columns, stages)]
    y = _HEAD
    for name, own in table.items():
        drawn.append(text(_GAP, y + 19, titles[name]))
        states = list(dict.fromkeys(part.state for part in own if part.state))
        drawn += _row(own, states, columns, y)
        y += _HIGH + len(states) * _STRIP + _GAP
    drawn += _feet(columns, parts, y)
    width = max(columns[-1] + _BOX, len(mesh) * CHARACTER) + 2 * _GAP
    return document(width, y + _FOOT, drawn)


def _heads(columns: Sequence[float], stages: Sequence[int | None]) -> list[str]:
    heads = []
    for rank, (x, stage) in enumerate(zip(columns, stages, strict=True)):
        heads.append(text(x + _BOX / 2, 38, f"process {rank}", "middle"))
        if stage is not None:
            heads.append(text(x + _BOX / 2, 53, f"stage {stage}", "middle", "#777"))
    return heads


def _feet(columns: Sequence[float], parts: Sequence[Part], y: float) -> list[str]:
    feet = [text(_GAP, y + 14, "parameters"), text(_GAP, y + 30, "optimizer state", fill="#777")]
    for rank, x in enumerate(columns):
        own = [part for part in parts if part.rank == rank]
        for state, down, color in ((False, 14, "#222"), (True, 30, "#777")):
            nbytes = sum(part.nbytes for part in own if bool(part.state) == state)
            feet.append(text(x + _BOX / 2, y + down, size(nbytes), "middle", color))
    return feet


def _row(
    parts: Sequence[Part], states: Sequence[str], columns: Sequence[float], y: float
) -> list[str]:
    """The boxes of one parameter, and the strips of its states, on all processes."""
    drawn, places = [], list(dict.fromkeys(part.place for part in parts))
    for rank, x in enumerate(columns):
        drawn.append(rect(x, y, _BOX, _HIGH, _EMPTY, f"process {rank}: nothing", "#bbb"))
        held = {part.state: part for part in parts if part.rank == rank}
        for state in ("", *states):
            if state:
                top, high = y + _HIGH + 1 + states.index(state) * _STRIP, _STRIP - 1
                drawn.append(rect(x, top, _BOX, high, _EMPTY))
            else:
                top, high = y, _HIGH
            if state in held:
                color = _COLORS[places.index(held[state].place) % len(_COLORS)]
                left, up, wide, tall = square(held[state], bool(state))
                at = x + left * _BOX, top + up * high, wide * _BOX, tall * high
                drawn.append(rect(*at, color, _told(held[state])))
        drawn.append(rect(x, y, _BOX, _HIGH, "none", "", "#999") if "" in held else "")
    return list(filter(None, drawn))


def _told(part: Part) -> str:
    name = f"{part.parameter} {part.state}".strip()
    return f"process {part.rank}: {name} {part.place}, {size(part.nbytes)}"


def square(part: Part, flat: bool = False) -> Square:
    """Where a part lies in the box of the whole.

    The first axis that is cut goes downwards, the second one to the right, and what is shared out by elements is
    stacked downwards; of a vector, and of a strip (`flat`), everything goes to the right.
    """
    shares = [
        (low / max(whole, 1), (high - low) / max(whole, 1))
        for (low, high), whole in zip(part.bounds, part.shape, strict=True)
    ]
    cut = [share for share in shares if share != (0.0, 1.0)]
    down, right = ([*cut, (0.0, 1.0), (0.0, 1.0)])[:2]
    if len(shares) > 1 and len(cut) == 1 and shares[0] == (0.0, 1.0):
        down, right = right, down
    if part.elements is not None:
        count = max(math.prod(high - low for low, high in part.bounds), 1)
        first, last = (at / count for at in part.elements)
        down = (down[0] + first * down[1], (last - first) * down[1])
    if flat or len(shares) < 2:
        # One line: what goes to the right within what goes downwards.
        right = (down[0] + right[0] * down[1], right[1] * down[1])
        down = (0.0, 1.0)
    return right[0], down[0], right[1], down[1]
