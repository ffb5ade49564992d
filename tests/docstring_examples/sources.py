"""The programs in the docstrings of an installed MindSpore, as JSON: `PYTHON -m tests.docstring_examples.sources`."""

from __future__ import annotations

import doctest
import hashlib
import inspect
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.signatures.reading import walk

NAMES = Path(__file__).parents[2] / "docs" / "documented_names.txt"


class Statement(NamedTuple):
    """One example of a docstring; `raises`: the docstring shows a traceback behind it."""

    source: str
    raises: bool


class Program(NamedTuple):
    """The statements of a docstring and the documented names that have it."""

    names: list[str]
    statements: list[Statement]


def documented_names(path: Path = NAMES) -> dict[str, str]:
    """The dotted names of the table, and the module or class of whose row each is."""
    rows = (line.partition(": ") for line in path.read_text().splitlines())
    return {f"{row}.{name}": row for row, _, names in rows for name in names.split()}


def statements(docstring: str) -> list[Statement]:
    """What doctest finds in a docstring; none where it cannot be parsed."""
    try:
        examples = doctest.DocTestParser().get_examples(docstring)
    except ValueError:
        examples = _lenient(docstring)
    return [Statement(e.source, e.exc_msg is not None) for e in examples]


def _lenient(docstring: str) -> list[doctest.Example]:
    """Examples of a docstring whose lines are indented unevenly or lack the blank behind the prompt."""
    lines = [line.strip() for line in docstring.splitlines()]
    spaced = [
        f"{line[:3]} {line[3:]}"
        if line[:3] in (">>>", "...") and line[3:4] not in (" ", "")
        else line
        for line in lines
    ]
    try:
        return doctest.DocTestParser().get_examples("\n".join(spaced))
    except ValueError:
        return []


def key_of(program: list[Statement]) -> str:
    """A short hash of a program's text."""
    text = "\0".join(statement.source for statement in program)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def programs(names: Iterable[str]) -> dict[str, Program]:
    """Key -> program, for the names whose docstrings have examples."""
    result: dict[str, Program] = {}
    for name in names:
        try:
            owner, value = walk(name)
            value = inspect.getattr_static(owner, name.rpartition(".")[2], value)
        except (AttributeError, ImportError):
            continue
        shown = statements(inspect.getdoc(value) or "")
        if shown:
            result.setdefault(key_of(shown), Program([], shown)).names.append(name)
    return result


def from_oracle(python: str, root: Path = NAMES.parents[1]) -> dict[str, Program]:
    """The programs as another Python's MindSpore has them."""
    command = [python, "-m", __name__]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    raw = json.loads(done.stdout.splitlines()[-1])
    return {k: Program(names, [Statement(*s) for s in shown]) for k, (names, shown) in raw.items()}


if __name__ == "__main__":
    json.dump(programs(documented_names()), sys.stdout)
