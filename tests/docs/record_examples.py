"""Write what MindSpore prints into msacc/examples: `PYTHON tests/docs/record_examples.py [--check] [--here] [chapter]`.

PYTHON has MindSpore 2.10 and need not have msacc. With `--check` nothing is written; each entry that prints something
else than it says is shown. Entries marked `*` are left as they are; a PYTHON that has msacc writes them with
`--here`, and checks all with `--check --here`.
"""

from __future__ import annotations

import contextlib
import doctest
import importlib.util
import io
import linecache
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

_HOME = Path(__file__).parents[2] / "msacc" / "examples"


def examples() -> ModuleType:
    """msacc/examples/__init__.py alone, without msacc."""
    spec = importlib.util.spec_from_file_location("examples", _HOME / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rerun(program: str, names: dict[str, Any]) -> str:
    """The program with what it prints."""
    # MindSpore's graphs look names up in a function's module.
    module, lines = ModuleType("__example__"), list[str]()
    sys.modules["__example__"] = module
    vars(module).update(names, __name__="__example__")
    names = vars(module)
    for number, example in enumerate(doctest.DocTestParser().get_examples(program)):
        first, *rest = example.source.rstrip("\n").split("\n")
        lines += [f">>> {first}", *(f"... {line}" for line in rest)]
        file, out = f"<example {number}>", io.StringIO()
        # Graphs are compiled from a function's source.
        linecache.cache[file] = (1, None, example.source.splitlines(True), file)
        with contextlib.redirect_stdout(out):
            exec(compile(example.source, file, "single"), names)
        lines += [line.rstrip() or "<BLANKLINE>" for line in out.getvalue().splitlines()]
    return "\n".join(lines)


def attempt(about: list[str], program: str, names: dict[str, Any]) -> tuple[str, bool]:
    """The program with what it prints, or as it is, with its error on the screen; and whether it ran."""
    try:
        return rerun(program, names), True
    except Exception:
        print(f"== {' '.join(about)}\n{traceback.format_exc(limit=-1)}")
        return program, False


def differing(entries: Iterable[tuple[list[str], str]], names: dict[str, Any]) -> int:
    """How many entries fail or print something else than they say, which is shown."""
    count = 0
    for about, program in entries:
        printed, ran = attempt(about, program, names)
        if printed != program:
            print(f"== {' '.join(about)}\n{printed}")
        count += not ran or printed != program
    return count


def main(arguments: list[str]) -> int:
    """The number of entries that failed or, with --check, differ."""
    module, names, wrong = examples(), {"__name__": "__main__"}, 0
    here = "--here" in arguments
    if here:
        importlib.import_module("msacc").install_as_mindspore()
    exec(module.PRELUDE, names)
    for chapter in [a for a in arguments if not a.startswith("--")] or module.chapters():
        entries = list(module.entries(chapter))
        if "--check" in arguments:
            wrong += differing([e for e in entries if here or e[0][0] != "*"], names)
            continue
        text = ""
        for about, program in entries:
            mine = (about[0] == "*") == here
            printed, ran = attempt(about, program, names) if mine else (program, True)
            wrong += not ran
            text += f"## {' '.join(about)}\n{printed}\n\n"
        (_HOME / f"{chapter}.txt").write_text(text.rstrip("\n") + "\n", encoding="utf-8")
    return wrong


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
