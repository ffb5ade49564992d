"""What the first page takes from elsewhere: a picture as part of the page, rows of docs/performance.md."""

from __future__ import annotations

import re
from pathlib import Path

_DOCS = Path(__file__).parent
_PICTURE = re.compile(r"<!-- picture: (\S+) -->")
_SPEED = "<!-- speed -->"
_SCRIPT = "<!-- script -->"
_IMPORT = "import mindspore as ms"
_STEPS = "1000"
# Columns of the table of time in all, and their names on the first page.
_COLUMNS = {
    "network": "network",
    "automatic": "msacc",
    "torch eager": "torch",
    "torch.compile": "torch.compile",
    "MindSpore": "MindSpore 2.10",
}


def filled(markdown: str) -> str:
    """The page with its pictures and its table."""
    markdown = _PICTURE.sub(lambda found: (_DOCS / found[1]).read_text("utf-8").strip(), markdown)
    markdown = markdown.replace(_SCRIPT, change((_DOCS / "first_training.py").read_text("utf-8")))
    return markdown.replace(_SPEED, speed((_DOCS / "performance.md").read_text("utf-8")))


def change(script: str) -> str:
    """The script with the one line that may be changed, as a diff."""
    lines = [f"  {line}".rstrip() for line in script.replace("\n\n\n", "\n\n").splitlines()]
    at = lines.index(f"  {_IMPORT}")
    lines[at : at + 1] = [f"- {_IMPORT}", f"+ {_IMPORT.replace('mindspore', 'msacc')}"]
    return "\n".join(["```diff", *lines, "```"])


def speed(page: str) -> str:
    """The seconds that a thousand steps take in all, a row for each network."""
    head, *rows = _table(page, "steps", *_COLUMNS)
    at = [head.index(column) for column in _COLUMNS]
    chosen = [row for row in rows if row[head.index("steps")] == _STEPS]
    lines = [f"| {' | '.join(row[i] for i in at)} |" for row in chosen]
    return "\n".join(
        [f"| {' | '.join(_COLUMNS.values())} |", f"|---|{'---:|' * (len(at) - 1)}", *lines]
    )


def _table(page: str, *columns: str) -> list[list[str]]:
    """The cells of the first table that has these columns."""
    for table in re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE):
        rows = [
            [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()
        ]
        if set(columns) <= set(rows[0]):
            return rows
    raise ValueError(f"no table has the columns {columns}")
