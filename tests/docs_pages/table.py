"""A page as a row of the table: how many cells run on MindSpore, how many of these are alike, and what is not."""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass

from tests.docs_pages import compare
from tests.docs_pages.changes import Change
from tests.docs_pages.kernel import Printed

HEAD = (
    "| page | cells | run on MindSpore | alike | differ by design | figures | |\n"
    + "|---" * 7
    + "|"
)
# Of this machine.
_PATH = re.compile(r"(?<=[ '])/\S+")


@dataclass(frozen=True)
class Row:
    """What became of a page: numbers of cells and figures, and what is to be told of single cells."""

    name: str
    cells: int
    runs: int
    alike: int
    by_design: int
    figures: int
    told: str

    def __str__(self) -> str:
        cells = [str(cell).replace("|", "\\|").replace("<", "&lt;") for cell in astuple(self)]
        return f"| {' | '.join(cells)} |"


def row(name: str, expected: list[Printed], got: list[Printed], own: Change) -> Row:
    """The row of one page."""
    runs = [i for i, one in enumerate(expected) if not one.error]
    parts = {i: _parts(expected[i], got[i], own.ignored) for i in runs}
    numbers = sum(compare.figures(expected[i].text, own.ignored) for i in runs)
    alike = sum(not what for what in parts.values())
    by_design = sum(1 for i in own.differs if parts.get(i))
    told = [f"cell {i}: {own.differs.get(i, what)}" for i, what in parts.items() if what]
    told += [f"cell {i} is alike, and said to differ" for i in own.differs if not parts.get(i)]
    told += _failing(expected)
    return Row(name, len(expected), len(runs), alike, by_design, numbers, "; ".join(told))


def last_lines(rows: list[Row]) -> str:
    """The sum of all rows, and the pages of which nothing runs on MindSpore."""
    run = [one for one in rows if one.runs]
    sums = [sum(column) for column in zip(*(astuple(one)[1:6] for one in run), strict=True)]
    whole = sum(one.alike + one.by_design == one.runs for one in run)
    cells = [f"{len(run)} pages", *sums, f"{whole} pages whole"]
    none = ", ".join(one.name for one in rows if not one.runs)
    return (
        f"| {' | '.join(map(str, cells))} |\n\nNo cell runs on MindSpore's CPU: {none or 'none'}."
    )


def _parts(expected: Printed, got: Printed, ignored: tuple[str, ...]) -> str:
    return got.error or compare.difference(expected.text, got.text, ignored)


def _failing(expected: list[Printed]) -> list[str]:
    """Cells that fail on MindSpore, those with one error together."""
    cells: dict[str, list[str]] = {}
    for number, one in enumerate(expected):
        if one.error:
            cells.setdefault(_PATH.sub("...", one.error)[:60], []).append(str(number))
    return [f"MindSpore fails in {', '.join(n)}: {error}" for error, n in cells.items()]
