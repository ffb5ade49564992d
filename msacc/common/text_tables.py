"""Plain tables of text, the same for a terminal and as HTML."""

from __future__ import annotations

import html
import io
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

# No table is as wide.
_WIDE = 2000


def table(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[str] = ()
) -> str:
    """A table as text; columns whose name ends with 'bytes', and those in `right`, stand to the right."""
    return as_text(rich_table(title, columns, rows, right))


def rich_table(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[str] = ()
) -> Table:
    """What `table` makes text of; on a narrow terminal all but numbers and the first two columns are folded."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(
        title=Text(title) if title else None,
        title_justify="left",
        title_style="",
        box=box.SIMPLE,
        pad_edge=False,
    )
    for i, name in enumerate(columns):
        number = _stands_right(name, right)
        side: Any = "right" if number else "left"
        made.add_column(name, justify=side, no_wrap=number or i < 2, overflow="fold")
    for row in rows:
        made.add_row(*[Text(cell) for cell in row])
    return made


def as_text(renderable: Table) -> str:
    """What rich would print on a wide terminal without colours."""
    from rich.console import Console

    out = io.StringIO()
    console = Console(file=out, width=_WIDE, color_system=None, markup=False, highlight=False)
    console.print(renderable)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()).strip("\n")


def output() -> Console:
    """Standard output: a terminal with its width, or a file or pipe that takes what is printed uncut."""
    from rich.console import Console

    terminal = Console()
    return terminal if terminal.is_terminal else Console(width=_WIDE)


def html_table(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[str] = ()
) -> str:
    """The same table as HTML, for a notebook; what stands in it is escaped."""
    sides = ["right" if _stands_right(name, right) else "left" for name in columns]
    lines = [_html_row("th", sides, columns), *(_html_row("td", sides, row) for row in rows)]
    caption = f"<caption>{html.escape(title)}</caption>" if title else ""
    return f"<table>{caption}{''.join(lines)}</table>"


def _html_row(tag: str, sides: Sequence[str], cells: Sequence[str]) -> str:
    pairs = zip(sides, cells, strict=True)
    inside = (
        f'<{tag} style="text-align: {side}; white-space: pre">{html.escape(cell)}</{tag}>'
        for side, cell in pairs
    )
    return f"<tr>{''.join(inside)}</tr>"


def _stands_right(name: str, right: Collection[str]) -> bool:
    return name.endswith("bytes") or name in right


def size(nbytes: float) -> str:
    """Bytes, as a reader takes them in."""
    for unit in ("B", "KB", "MB"):
        if nbytes < 1000:
            return f"{nbytes:.0f} {unit}" if unit == "B" or nbytes >= 10 else f"{nbytes:.1f} {unit}"
        nbytes /= 1000
    return f"{nbytes:.1f} GB"
