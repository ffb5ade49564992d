"""Right programs have no error, wrong ones have theirs on the line that is marked: said by mypy, pyright and Python."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.typing import checkers
from tests.typing.checkers import ROOT, Remarks, environment, errors, marked, programs, write

RIGHT, WRONG, REVEALED = programs("right"), programs("wrong"), programs("revealed")
CHECKERS = [checkers.mypy, checkers.pyright]
Checker = Callable[[Path, Path], Remarks]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All programs, and an environment that finds msacc as `pip install -e .` lets it."""
    made = tmp_path_factory.mktemp("typing")
    for kind, texts in (("right", RIGHT), ("wrong", WRONG), ("revealed", REVEALED)):
        write(made / kind, texts)
    environment(made / "environment")
    return made


@pytest.fixture(scope="module", params=CHECKERS, ids=["mypy", "pyright"])
def said(request: pytest.FixtureRequest, folder: Path) -> Remarks:
    """What one checker says of all programs."""
    check: Checker = request.param
    return check(folder / "environment" / "bin" / "python", _programs_alone(folder))


def _programs_alone(folder: Path) -> Path:
    alone = folder / "programs"
    if not alone.exists():
        write(alone, RIGHT | WRONG | REVEALED)
    return alone


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


def test_right_programs_run_and_wrong_ones_raise(folder: Path) -> None:
    files = [f for kind in ("right", "wrong") for f in sorted((folder / kind).iterdir())]
    run = subprocess.run(
        [sys.executable, "-W", "ignore", ROOT / "tests" / "typing" / "run_programs.py", *files],
        capture_output=True, text=True, env={**_environment(), "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    outcomes = {Path(path): raised for path, raised in json.loads(run.stdout).items()}
    assert {p.stem: raised for p, raised in outcomes.items() if p.parent.name == "right" and raised} == {}
    assert [p.stem for p, raised in outcomes.items() if p.parent.name == "wrong" and not raised] == []


def _environment() -> dict[str, str]:
    import os

    return dict(os.environ)
