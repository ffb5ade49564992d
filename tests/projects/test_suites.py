"""A project's own unit tests are counted by the book, each in its own file's folder."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.projects.case import Case, Project
from tests.projects.running import run

_TESTS = """
from pathlib import Path

def test_reads_beside_itself(): assert Path("beside.txt").exists()
def test_is_not_in_the_book(): Path("other.txt").touch()
def test_fails_here(): assert False
class TestHeld:
    def test_of_a_class(self): assert not Path("other.txt").exists()
"""
_SCRIPT = """
from pathlib import Path
from laid import arguments
from suites import tell_passed
given = arguments(files="", keep="")
tell_passed(given, Path(__file__).with_name("own.json"), apart=True)
"""


def test_only_the_tests_of_the_book_are_run_and_counted(tmp_path: Path) -> None:
    folder = tmp_path / "project" / "tests"
    folder.mkdir(parents=True)
    (folder / "test_a.py").write_text(_TESTS)
    (folder / "beside.txt").touch()
    names = [
        "test_a::test_reads_beside_itself",
        "test_a::test_fails_here",
        "TestHeld::test_of_a_class",
    ]
    (tmp_path / "own.json").write_text(
        json.dumps({"not here": {}, "passes": {"tests/test_a.py": names}})
    )
    (tmp_path / "own_tests.py").write_text(_SCRIPT)
    project = Project(str(tmp_path), "A", "", (Case("a", "own_tests.py", checkout="project"),))
    done = run(project, project.cases[0], tmp_path, oracle=sys.executable)
    assert done.values == {"tests/test_a.py": 2.0}
    assert "FAILED tests/test_a.py test_a::test_fails_here" in done.output


def test_each_side_has_libraries_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "path.py").write_text(
        "import os\nfrom laid import arguments, tell\n"
        "places = [os.path.basename(place) for place in os.environ['PYTHONPATH'].split(os.pathsep)]\n"
        "tell(arguments().out, **{name: name in places for name in ('both', 'ours', 'theirs')})\n"
    )
    project = Project(
        str(tmp_path),
        "A",
        "",
        (Case("a", "path.py", checkout="project"),),
        libraries=("both",),
        msacc_libraries=("ours",),
        mindspore_libraries=("theirs",),
    )
    ours = run(project, project.cases[0], tmp_path).values
    theirs = run(project, project.cases[0], tmp_path, oracle=sys.executable).values
    assert ours == {"both": 1.0, "ours": 1.0, "theirs": 0.0}
    assert theirs == {"both": 1.0, "ours": 0.0, "theirs": 1.0}
