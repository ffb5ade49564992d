"""Type checkers find msacc where pip puts it: from a wheel, and from an editable installation."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.built_package import build, copy_sources
from tests.stubs import write_stubs
from tests.typing import checkers
from tests.typing.checkers import Environment, environment, errors, marked, programs, write

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is built."""
    pytest.importorskip("setuptools")
    return copy_sources(tmp_path_factory.mktemp("sources"))


@pytest.fixture(scope="module", params=["wheel", "editable"])
def installed(
    request: pytest.FixtureRequest, sources: Path, tmp_path_factory: pytest.TempPathFactory
) -> Environment:
    """An environment into which the wheel is unpacked, which is all that pip does."""
    made = environment(tmp_path_factory.mktemp("installed") / request.param)
    with zipfile.ZipFile(build(sources, request.param)) as wheel:
        wheel.extractall(made.packages)
    return made


@pytest.mark.parametrize("check", [checkers.mypy, checkers.pyright], ids=["mypy", "pyright"])
def test_both_checkers_follow_the_installation(
    check: checkers.Checker, installed: Environment, tmp_path: Path
) -> None:
    right, wrong = programs("right"), programs("wrong")
    found = errors(check(installed.python, write(tmp_path / "programs", right | wrong)))
    assert found == marked(wrong)


def test_the_wheel_has_the_stubs_that_the_command_writes(sources: Path, tmp_path: Path) -> None:
    wanted = {p.relative_to(tmp_path): p.read_text() for p in write_stubs(tmp_path).rglob("*.pyi")}
    with zipfile.ZipFile(build(sources, "wheel")) as wheel:
        found = {Path(n): wheel.read(n).decode() for n in wheel.namelist() if n.endswith(".pyi")}
    assert len(wanted) > 1000
    assert found == wanted
