"""A page as a row of the table: how many cells run on MindSpore, how many of these are alike, and what is not."""

from __future__ import annotations

from tests.docs_pages import compare
from tests.docs_pages.changes import Change
from tests.docs_pages.kernel import Printed

HEAD = "| page | cells | on MindSpore | alike | figures | |\n" + "|---" * 6 + "|"


def row(name: str, expected: list[Printed], got: list[Printed], own: Change) -> str:
    """The row of one page."""
    runs = [i for i, one in enumerate(expected) if not one.error]
    parts = {i: _parts(expected[i], got[i], own.ignored) for i in runs}
    figures = sum(compare.figures(expected[i].text, own.ignored) for i in runs)
    told = [f"cell {i}: {own.differs.get(i, what)}" for i, what in parts.items() if what]
    told += [f"cell {i}: alike" for i in own.differs if not parts.get(i)]
    told += [f"{i} fails on MindSpore: {one.error}" for i, one in enumerate(expected) if one.error]
    alike = sum(not what for what in parts.values())
    cells = (name, len(expected), len(runs), alike, figures, "\n     ".join(told))
    return "| " + " | ".join(map(str, cells)) + " |"


def _parts(expected: Printed, got: Printed, ignored: tuple[str, ...]) -> str:
    return got.error or compare.difference(expected.text, got.text, ignored)
