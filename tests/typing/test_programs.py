"""Right programs have no error, wrong ones have theirs on the line that is marked: said by mypy, pyright and Python."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.typing import checkers
from tests.typing.checkers import ROOT, Remarks, environment, errors, marked, programs, write

RIGHT, WRONG, REVEALED = programs("right"), programs("wrong"), programs("revealed")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All programs in one folder."""
    return write(tmp_path_factory.mktemp("typing") / "programs", RIGHT | WRONG | REVEALED)


@pytest.fixture(scope="module", params=[checkers.mypy, checkers.pyright], ids=["mypy", "pyright"])
def said(request: pytest.FixtureRequest, folder: Path) -> Remarks:
    """What one checker says of all programs, where the sources are installed as they are (`pip install -e .`)."""
    check: checkers.Checker = request.param
    made = environment(folder.parent / f"environment_{check.__name__}", [ROOT])
    return check(made.python, folder)


def test_there_are_many() -> None:
    assert len(RIGHT) >= 40
    assert len(WRONG) >= 40
    assert not RIGHT.keys() & WRONG.keys()


def test_right_programs_have_no_error(said: Remarks) -> None:
    assert {name: lines for name, lines in errors(said).items() if name in RIGHT} == {}


def test_wrong_programs_have_the_error_that_is_marked(said: Remarks) -> None:
    found = {name: lines for name, lines in errors(said).items() if name in WRONG}
    assert found == marked(WRONG)


def test_types_are_msaccs_own(said: Remarks) -> None:
    """`# Tensor` behind `reveal_type(...)` is the name of the type that both checkers show."""
    expected = {
        (name, n): line.rpartition("# ")[2]
        for name, text in REVEALED.items()
        for n, line in enumerate(text.splitlines(), 1)
        if line.startswith("reveal_type")
    }
    shown = {
        (name, remark.line): re.split(r"[ .]", remark.text.strip('"'))[-1].strip('"')
        for name in REVEALED
        for remark in said[name]
    }
    assert shown == expected


@pytest.mark.slow
def test_right_programs_run_and_wrong_ones_raise(folder: Path) -> None:
    files = {name: str(folder / f"program_{name}.py") for name in RIGHT | WRONG}
    runner = ROOT / "tests" / "typing" / "run_programs.py"
    run = subprocess.run(
        [sys.executable, "-W", "ignore", runner, *files.values()],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert run.returncode == 0, run.stderr
    raised = json.loads(run.stdout)
    assert {name: raised[files[name]] for name in RIGHT if raised[files[name]]} == {}
    assert [name for name in WRONG if not raised[files[name]]] == []
