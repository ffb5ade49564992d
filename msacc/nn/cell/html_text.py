"""A Cell as HTML for a notebook: a tree that opens and closes."""

from __future__ import annotations

import html
from typing import Any


def as_html(cell: Any) -> str:
    """What a notebook shows of a Cell; elsewhere its repr is MindSpore's."""
    return f'<div style="font-family: monospace">{_tree("", cell, 2)}</div>'


def _tree(name: str, cell: Any, open_levels: int) -> str:
    """A line for the Cell, with its parameters as they come, and one for each below it."""
    count = sum(p.size for p in cell.get_parameters())
    parameters = f" <small>{count:,} parameters</small>" if count else ""
    label = f"({html.escape(name)}): " if name else ""
    line = (
        f"{label}<b>{html.escape(cell.cls_name)}</b>({html.escape(cell.extend_repr())}){parameters}"
    )
    children = [(n, c) for n, c in cell._cells.items() if c is not None]
    if not children:
        return f'<div style="margin-left: 1.5em">{line}</div>'
    below = "".join(_tree(n, c, open_levels - 1) for n, c in children)
    state = " open" if open_levels > 0 else ""
    return f'<details{state} style="margin-left: 1.5em"><summary>{line}</summary>{below}</details>'
