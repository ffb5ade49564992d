"""A graph as SVG: boxes in layers from top to bottom, and curves between them."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field

_CHARACTER, _LINE, _PAD = 7.0, 16.0, 8.0
_GAP_X, _GAP_Y = 28.0, 34.0
_SWEEPS = 6
_FILL = {"input": "#e8eef7", "cell": "#dce9d5", "op": "#f4f4f4", "output": "#e8eef7"}


@dataclass
class Box:
    """`lines` of text; `sources`: the numbers of boxes above; `kind` gives the colour.

    A box without lines is a point that a curve passes, `tall` as its layer is.
    """

    lines: tuple[str, ...]
    sources: tuple[int, ...]
    kind: str = "op"
    x: float = 0.0
    y: float = 0.0
    tall: float = 0.0

    @property
    def width(self) -> float:
        """As wide as its longest line."""
        return max(map(len, self.lines)) * _CHARACTER + 2 * _PAD if self.lines else 0.0

    @property
    def height(self) -> float:
        """As high as its lines."""
        return len(self.lines) * _LINE + _PAD if self.lines else self.tall


@dataclass
class _Layout:
    """Boxes by layer. `ways`: for each edge, the boxes and points that it passes from top to bottom."""

    layers: list[list[Box]] = field(default_factory=list)
    ways: list[list[Box]] = field(default_factory=list)


def svg(boxes: Sequence[Box]) -> str:
    """The picture. The sources of a box have smaller numbers than its own."""
    layout = _layers(boxes)
    _order(layout)
    width = _place(layout)
    height = max((b.y + b.height for layer in layout.layers for b in layer), default=0.0) + _PAD
    parts = [_curve(way) for way in layout.ways] + [_drawn(box) for box in boxes]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="monospace" font-size="11.6">\n'
        f"{chr(10).join(parts)}\n</svg>\n"
    )


def _layers(boxes: Sequence[Box]) -> _Layout:
    """Each box one layer below its lowest source; an edge over several layers has a point in each."""
    level: list[int] = []
    for box in boxes:
        level.append(max((level[s] + 1 for s in box.sources), default=0))
    layout = _Layout([[] for _ in range(max(level, default=-1) + 1)])
    for number, box in enumerate(boxes):
        layout.layers[level[number]].append(box)
    for number, box in enumerate(boxes):
        for source in box.sources:
            points = [Box((), ()) for _ in range(level[source] + 1, level[number])]
            for at, point in enumerate(points, level[source] + 1):
                layout.layers[at].append(point)
            layout.ways.append([boxes[source], *points, box])
    return layout


def _order(layout: _Layout) -> None:
    """Boxes stand where their neighbours stand on average, so that few curves cross."""
    above: dict[int, list[Box]] = {}
    below: dict[int, list[Box]] = {}
    for way in layout.ways:
        for upper, lower in zip(way, way[1:], strict=False):
            above.setdefault(id(lower), []).append(upper)
            below.setdefault(id(upper), []).append(lower)
    for sweep in range(_SWEEPS):
        neighbours = above if sweep % 2 == 0 else below
        place = {id(b): i / len(layer) for layer in layout.layers for i, b in enumerate(layer)}
        for layer in layout.layers if sweep % 2 == 0 else layout.layers[::-1]:
            wanted = {}
            for box in layer:
                near = [place[id(n)] for n in neighbours.get(id(box), ())]
                wanted[id(box)] = sum(near) / len(near) if near else place[id(box)]
            layer.sort(key=lambda box, wanted=wanted: wanted[id(box)])  # type: ignore[misc]
            place |= {id(b): i / len(layer) for i, b in enumerate(layer)}


def _place(layout: _Layout) -> float:
    """Gives every box its place; the width of the picture."""
    widths = [sum(b.width + _GAP_X for b in layer) - _GAP_X for layer in layout.layers]
    whole = max(widths, default=0.0)
    y = _PAD
    for layer, width in zip(layout.layers, widths, strict=True):
        x, tall = _PAD + (whole - width) / 2, max(b.height for b in layer)
        for box in layer:
            box.x, box.y, box.tall = x, y, tall
            x += box.width + _GAP_X
        y += tall + _GAP_Y
    return whole + 2 * _PAD


def _curve(way: Sequence[Box]) -> str:
    first, *rest = way
    x, y = first.x + first.width / 2, first.y + first.height
    path = [f"M{x:.1f},{y:.1f}"]
    for box in rest:
        to_x, to_y = box.x + box.width / 2, box.y
        middle = (y + to_y) / 2
        path.append(f"C{x:.1f},{middle:.1f} {to_x:.1f},{middle:.1f} {to_x:.1f},{to_y:.1f}")
        x, y = to_x, to_y + (0.0 if box.lines else box.tall)
        path.append(f"L{x:.1f},{y:.1f}")
    return f'<path d="{" ".join(path)}" fill="none" stroke="#888"/>'


def _drawn(box: Box) -> str:
    middle = box.x + box.width / 2
    texts = "".join(
        f'<text x="{middle:.1f}" y="{box.y + _LINE * (i + 1) - 2:.1f}" text-anchor="middle">{html.escape(line)}</text>'
        for i, line in enumerate(box.lines)
    )
    return (
        f'<g><rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="4" '
        f'fill="{_FILL[box.kind]}" stroke="#999"/>{texts}</g>'
    )
