"""The parts of the comparison of random programs that need no MindSpore."""

from __future__ import annotations

from pathlib import Path

import pytest

import msacc
from tests.fuzz.comparison import differences
from tests.fuzz.drawing import Draw
from tests.fuzz.execution import run_text
from tests.fuzz.explained import RULES
from tests.fuzz.families import FAMILIES
from tests.fuzz.shrinking import shrink

_ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_programs_are_python_and_repeat(family: str) -> None:
    texts = [FAMILIES[family](Draw(f"0 {i}")) for i in range(40)]
    assert [FAMILIES[family](Draw(f"0 {i}")) for i in range(40)] == texts
    assert len(set(texts)) > 20
    for text in texts:
        compile(text, family, "exec")


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ("show(x + 1)", "values"),
        ("show(x.astype(ms.float16))", "dtype"),
        ("show(x.reshape(3, 1))", "shape"),
        ("show(lambda: x.nothing)", "Tensor/raises AttributeError"),
    ],
)
def test_differences_are_seen(changed: str, kind: str, tmp_path: Path) -> None:
    first, second = (
        run_text(msacc, f"x = data(3, seed=1)\n{line}", False, tmp_path, f"program{i}")
        for i, line in enumerate(("show(x)", changed))
    )
    assert [d.kind for d in differences("pynative", first, second)] == [kind]
    assert not differences("pynative", first, first)


def test_shrinking_keeps_what_matters() -> None:
    text = "a = 1\nif a:\n    b = [2, 3 + 4]\n    c = b\nd = 5"
    assert shrink(text, lambda t: "3" in t and "b" in t) == "b = 3"


def test_rules_name_claims() -> None:
    text = (_ROOT / "docs" / "differences.md").read_text()
    assert all(rule.claim in text for rule in RULES)
