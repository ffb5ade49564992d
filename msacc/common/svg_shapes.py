"""The few shapes that pictures are drawn with, as SVG text."""

from __future__ import annotations

import html
from collections.abc import Iterable
from pathlib import Path

# The width of a character at the documents' font size, about.
CHARACTER = 7.0


def document(width: float, height: float, parts: Iterable[str]) -> str:
    """A picture of `parts`, on white so that it can be read on a dark page."""
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="monospace" font-size="11.6">\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{body}\n</svg>\n'
    )


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    title: str = "",
    stroke: str = "none",
) -> str:
    """A box; a browser shows `title` while the pointer is on it."""
    place = f'x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}"'
    told = f"<title>{html.escape(title)}</title>" if title else ""
    return f'<rect {place} fill="{fill}" stroke="{stroke}">{told}</rect>'


def text(x: float, y: float, words: str, anchor: str = "start", fill: str = "#222") -> str:
    """A line of text; `anchor`: which end of it is at x ("start", "middle" or "end")."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}">{html.escape(words)}</text>'


def written(svg: str, path: str | Path | None) -> str:
    """The picture; put into the file `path` too, if it is given."""
    if path is not None:
        Path(path).write_text(svg, encoding="utf-8")
    return svg
