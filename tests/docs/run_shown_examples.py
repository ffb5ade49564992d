"""Runs the examples of the reference as the site shows them, each a program of its own, and prints what differs."""

from __future__ import annotations

import contextlib
import inspect
import io
import linecache
import sys
import traceback

from docs.api_pages.examples import segments
from docs.api_pages.plan import modules
from msacc import install_as_mindspore
from msacc.examples import HEADING


def programs() -> dict[str, list[tuple[str, str]]]:
    """The example of each name that has one."""
    found = {}
    for module in modules():
        for name in (name for page in module.pages for name in page.names):
            example = (
                (inspect.getdoc(name.thing) or "").partition(HEADING)[2]
                if callable(name.thing)
                else ""
            )
            if example:
                found[name.full] = segments(example)
    return found


def printed(name: str, pieces: list[tuple[str, str]]) -> str:
    """What a program prints, or its error."""
    program, out = "".join(source for source, _ in pieces), io.StringIO()
    # Graphs are compiled from a function's source.
    linecache.cache[name] = (1, None, program.splitlines(True), name)
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(program, name, "exec"), {"__name__": "__main__"})
    except Exception:
        return traceback.format_exc(limit=-1)
    return "".join(f"{line.rstrip() or '<BLANKLINE>'}\n" for line in out.getvalue().splitlines())


def main() -> int:
    """How many examples print something else than they say."""
    install_as_mindspore()
    wrong, found = 0, programs()
    for name, pieces in found.items():
        shown, said = printed(name, pieces), "".join(want for _, want in pieces)
        if shown != said:
            print(f"== {name}\n{shown}-- and not\n{said}")
            wrong += 1
    print(f"{len(found)} examples, {wrong} differ")
    return wrong


if __name__ == "__main__":
    sys.exit(min(main(), 1))
