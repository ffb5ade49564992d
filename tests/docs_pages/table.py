"""A page as a row of the table: how many cells run on MindSpore, how many of these are alike, and what is not."""

from __future__ import annotations

from tests.docs_pages import compare
from tests.docs_pages.changes import Change
from tests.docs_pages.kernel import Printed

HEAD = (
    "| page | cells | run on MindSpore | alike | differ by design | figures | |\n"
    + "|---" * 7
    + "|"
)


def row(name: str, expected: list[Printed], got: list[Printed], own: Change) -> str:
    """The row of one page."""
    runs = [i for i, one in enumerate(expected) if not one.error]
    parts = {i: _parts(expected[i], got[i], own.ignored) for i in runs}
    numbers = sum(compare.figures(expected[i].text, own.ignored) for i in runs)
    alike = sum(not what for what in parts.values())
    by_design = sum(1 for i in own.differs if parts.get(i))
    told = [f"cell {i}: {own.differs.get(i, what)}" for i, what in parts.items() if what]
    told += [f"cell {i} is alike, and said to differ" for i in own.differs if not parts.get(i)]
    told += _failing(expected)
    cells = (name, len(expected), len(runs), alike, by_design, numbers, "; ".join(told))
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def _parts(expected: Printed, got: Printed, ignored: tuple[str, ...]) -> str:
    return got.error or compare.difference(expected.text, got.text, ignored)


def _failing(expected: list[Printed]) -> list[str]:
    """Cells that fail on MindSpore, those with one error together."""
    cells: dict[str, list[str]] = {}
    for number, one in enumerate(expected):
        if one.error:
            cells.setdefault(one.error[:60], []).append(str(number))
    return [f"MindSpore fails in {', '.join(n)}: {error}" for error, n in cells.items()]
