"""docs/architecture.md: what it names exists, and is called in the order that it says."""

from __future__ import annotations

import ast
import functools
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
_NAMED = re.compile(r"`((?:msacc|tests)/[\w/]+\.py)(?::([\w.]+))?`")
_STEP = re.compile(r"^\d+\. `(msacc/[\w/]+\.py):([\w.]+)`", re.MULTILINE)
_WAYS = {text.partition("\n")[0]: text for text in _PAGE.split("\n## ")[1:]}
_GRAPH = "A Tensor through a Cell into a graph"  # loads torch's compiler
# Those that need no second process.
_TRACED = [title for title in _WAYS if title not in ("A sharded op", "A pipeline stage", _GRAPH)]


@functools.cache
def lines_of(path: str, name: str) -> range:
    """The lines of a function or class with its decorators; ValueError if the file has none of that name."""
    body: list[ast.stmt] = ast.parse((ROOT / path).read_text(encoding="utf-8")).body
    for part in name.split("."):
        found = [
            n for n in body if isinstance(n, (ast.FunctionDef, ast.ClassDef)) and n.name == part
        ]
        if not found:
            raise ValueError(f"{path} has no {name}")
        body = found[-1].body
    first = min([found[-1].lineno, *(d.lineno for d in found[-1].decorator_list)])
    return range(first, (found[-1].end_lineno or first) + 1)


def test_there_are_nine_ways_with_a_picture_each() -> None:
    assert len(_WAYS) == 9
    for title, text in _WAYS.items():
        assert text.count("```") == 2, title
        assert len(_STEP.findall(text)) >= 7, title


def test_steps_are_numbered() -> None:
    for title, text in _WAYS.items():
        numbers = [int(n) for n in re.findall(r"^(\d+)\. ", text, re.MULTILINE)]
        assert numbers == list(range(1, len(_STEP.findall(text)) + 1)), title


@pytest.mark.parametrize(("path", "name"), sorted(set(_NAMED.findall(_PAGE))))
def test_what_is_named_exists(path: str, name: str) -> None:
    assert (ROOT / path).is_file()
    assert not name or lines_of(path, name)


def test_every_path_is_read() -> None:
    """None is written in a form that the other tests overlook."""
    named = [path for path, _ in _NAMED.findall(_PAGE) if path.startswith("msacc/")]
    assert _PAGE.count("`msacc/") == len(named) > 120


Traces = dict[str, list[tuple[str, int]]]


def traces_of(titles: list[str], folder: Path) -> Traces:
    """The functions that each way calls, by first call, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.docs.trace_ways", *titles],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return dict(json.loads(done.stdout.splitlines()[-1]))


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> Traces:
    """All that need no compiler."""
    return traces_of(_TRACED, tmp_path_factory.mktemp("ways"))


@pytest.mark.parametrize("title", _TRACED)
def test_the_steps_are_called_in_this_order(title: str, traces: Traces) -> None:
    check_order(title, traces[title])


@pytest.mark.slow
def test_the_steps_of_a_graph_are_called_in_this_order(tmp_path: Path) -> None:
    check_order(_GRAPH, traces_of([_GRAPH], tmp_path)[_GRAPH])


def test_another_order_is_found() -> None:
    trace = [(path, lines_of(path, name).start) for path, name in _STEP.findall(_WAYS[_GRAPH])]
    check_order(_GRAPH, trace)
    with pytest.raises(AssertionError):
        check_order(_GRAPH, [*trace[1:], trace[0]])
    with pytest.raises(AssertionError, match="never called"):
        check_order(_GRAPH, trace[1:])


def check_order(title: str, trace: list[tuple[str, int]]) -> None:
    """The steps that the page lists were called first in its order."""
    calls = {":".join(step): first_call(trace, *step) for step in _STEP.findall(_WAYS[title])}
    missing = [step for step, call in calls.items() if call is None]
    assert not missing, f"never called: {missing}"
    assert list(calls) == sorted(calls, key=lambda step: calls[step] or 0)


def first_call(trace: list[tuple[str, int]], path: str, name: str) -> int | None:
    """Where in a trace a function, or one inside it, is first called."""
    lines = lines_of(path, name)
    return next((i for i, (file, line) in enumerate(trace) if file == path and line in lines), None)
