"""Tables (title, columns, rows, notes) as they stand in docs/performance.md."""

from __future__ import annotations

from typing import Any


def as_markdown(table: dict[str, Any], level: int = 2) -> str:
    """One table with its title and notes."""
    lines = [f"{'#' * level} {table['title']}", ""]
    lines.append("| " + " | ".join(map(str, table["columns"])) + " |")
    lines.append("|---" * len(table["columns"]) + "|")
    lines += ["| " + " | ".join(map(_cell, row)) + " |" for row in table["rows"]]
    return "\n".join([*lines, "", *[f"{note}\n" for note in table.get("notes", ())]])


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.3g}" if isinstance(value, float) and value < 1000 else str(value)
