"""The command."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

os.environ.setdefault("MSACC_JIT_LEVEL", "O1")
os.environ.setdefault("MSACC_O0_CAPTURES", "1")

from msacc import install_as_mindspore
from msacc.examples import PRELUDE, chapters, entries
from tests.docs import record_examples
from tests.for_op.names import names_of
from tests.for_op.selection import Limits, Selection, files

ROOT = Path(__file__).parents[2]
# What says of every op whether it has all its names, its signature and its arguments tried.
_OF_ALL_NAMES = [
    "tests/ops/test_added_op.py",
    "tests/ledger/test_ledger.py::test_nothing_is_uncovered",
    "tests/signatures/test_signatures.py::test_signatures_are_mindspores",
]
_LIMITS = (60, 30)


def main(arguments: list[str]) -> int:
    """Whether anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.for_op", description=__doc__)
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument(
        "--all",
        action="store_true",
        help="all tests, not the shortest 60 of parity and 30 of others",
    )
    options = parser.parse_args(arguments)
    started = time.monotonic()
    names = {each for name in options.names for each in names_of(name)}
    print(f"what names {', '.join(sorted(names))}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        writer = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "stub_writer", folder], cwd=ROOT
        )
        failed = run_tests(names, (None, None) if options.all else _LIMITS)
        failed |= run_examples(names)
        failed |= writer.wait() != 0 or not shown_stubs(Path(folder), names)
    print(f"{'FAILED' if failed else 'passed'} in {time.monotonic() - started:.0f} s")
    return int(failed)


def run_tests(names: set[str], limits: Limits) -> bool:
    """Whether a test failed."""
    selection = Selection(names, limits, _OF_ALL_NAMES)
    options = ["-q", "-p", "no:cacheprovider", "--rootdir", str(ROOT)]
    where = [str(ROOT / each) for each in (*files(names), *_OF_ALL_NAMES)]
    result = pytest.main([*options, *where], plugins=[selection])
    print(*(f"{count:4} of {file}" for file, count in selection.kept.items()), sep="\n")
    print(f"     {selection.left_out} longer ones were left out (--all)")
    if not selection.kept:
        print("no test names it: write a parity case (CONTRIBUTING.md)")
    return result != 0 or not selection.kept


def run_examples(names: set[str]) -> bool:
    """Whether an example of a docstring prints something else than it says."""
    scope: dict[str, object] = {"__name__": "__main__"}
    install_as_mindspore()
    exec(PRELUDE, scope)
    found = [
        (about, text)
        for chapter in chapters()
        for about, text in entries(chapter)
        if any(each.rpartition(".")[2] in names for each in about)
    ]
    print(f"{len(found)} examples")
    return record_examples.differing(found, scope) > 0


def shown_stubs(folder: Path, names: set[str]) -> list[str]:
    """The lines of stubs that define the names, printed."""
    either = "|".join(map(re.escape, names))
    pattern = re.compile(rf"^(?:def|class| +def) (?:{either})\b.*", re.MULTILINE)
    lines = [
        f"{path.relative_to(folder)}: {match[0]}"
        for path in sorted((folder / "msacc-stubs").rglob("*.pyi"))
        for match in pattern.finditer(path.read_text(encoding="utf-8"))
    ]
    print(*lines, sep="\n")
    return lines


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
