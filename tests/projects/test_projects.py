"""Every case, where MSACC_PROJECTS names a folder of checkouts; and what can be told of them without."""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path

import pytest

from tests.projects import page
from tests.projects.books import Book, ran, recorded
from tests.projects.case import HERE, Case, Project, projects
from tests.projects.compare import faults, largest, own
from tests.projects.running import run

CASES = [
    pytest.param(project, case, id=f"{project.folder}:{case.name}")
    for project in projects().values()
    for case in project.cases
]


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("project", "case"), CASES)
def test_numbers_are_those_of_mindspore(project: Project, case: Case) -> None:
    place = os.environ.get("MSACC_PROJECTS")
    if not place:
        pytest.skip("MSACC_PROJECTS names no folder of checkouts")
    done = run(project, case, Path(place).resolve())
    record = recorded(project).entries[case.like or case.name]
    assert not faults(case, done.values, record["values"], record.get("own"))


@pytest.mark.parametrize("project", projects().values(), ids=lambda project: project.folder)
def test_every_case_has_a_record_and_a_run(project: Project) -> None:
    names = [case.name for case in project.cases]
    assert len(set(names)) == len(names)
    for case in project.cases:
        assert (case.like or case.name) in recorded(project).entries, case.name
        assert case.name in ran(project).entries, case.name
        assert bool(case.spread) == ("own" in recorded(project).entries[case.like or case.name]), (
            case.name
        )
    assert set(recorded(project).entries) | set(ran(project).entries) <= set(names)


def test_scripts_know_nothing_of_msacc() -> None:
    for script in HERE.glob("*/*.py"):
        if script.name == "__init__.py":
            continue
        for node in ast.walk(ast.parse(script.read_text())):
            named = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            named += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(name.partition(".")[0] in ("msacc", "tests") for name in named), script


def test_the_page_is_up_to_date() -> None:
    assert page.PAGE.read_text() == page.text()


def test_numbers_that_differ_are_told() -> None:
    case = Case("a", "a.py")
    assert not faults(case, {"losses": [1.0, 2.0]}, {"losses": [1.0, 2.0001]})
    assert faults(case, {"losses": [1.0, 2.0]}, {"losses": [1.0, 2.1]})
    assert not faults(case, {"sums": [100.0, 0.0]}, {"sums": [100.0, 5e-4]})
    assert faults(case, {"losses": [100.0, 0.0]}, {"losses": [100.0, 5e-4]})
    assert faults(case, {"losses": [1.0]}, {"losses": [1.0, 2.0]})
    assert faults(case, {}, {"losses": [1.0]}) == ["losses is missing"]
    assert faults(case, {"x": float("nan")}, {"x": float("nan")})
    assert largest({"x": [1.0, 0.0]}, {"x": [1.0, 0.1]}) == pytest.approx(0.1)


def test_steps_that_amplify_rounding_are_held_to_what_they_make_of_it() -> None:
    theirs = {"losses": [10.0, 10.0, 10.0], "sums": [1.0, 100.0]}
    moved = {"losses": [10.0, 10.1, 10.05], "sums": [1.0, 101.0]}
    spread = own([moved], theirs)
    assert spread["losses"] == pytest.approx([0.0, 0.01, 0.01])
    assert spread["sums"] == pytest.approx([0.01, 0.01])
    case = Case("a", "a.py", spread=2.0)
    near = {"losses": [10.0, 10.15, 9.85], "sums": [1.015, 100.0]}
    assert not faults(case, near, theirs, spread)
    assert faults(Case("a", "a.py"), near, theirs, spread)
    for far in (
        {"losses": [10.01, 10.0, 10.0]},
        {"losses": [10.0, 10.0, 10.25]},
        {"sums": [1.025, 100.0]},
    ):
        assert len(faults(case, theirs | far, theirs, spread)) == 1


def test_a_graph_case_is_held_to_mindspore_and_to_its_own_pynative_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    graph = Case("a-graph", "a.py", ("--mode", "graph", "--size", "2"), like="a")
    plain = Case("a", "a.py", ("--mode", "pynative", "--size", "2"))
    project = Project("a", "A", "", (Case("b", "a.py", ("--size", "3")), plain, graph))
    assert project.pynative(graph) is plain
    assert not plain.is_graph
    mine = Book(project, "ran")
    theirs = Book(project, "recorded")
    theirs.entries = {"a": {"cpu_seconds": 5.0}}
    mine.entries = {"a": {"cpu_seconds": 4.0}, "a-graph": {"cpu_seconds": 15.1}}
    monkeypatch.setattr(page, "ran", lambda _: mine)
    monkeypatch.setattr(page, "recorded", lambda _: theirs)
    assert page.bound(project, graph) == 15.0
    assert page.within(project, graph) == "no, 15.0"
    mine.entries["a"] = {"cpu_seconds": 8.0}
    assert page.within(project, graph) == "yes, 16.0"
    assert page.within(project, plain) == ""


def test_cpu_seconds_are_those_of_the_script(tmp_path: Path) -> None:
    (tmp_path / "burn.py").write_text(
        "import sys, time\n"
        "while time.process_time() < 0.3: pass\n"
        "open(sys.argv[sys.argv.index('--out') + 1], 'w').write('{}')\n"
    )
    project = Project(str(tmp_path), "A", "", (Case("a", "burn.py", checkout=str(tmp_path)),))
    done = run(project, project.cases[0], tmp_path, oracle=sys.executable)
    assert 0.3 <= done.cpu_seconds < 3.0
    assert done.cpu_seconds <= done.seconds + 0.2
