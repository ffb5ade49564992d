"""The record of MindSpore's docstring examples, the comparison, and, where MindSpore is installed, all of them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.docstring_examples import store
from tests.docstring_examples.__main__ import difference, runnable, table, verdicts
from tests.docstring_examples.compare import form, same
from tests.docstring_examples.exceptions import read_exceptions
from tests.docstring_examples.replay import Outcome, replay
from tests.docstring_examples.sources import (
    Program,
    Statement,
    documented_names,
    from_oracle,
    statements,
)
from tests.forked import in_children

FIDELITY = Path(__file__).parents[2] / "docs" / "fidelity.md"
ORACLE = os.environ.get("MSACC_MINDSPORE_PYTHON", "")


@pytest.mark.parametrize(
    ("recorded", "text", "equal"),
    [
        ("[1.  2.5]", "[1.0005 2.5]", True),
        ("[1.  2.5]", "[1.005 2.5]", False),
        ("[1.-0.j]", "[1. +0.j]", True),
        ("[1.-0.j]", "[1. +1.j]", False),
        ("nan inf", "nan -inf", False),
        ("1e-07", "0", True),
        ("Float32 [1]", "Float64 [1]", False),
        ("<mindspore.a.B object at 0x12>", "<msacc.c.d.B object at 0x34>", True),
        ("<class 'mindspore.a.B'>", "<class 'msacc.a.C'>", False),
    ],
)
def test_numbers_may_differ_a_little_and_words_not(recorded: str, text: str, equal: bool) -> None:
    assert same(recorded, text) is equal


def test_form_forgets_numbers_and_truths() -> None:
    assert form("[0.5 -1e-3] True") == form("[12. 7] False") != form("[0.5] True")


def _run(*sources: str, raises: bool = False) -> Outcome:
    program = [Statement(source, raises) for source in sources]
    return next(result for _, result in in_children([lambda: replay(program)], 30, 1))


def test_statements_run_as_the_interpreter_runs_them() -> None:
    outcome = _run("x = 3\n", "x + 1\n", "for i in range(2):\n    i\n", "None\n")
    assert outcome == Outcome(["", "4\n", "0\n1\n", ""], "")


def test_an_error_ends_a_program_unless_the_docstring_shows_it() -> None:
    sources = "print('a'); 1 / 0\n", "print('b')\n"
    ended = _run(*sources)
    assert ended.printed == ["a\nZeroDivisionError"]
    assert ended.error.startswith("ZeroDivisionError")
    assert _run(*sources, raises=True) == Outcome(["a\nZeroDivisionError", "b\n"], "")


def test_source_of_a_function_can_be_read() -> None:
    defined = "def f(x):\n    return x\n"
    outcome = _run("import inspect\n", defined, "print(inspect.getsource(f))\n")
    assert outcome.printed[-1] == defined + "\n"


def test_programs_of_a_docstring() -> None:
    text = "Text.\n\n    >>> a = 1\n    >>> for i in a:\n    ...     a\n    1\n    >>>b\n"
    assert [s.source for s in statements(text)] == ["a = 1\n", "for i in a:\n    a\n", "b\n"]


def test_the_first_difference_is_found() -> None:
    program = Program(["n"], [Statement("a\n", False), Statement("b\n", False)])
    record = store.Record(["n"], ["1\n", "[2.]\n"], "", {})
    assert difference(record, Outcome(["1\n", "[2.]\n"], ""), program) is None
    other = difference(record, Outcome(["1\n", "[3.]\n"], ""), program)
    assert other is not None
    assert (other.number, other.expected, other.text) == (1, "[2.]\n", "[3.]\n")
    drawn = record._replace(drawn={"1": 1})
    assert difference(drawn, Outcome(["1\n", "[3.]\n"], ""), program) is None
    assert difference(drawn, Outcome(["1\n", "[3. 4.]\n"], ""), program) is not None
    assert difference(record, Outcome(["1\nTypeError"], "TypeError: x"), program) is not None


def test_the_record_is_of_documented_names() -> None:
    records = store.read()
    names = [name for record in records.values() for name in record.names]
    assert len(names) == len(set(names))
    assert set(names) <= documented_names().keys()
    assert len(runnable()) > 1900
    assert store.PATH.stat().st_size < 1_500_000


def test_exceptions_are_names_of_examples_that_run() -> None:
    run = {name for record in runnable().values() for name in record.names}
    assert read_exceptions().keys() <= run


def test_the_page_has_the_recorded_number_of_examples() -> None:
    text = FIDELITY.read_text()
    page = dict(
        re.findall(r"^\| (mindspore[\w.]*|all names) \| (\d+) \| \d+ \|", text, re.MULTILINE)
    )
    rows = table(runnable(), {}, {}).splitlines()[2:]
    assert page == {row.split(" | ")[0].strip("| "): row.split(" | ")[1] for row in rows}


@pytest.mark.slow
@pytest.mark.skipif(not ORACLE, reason="MSACC_MINDSPORE_PYTHON names no Python with MindSpore")
def test_all_examples_do_the_same() -> None:
    records, reasons = runnable(), read_exceptions()
    differing = dict(verdicts(records, from_oracle(ORACLE), 300, 2))
    unexplained = [
        records[k].names for k in differing if not reasons.keys() & set(records[k].names)
    ]
    assert unexplained == []
