"""What the command reads, runs and tells, on a page of three cells; MindSpore's pages are not here."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from tests.docs_pages import page, table
from tests.docs_pages.changes import Change
from tests.docs_pages.compare import difference, figures
from tests.docs_pages.kernel import Printed
from tests.docs_pages.sides import msacc_side

_PAGE = """# A page

```python
import mindspore as ms
print("half", ms.Tensor([0.5]))
```

```text
half [0.5]
```

1. In a list:

    ```python
    !pip install nothing
    ms.Tensor(3)
    ```

```python
raise ValueError("as it should")
```
"""


def test_a_page_runs_cell_by_cell(tmp_path: Path) -> None:
    """Under the name of MindSpore, with what is printed, what is shown, and how a cell fails."""
    (tmp_path / "page.md").write_text(_PAGE)
    folder = tmp_path / "run"
    folder.mkdir()
    given = argparse.Namespace(libraries="")
    printed = msacc_side(given).run(page.cells(tmp_path / "page.md"), folder, timeout=120)
    assert printed == [
        Printed("half [0.5]\n"),
        Printed("Tensor(shape=[], dtype=Int64, value= 3)"),
        Printed("", "ValueError: as it should"),
    ]


def test_the_extension_turns_the_alias_on_and_off(tmp_path: Path) -> None:
    """The kernel begins with `%load_ext msacc`; classes are called as in MindSpore while it is loaded."""
    (tmp_path / "run").mkdir()
    shown = "print('mindspore' in sys.modules, ms.__name__, type(ms.Tensor(1)))"
    sources = [
        f"import sys\nimport mindspore as ms\n{shown}",
        f"%unload_ext msacc\n{shown}",
        f"%load_ext msacc\nimport mindspore\n{shown}\nmindspore is ms",
    ]
    printed = msacc_side(argparse.Namespace(libraries="")).run(sources, tmp_path / "run", 120)
    on = "True mindspore <class 'mindspore.common.tensor.Tensor'>\n"
    off = "False msacc <class 'msacc.common.tensor.Tensor'>\n"
    assert printed == [Printed(on), Printed(off), Printed(f"{on}True")]


def test_cells_of_a_page_and_of_a_notebook(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(_PAGE)
    cells = page.cells(tmp_path / "page.md")
    assert [cell.strip() for cell in cells[1:]] == [
        "ms.Tensor(3)",
        'raise ValueError("as it should")',
    ]
    notebook = {"cells": [{"cell_type": "code", "source": [cell]} for cell in cells]}
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/notebook.ipynb").write_text(json.dumps(notebook))
    (tmp_path / "prose.md").write_text("no code")
    assert page.cells(tmp_path / "deep/notebook.ipynb") == cells
    assert [p.name for p in page.find(tmp_path, [])] == ["notebook.ipynb", "page.md"]
    assert [p.name for p in page.find(tmp_path, ["deep/"])] == ["notebook.ipynb"]


def test_a_rule_that_is_nowhere_is_an_error() -> None:
    assert page.changed(["epochs = 10", "x"], {"10": "1"}) == ["epochs = 1", "x"]
    with pytest.raises(LookupError, match="'100'"):
        page.changed(["epochs = 10"], {"100": "1"})


@pytest.mark.parametrize(
    ("expected", "got", "same"),
    [
        ("loss: 0.5000 of [1. 2.]", "loss: 0.50001 of [1.  2.0]", True),
        ("loss: 0.5", "loss: 0.502", False),
        ("loss: 2000.0", "loss: 2001.0", True),
        ("Int32", "Int64", False),
        ("4000 rows", "4001 rows", False),
        ("<A object at 0x7f0000000010> in 3.25 s", "<A object at 0x7f0000000020> in 2 s", True),
        ("[1.0, 2.0, ..., 3.0]", "[1.0, 2.0 ... 3.0]", True),
        ("a", "a b", False),
        ("nan", "0.5", False),
        ("[[inf, nan]", "[[ inf,  nan]", True),
        ("inf", "-inf", False),
    ],
)
def test_figures_are_compared_up_to_a_tolerance(expected: str, got: str, same: bool) -> None:
    assert (difference(expected, got) == "") is same


def test_what_is_ignored_is_not_compared() -> None:
    assert difference("took 0.5\nx 1", "took 0.7\nx 1", (r"took .*",)) == ""
    assert figures("took 0.5\nx 1 2.5e-3", (r"took .*",)) == 2


def test_a_row_tells_what_is_not_alike() -> None:
    expected = [Printed("1 2"), Printed("3"), Printed("4"), Printed("", "NameError: x in /a/b.py")]
    got = [Printed("1 2"), Printed("5"), Printed("", "TypeError: y"), Printed("6")]
    row = str(table.row("a/page", expected, got, Change(differs={2: "it is documented"})))
    assert row.startswith("| a/page | 4 | 3 | 1 | 1 | 4 |")
    assert "cell 1: 3 / 5" in row
    assert "it is documented" in row
    assert "y" not in row
    assert "MindSpore fails in 3: NameError: x in ... |" in row


def test_a_difference_that_is_none_any_more_is_told() -> None:
    row = table.row("p", [Printed("1")], [Printed("1")], Change(differs={0: "documented"}))
    assert row.told == "cell 0 is alike, and said to differ"


def test_the_last_lines_sum_up() -> None:
    whole = table.row("a", [Printed("1"), Printed("2")], [Printed("1"), Printed("2")], Change())
    other = table.row("b", [Printed("1"), Printed("2")], [Printed("1"), Printed("3")], Change())
    fails = table.row("c", [Printed("", "NameError: x")], [Printed("")], Change())
    lines = table.last_lines([whole, other, fails])
    assert lines.startswith("| 2 pages | 4 | 4 | 3 | 0 | 4 | 1 pages whole |")
    assert lines.endswith("No cell runs on MindSpore's CPU: c.")
