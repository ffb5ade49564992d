"""Right programs have no error, wrong ones have theirs on the line that is marked: said by mypy, pyright and Python."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.stubs import write_stubs
from tests.typing import checkers
from tests.typing.checkers import ROOT, Remarks, environment, errors, marked, programs, write
from tests.typing.common_calls import FORMS, Program, calls, program

RIGHT, WRONG, REVEALED = programs("right"), programs("wrong"), programs("revealed")


@pytest.fixture(scope="module")
def common() -> dict[str, Program]:
    """The programs of common calls."""
    return {name: program(form) for name, form in FORMS.items()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, common: dict[str, Program]) -> Path:
    """All programs in one folder."""
    texts = {name: each.text for name, each in common.items()}
    return write(tmp_path_factory.mktemp("typing") / "programs", RIGHT | WRONG | REVEALED | texts)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources, and beside them the stubs of what they are now: those of this checkout may be older."""
    made = write_stubs(tmp_path_factory.mktemp("checkout"))
    (made / "msacc").symlink_to(ROOT / "msacc")
    return made


@pytest.fixture(scope="module", params=[checkers.mypy, checkers.pyright], ids=["mypy", "pyright"])
def said(request: pytest.FixtureRequest, folder: Path, checkout: Path) -> Remarks:
    """What one checker says of all programs, where the sources are installed as they are (`pip install -e .`)."""
    check: checkers.Checker = request.param
    made = environment(folder.parent / f"environment_{check.__name__}", [checkout])
    return check(made.python, folder)


def test_there_are_many() -> None:
    assert len(RIGHT) >= 100
    assert len(WRONG) >= 100
    assert not RIGHT.keys() & WRONG.keys()
    assert len({call.name for call in calls()}) == len(calls()) == 300


def test_right_programs_have_no_error(said: Remarks) -> None:
    assert {name: lines for name, lines in errors(said).items() if name in RIGHT} == {}


def test_wrong_programs_have_the_error_that_is_marked(said: Remarks) -> None:
    found = {name: lines for name, lines in errors(said).items() if name in WRONG}
    assert found == marked(WRONG)


@pytest.mark.parametrize("name", FORMS)
def test_common_calls_have_errors_where_they_are_wrong(
    name: str, said: Remarks, common: dict[str, Program]
) -> None:
    """On no other line, so that what makes a call wrong is what was changed in it."""
    found = set(errors(said).get(name, []))
    wanted = set() if name == "common_right" else set(common[name].at)
    lines = common[name].text.splitlines()
    assert [lines[n - 1] for n in sorted(found ^ wanted)] == []


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
    raised = _printed("run_programs.py", *files.values())
    assert {name: raised[files[name]] for name in RIGHT if raised[files[name]]} == {}
    assert [name for name in WRONG if not raised[files[name]]] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["common_right", "common_misspelt"])
def test_common_calls_run_and_misspelt_ones_raise(
    name: str, folder: Path, common: dict[str, Program], tmp_path: Path
) -> None:
    """Many a value of a wrong type is only found when the object is used."""
    places = [n for n, call in common[name].at.items() if call.is_run]
    file = str(folder / f"program_{name}.py")
    raised = _printed("run_calls.py", file, *map(str, places), at=tmp_path)
    lines = common[name].text.splitlines()
    shown = {lines[n - 1]: raised[str(n)] for n in places}
    assert {k: v for k, v in shown.items() if bool(v) == (name == "common_right")} == {}


def _printed(runner: str, *arguments: str, at: Path = ROOT) -> dict[str, str | None]:
    """What a runner of this folder prints of programs: for each what it raised, or None."""
    run = subprocess.run(
        [sys.executable, "-W", "ignore", ROOT / "tests" / "typing" / runner, *arguments],
        capture_output=True,
        text=True,
        cwd=at,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert run.returncode == 0, run.stderr
    found: dict[str, str | None] = json.loads(run.stdout)
    return found
