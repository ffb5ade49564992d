"""The data files of msacc.porting hold what the ledger, the documentation and the package hold."""

from __future__ import annotations

from pathlib import Path

import pytest

import msacc as ms
from msacc.porting import tables
from msacc.porting.members import assigned, has_member
from msacc.porting.names import find, judge, judge_absent
from msacc.porting.tensor_keywords import TENSOR_KEYWORDS
from msacc.porting.verdicts import Verdict
from tests.ledger.refused import ROWS
from tests.porting.idle_calls import IDLE
from tests.porting.write_arguments import belongs, line

_DIFFERENCES = Path(__file__).parents[2] / "docs" / "differences.md"


def _pairs() -> dict[tuple[str, str], str]:
    return {(r.name, r.argument): r.fate for rows in tables.arguments().values() for r in rows}


def test_arguments_has_the_rows_of_the_ledger() -> None:
    """The words of each row are not compared: they come from running its call."""
    written = _pairs()
    wrong = [
        f"{row.name} {row.argument}"
        for row in (*ROWS, *IDLE)
        if belongs(row) and row.raises is None and written.get((row.name, row.argument)) != "no effect"
    ]  # fmt: skip
    assert not wrong, f"python -m tests.porting.write_arguments writes these: {wrong}"


def test_the_ledger_has_the_rows_of_arguments() -> None:
    known = {(row.name, row.argument) for row in (*ROWS, *IDLE)} | {(row.name, "*") for row in ROWS}
    assert not set(_pairs()) - known, "python -m tests.porting.write_arguments takes them out"


def test_every_name_of_the_tables_is_there() -> None:
    rows = [*tables.arguments().values(), *tables.differences().values()]
    gone = [row.name for one in rows for row in one if find(row.name) is None]
    assert not gone


@pytest.mark.parametrize("method", TENSOR_KEYWORDS)
def test_the_keywords_of_methods_with_two_forms(method: str) -> None:
    """What a call complains of is a keyword only where that is none of its forms'."""
    call = getattr(ms.Tensor([[1.0, 2.0]]), method)
    for form in TENSOR_KEYWORDS[method].split("|"):
        for words in (form.split(), [*form.split(), "wrong"]):
            try:
                call(**dict.fromkeys(words))
                said = ""
            except Exception as error:
                said = str(error)
            unfit = "unexpected keyword" in said or "fit no form" in said
            assert unfit is ("wrong" in words), (words, said)


def test_a_difference_has_its_paragraph() -> None:
    text = _DIFFERENCES.read_text(encoding="utf-8").replace("\n", " ")
    for rows in tables.differences().values():
        for row in rows:
            assert f"**{row.heading}" in text, row


def test_a_line_tells_the_reason_alone() -> None:
    row = next(r for r in ROWS if r.name == "mindspore.mint.cdist" and r.argument == "compute_mode")
    said = "mint.cdist: compute_mode='x' has no effect here; torch chooses how to compute."
    wanted = "mindspore.mint.cdist | compute_mode | no effect | torch chooses how to compute"
    assert line(row, said) == wanted


def test_an_undocumented_name_of_mindspore_is_not_unknown() -> None:
    there = judge_absent("mindspore._extends.parse.parser.Parser")
    assert there.verdict is Verdict.REFUSED
    assert (
        there.text
        == "msacc does not have mindspore._extends.parse.parser.Parser (MindSpore 2.10 does)"
    )
    nowhere = judge_absent("mindspore._extends.parse.parser.Parsre")
    assert nowhere.verdict is Verdict.UNKNOWN
    assert "(nor does MindSpore 2.10)" in nowhere.text


@pytest.mark.parametrize(
    "name", ["_checkparam.Validator", "_checkparam.Validator.check_value_type"]
)
def test_what_msacc_has_and_mindspore_has_no_more(name: str) -> None:
    found = find(f"mindspore.{name}")
    assert found is not None
    assert judge(found).removed


@pytest.mark.parametrize(
    "name", ["nn.Dense", "dtype.float32", "nn.Cell.construct", "ops.operations.TensorAdd"]
)
def test_what_both_have(name: str) -> None:
    found = find(f"mindspore.{name}")
    assert found is not None
    assert not judge(found).removed


def test_the_recorded_names() -> None:
    recorded = tables.mindspore_names()
    assert {
        "mindspore",
        "mindspore.ops.operations._grad_ops",
        "mindspore._c_expression.typing",
    } <= set(recorded)
    assert "Dense" in recorded["mindspore.nn"]
    assert "Module" not in recorded["mindspore.nn"]


@pytest.mark.parametrize(
    ("holder", "member", "there"),
    [
        ("mindspore.nn.Cell", "set_mixed_precision_type", True),
        (
            "mindspore.nn.Dense",
            "set_mixed_precision_type",
            True,
        ),  # and mindspore.ops has a Dense too
        ("mindspore.Parameter", "init", True),  # of a base in C++
        ("mindspore.Parameter", "no_such_name", False),
        ("mindspore.common.api._cell_graph_executor", "_get_func_graph_proto", True),
        ("mindspore.common.api._cell_graph_executor", "no_such_name", False),
        ("mindspore.nn.NoSuchClass", "construct", False),
    ],
)
def test_members_of_mindspores_classes(holder: str, member: str, there: bool) -> None:
    assert has_member(holder, member) is there


def test_attributes_that_objects_are_given() -> None:
    class Given:
        __slots__ = ("slot",)

        def fill(self, own: dict[str, int]) -> None:
            self.plain = own["item"] = 1
            own.update(word=2)

    assert {"slot", "plain", "item", "word"} <= assigned(Given)
    assert f"not_{'given'}" not in assigned(Given)
