"""The programs, cut out of their chapters, and what mypy and pyright say of them."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

CHAPTERS = Path(__file__).parent / "programs"
ROOT = Path(__file__).parents[2]
_START = re.compile(r"^# %% (\w+)\n", re.MULTILINE)
_MYPY = re.compile(r"(?P<file>[^:]+):(?P<line>\d+): (?P<kind>error|note): (?P<text>.*)")


class Remark(NamedTuple):
    """What a checker says of a line."""

    line: int
    is_error: bool
    text: str


Remarks = dict[str, list[Remark]]
Checker = Callable[[Path, Path], Remarks]


def programs(kind: str) -> dict[str, str]:
    """The programs of the chapters whose names begin with `kind`."""
    found: dict[str, str] = {}
    for chapter in sorted(CHAPTERS.glob(f"{kind}*.py")):
        _, *parts = _START.split(chapter.read_text(encoding="utf-8"))
        for name, text in zip(parts[::2], parts[1::2], strict=True):
            assert name not in found, f"two programs are called {name}"
            found[name] = text
    return found


def write(folder: Path, texts: dict[str, str]) -> Path:
    """A file for each program, under a name that no module has."""
    folder.mkdir()
    for name, text in texts.items():
        (folder / f"program_{name}.py").write_text(text, encoding="utf-8")
    return folder


class Environment(NamedTuple):
    """A Python of its own, and the folder that installations go into."""

    python: Path
    packages: Path


def environment(folder: Path, paths: Iterable[Path] = ()) -> Environment:
    """A Python that finds packages in `paths`, as an editable installation's .pth file says, and here."""
    venv.create(folder, symlinks=True)
    packages = Path(
        sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)})
    )
    others = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    (packages / "found.pth").write_text("\n".join([*map(str, paths), *others]) + "\n")
    return Environment(folder / "bin" / "python", packages)


def mypy(python: Path, folder: Path) -> Remarks:
    """What mypy says of the programs in a folder, all in one run and without what it knew before."""
    pytest.importorskip("mypy")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--python-executable",
        str(python),
        "--cache-dir=/dev/null",
        "--config-file=",
    ]
    run = _run([*command, "."], folder)
    assert run.returncode in (0, 1), run.stdout + run.stderr
    said: Remarks = {}
    for line in run.stdout.splitlines():
        if match := _MYPY.fullmatch(line):
            remark = Remark(int(match["line"]), match["kind"] == "error", match["text"])
            said.setdefault(_name(match["file"]), []).append(remark)
    return said


def pyright(python: Path, folder: Path) -> Remarks:
    """What pyright says of them. It is skipped where its package is missing or cannot fetch or start what it wraps."""
    if importlib.util.find_spec("pyright") is None:
        pytest.skip("pyright is not installed")
    command = [sys.executable, "-m", "pyright", "--pythonpath", str(python), "--outputjson", "."]
    run = _run(command, folder)
    start = run.stdout.find("{")
    if start < 0:
        pytest.skip(f"pyright does not start: {(run.stdout + run.stderr)[-300:]}")
    said: Remarks = {}
    for each in json.loads(run.stdout[start:])["generalDiagnostics"]:
        line, is_error = each["range"]["start"]["line"] + 1, each["severity"] == "error"
        said.setdefault(_name(each["file"]), []).append(Remark(line, is_error, each["message"]))
    return said


def _run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Without PYTHONPATH, in which the sources may come before what is installed."""
    others = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(command, cwd=folder, env=others, capture_output=True, text=True)


def _name(path: str) -> str:
    return Path(path).stem.removeprefix("program_")


def errors(said: Remarks) -> dict[str, list[int]]:
    """The lines with errors, by program."""
    found = {name: sorted({r.line for r in said[name] if r.is_error}) for name in said}
    return {name: lines for name, lines in found.items() if lines}


def marked(texts: dict[str, str]) -> dict[str, list[int]]:
    """The lines that end in `# wrong`, by program."""
    return {
        name: [n for n, line in enumerate(text.splitlines(), 1) if line.endswith("# wrong")]
        for name, text in texts.items()
    }
