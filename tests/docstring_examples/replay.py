"""One program, statement by statement, as the interactive interpreter runs it."""

from __future__ import annotations

import ast
import contextlib
import io
import os
import sys
import tempfile
import types
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.docstring_examples.sources import Statement


class Outcome(NamedTuple):
    """What each statement printed, and the error that ended the program ('' if it came to its end)."""

    printed: list[str]
    error: str


def replay(
    program: Sequence[Statement],
    prepare: Callable[[], Any] = lambda: None,
    names: Mapping[str, Any] = MappingProxyType({}),
) -> Outcome:
    """Runs the statements in one namespace that has `names`, in an empty folder; `prepare` is called first."""
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory(prefix="docstring") as folder:
        os.chdir(folder)
        prepare()
        return _run(program, Path(folder, "example.py"), names)


def _run(program: Sequence[Statement], path: Path, names: Mapping[str, Any]) -> Outcome:
    # A file and a module of their own: graphs read their functions' source, workers import __main__.
    path.write_text("".join(statement.source for statement in program))
    module = types.ModuleType("__main__")
    module.__file__ = str(path)
    vars(module).update(names)
    sys.modules["__main__"], sys.argv = module, [str(path)]
    printed: list[str] = []
    line = 0
    for statement in program:
        out = io.StringIO()
        try:
            with contextlib.redirect_stdout(out):
                _execute(statement.source, path, line, vars(module))
                error = None
        except BaseException as raised:  # SystemExit too
            error = raised
        line += statement.source.count("\n")
        printed.append(
            out.getvalue() if error is None else f"{out.getvalue()}{type(error).__name__}"
        )
        if error is not None and not statement.raises:
            return Outcome(printed, f"{type(error).__name__}: {error}"[:600])
    return Outcome(printed, "")


def _execute(source: str, path: Path, line: int, namespace: dict[str, Any]) -> None:
    tree = ast.parse(source, str(path), "single")
    ast.increment_lineno(tree, line)
    exec(compile(tree, str(path), "single"), namespace)
