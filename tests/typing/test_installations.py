"""Type checkers find msacc where pip puts it: from a wheel, and from an editable installation."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.built_package import ROOT, STUBS, build, copy_sources
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


def test_the_wheel_has_every_stub(sources: Path) -> None:
    files = {p.relative_to(ROOT).as_posix() for top in STUBS for p in (ROOT / top).rglob("*.pyi")}
    with zipfile.ZipFile(build(sources, "wheel")) as wheel:
        assert files <= set(wheel.namelist())
