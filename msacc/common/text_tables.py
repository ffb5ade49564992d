"""Plain tables of text."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table as text; columns whose name ends with 'bytes' stand to the right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    text_table = Table(
        title=title, title_justify="left", title_style="", box=box.SIMPLE, pad_edge=False
    )
    for name in columns:
        text_table.add_column(
            name, justify="right" if name.endswith("bytes") else "left", no_wrap=True
        )
    for row in rows:
        text_table.add_row(*row)
    out = Console(file=io.StringIO(), width=240, color_system=None, markup=False, highlight=False)
    out.print(text_table)
    return "\n".join(line.rstrip() for line in out.file.getvalue().splitlines()).rstrip()  # type: ignore[attr-defined]


def size(nbytes: float) -> str:
    """Bytes, as a reader takes them in."""
    for unit in ("B", "KB", "MB"):
        if nbytes < 1000:
            return f"{nbytes:.0f} {unit}" if unit == "B" or nbytes >= 10 else f"{nbytes:.1f} {unit}"
        nbytes /= 1000
    return f"{nbytes:.1f} GB"
