"""Type checkers find msacc where pip puts it: from a wheel, and from an editable installation."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.typing import checkers
from tests.typing.checkers import ROOT, Environment, environment, errors, marked, programs, write

pytestmark = pytest.mark.slow

_STUBS = ("msacc-stubs", "mindspore-stubs")


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is built, in which building may leave its folders."""
    pytest.importorskip("setuptools")
    copy = tmp_path_factory.mktemp("sources")
    for name in ("setup.cfg", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    for name in ("msacc", *_STUBS):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def built(sources: Path, kind: str) -> Path:
    """The wheel that setuptools builds, as pip has it do."""
    code = f"from setuptools import build_meta; print(build_meta.build_{kind}('.'))"
    run = subprocess.run([sys.executable, "-c", code], cwd=sources, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return sources / run.stdout.split()[-1]


@pytest.fixture(scope="module", params=["wheel", "editable"])
def installed(
    request: pytest.FixtureRequest, sources: Path, tmp_path_factory: pytest.TempPathFactory
) -> Environment:
    """An environment into which the wheel is unpacked, which is all that pip does."""
    made = environment(tmp_path_factory.mktemp("installed") / request.param)
    with zipfile.ZipFile(built(sources, request.param)) as wheel:
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
    files = {p.relative_to(ROOT).as_posix() for top in _STUBS for p in (ROOT / top).rglob("*.pyi")}
    with zipfile.ZipFile(built(sources, "wheel")) as wheel:
        assert files <= set(wheel.namelist())
