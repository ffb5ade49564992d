"""CONTRIBUTING's recipes, followed to the letter in a copy of the sources."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import msacc
from msacc import dataset, nn

ROOT = Path(__file__).parents[2]
_RECIPES = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## More recipes")[2]
_FILE = re.compile(r"# (\S+\.py)(, at the end)?\n")
_BLOCK = re.compile(r"```(python|sh)\n(.*?)```", re.DOTALL)


def blocks(title: str) -> list[tuple[str, str]]:
    """The kind and the text of each block of a recipe."""
    recipe = re.search(rf"^### {title}\n(.*?)(?=^##)", _RECIPES, re.DOTALL | re.MULTILINE)
    assert recipe, f"no recipe {title!r}"
    return _BLOCK.findall(recipe[1])


def write(root: Path, block: str) -> None:
    """Writes a block to the file that its first line names: a new one, or the end of one that exists."""
    named = _FILE.match(block)
    assert named, f"names no file: {block[:60]!r}"
    path = root / named[1]
    assert path.exists() == bool(named[2]), f"{named[1]} exists: {path.exists()}"
    before = path.read_text(encoding="utf-8") + "\n\n" if named[2] else ""
    path.write_text(before + block[named.end() :], encoding="utf-8")


def run(root: Path, *command: str) -> str:
    """What a command in the copy prints; it must succeed."""
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with a copy of msacc."""
    shutil.copytree(ROOT / "msacc", tmp_path / "msacc")
    return tmp_path


def test_the_recipes_of_the_package(copy: Path) -> None:
    """All in one copy and one process, as each import takes seconds."""
    program = ""
    for title in ("Add an optimizer", "Add a dataset", "Refuse a name"):
        *files, (_, use) = blocks(title)
        assert len(files) >= 2
        for _, block in files:
            write(copy, block)
        program += f"exec(compile({use!r}, {title!r}, 'exec'), {{}})\nprint({title!r})\n"
    printed = run(copy, sys.executable, "-c", program)
    assert printed.splitlines() == ["Add an optimizer", "Add a dataset", "Refuse a name"]


def test_their_names_are_not_there_without_them() -> None:
    assert not hasattr(nn, "SignDescent")
    assert not hasattr(dataset, "CountdownDataset")
    assert not hasattr(msacc, "start_dump_server")


def test_a_block_for_a_file_that_exists_says_so(tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text("a = 1\n")
    with pytest.raises(AssertionError, match=r"old\.py exists: True"):
        write(tmp_path, "# old.py\nb = 2\n")
    with pytest.raises(AssertionError, match=r"new\.py exists: False"):
        write(tmp_path, "# new.py, at the end\nb = 2\n")
    write(tmp_path, "# old.py, at the end\nb = 2\n")
    assert (tmp_path / "old.py").read_text() == "a = 1\n\n\nb = 2\n"


@pytest.mark.slow
def test_a_parity_case(copy: Path) -> None:
    """msacc stands in for MindSpore where the case is recorded: the steps are tested, not the numbers."""
    shutil.copy(ROOT / "pyproject.toml", copy)
    (copy / "tests").mkdir()
    for entry in (ROOT / "tests").iterdir():
        if entry.name != "parity":
            (copy / "tests" / entry.name).symlink_to(entry)
    shutil.copytree(ROOT / "tests" / "parity", copy / "tests" / "parity")
    (_, case), (_, commands) = blocks("Add a parity case")
    write(copy, case)
    record, compare = commands.splitlines()
    program, *arguments = record.split()
    assert program == "python"
    recorded = run(copy, sys.executable, "-m", "msacc", *arguments)
    assert "ops_clipped_product: 4 arrays, 0 cases failed" in recorded
    assert "2 passed" in run(copy, sys.executable, "-m", *compare.split())
