"""What a comparison found, as text, a table and a picture."""

from __future__ import annotations

import html
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msacc.common.text_tables import as_text, html_table, rich_table
from msacc.comparison.differences import Difference

if TYPE_CHECKING:
    from rich.table import Table

_COLUMNS = ("cell", "class", "output", "rounding", "", "gradient", "rounding of it", "notes")
_NUMBERS = ("output", "rounding", "gradient", "rounding of it")
_BARS = 12
_DECADES = 9.0  # bars begin at a relative difference of 1e-9


@dataclass
class Row:
    """A call of a Cell: how far its outputs and the gradients of its inputs are apart, None where it is not known."""

    name: str
    kind: str
    depth: int
    output: Difference | None = None
    gradient: Difference | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def path(self) -> str:
        return self.name or "(all)"


@dataclass
class Comparison:
    """What `compare` gives: `rows`, and the first Cell whose output, or gradient in backward order, parts; or None.

    `missing`: Cells of the first side alone; `extra`: of the second alone. Printed it is the verdict and a table.
    """

    rows: list[Row]
    output: Row | None
    gradient: Row | None
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether nothing parts by more than rounding."""
        return self.output is None and self.gradient is None

    def __str__(self) -> str:
        return as_text(self._table()) + "\n" + self.verdict()

    __repr__ = __str__

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        yield self._table()
        yield self.verdict()

    def _repr_html_(self) -> str:
        lines = "".join(f"<div>{html.escape(line)}</div>" for line in self.verdict().splitlines())
        return html_table("", _COLUMNS, self._lines(), _NUMBERS) + lines

    def verdict(self) -> str:
        """The first Cells that part, in words."""
        lines = []
        if self.output is not None:
            lines.append(f"The first output that parts: {_named(self.output, self.output.output)}")
        if self.gradient is not None:
            lines.append(
                f"The first gradient that parts: {_named(self.gradient, self.gradient.gradient)}"
            )
        if self.same:
            lines.append("Nothing parts by more than rounding.")
        if not any(row.gradient for row in self.rows):
            lines.append("No gradients were recorded on both sides.")
        for what, names in (("first", self.missing), ("second", self.extra)):
            if names:
                more = f" and {len(names) - 5} more" if len(names) > 5 else ""
                lines.append(f"Only on the {what} side: {', '.join(names[:5])}{more}")
        return "\n".join(lines)

    def svg(self, path: str | Path | None = None) -> str:
        """The differences along the depth as a picture; written to the file `path` too, if it is given."""
        text = _picture(self)
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
        return text

    def _table(self) -> Table:
        return rich_table("", _COLUMNS, self._lines(), _NUMBERS)

    def _lines(self) -> list[list[str]]:
        return [_line(row, row is self.output, row is self.gradient) for row in self.rows]


def _named(row: Row, found: Difference | None) -> str:
    assert found is not None
    where = f"{row.path} ({row.kind}), by {found.largest:.2g}"
    notes = "; ".join(filter(None, [found.note, *row.notes]))
    return f"{where} where rounding explains {found.allowed:.2g}{'; ' + notes if notes else ''}"


def _line(row: Row, output: bool, gradient: bool) -> list[str]:
    shown = "  " * row.depth + (row.name.rpartition(".")[2] or "(all)")
    notes = ["output parts here"] if output else []
    notes += ["gradient parts here"] if gradient else []
    bar = _bar(row.output)
    cells = [*_numbers(row.output), bar, *_numbers(row.gradient)]
    return [shown, row.kind, *cells, "; ".join([*notes, *row.notes])]


def _numbers(found: Difference | None) -> list[str]:
    return ["", ""] if found is None else [f"{found.largest:.1e}", f"{found.allowed:.1e}"]


def _share(found: Difference | None) -> float:
    """0 to 1: the relative difference on a scale of decades."""
    if found is None or not found.relative:
        return 0.0
    if math.isinf(found.relative):
        return 1.0
    return min(1.0, max(0.0, 1 + math.log10(found.relative) / _DECADES))


def _bar(found: Difference | None) -> str:
    full = round(_share(found) * _BARS)
    return "█" * full + "·" * (_BARS - full)


def _picture(found: Comparison) -> str:
    """Bars from left to right, one a call; of outputs upwards, of gradients downwards, red where they part."""
    step, high = 12, 120
    width, middle = step * len(found.rows) + 20, high + 30
    shapes = []
    for i, row in enumerate(found.rows):
        for difference, up in ((row.output, True), (row.gradient, False)):
            if difference is None:
                continue
            tall = _share(difference) * high
            colour = "#c0392b" if difference.parts else "#4a90d9" if up else "#7fb58a"
            title = html.escape(f"{row.path} ({row.kind}): {difference.largest:.2g}")
            shapes.append(
                f'<rect x="{10 + step * i}" y="{middle - tall if up else middle + 2:.1f}" width="{step - 3}" '
                f'height="{tall:.1f}" fill="{colour}"><title>{title}</title></rect>'
            )
    lines = "".join(
        f'<text x="10" y="{14 if i == 0 else 2 * middle - 4 + 12 * (i - 1)}">{html.escape(line)}</text>'
        for i, line in enumerate(
            ("outputs up, gradients down; 1e-9 to 1", *found.verdict().splitlines())
        )
    )
    tall_picture = 2 * middle + 12 * len(found.verdict().splitlines())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{max(width, 640)}" height="{tall_picture}" '
        f'font-family="sans-serif" font-size="11">{"".join(shapes)}{lines}</svg>'
    )
