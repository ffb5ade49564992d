"""A project's own unit tests: how many of those that pass on MindSpore's CPU pass here, for each file.

A book beside a project's script holds them (`passes`: file to tests), and which of them are known not to pass elsewhere
(`not here`: test to reason). `--keep PATH` writes the passing tests of `--files` instead; a file there may be a folder,
unless files run apart: each in a process of its own whose working folder is the file's, for tests that read what lies
beside them and import modules of the same name. Of files that run apart only the book's tests are run.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from argparse import Namespace
from pathlib import Path

from laid import tell

_ALIAS = ["-m", "msacc"] if "msacc" in sys.modules else []


def passed(
    files: list[str],
    root: Path,
    report: Path,
    paths: tuple[Path, ...] = (),
    plugins: tuple[str, ...] = (),
    place: str = "",
) -> dict[str, set[str]]:
    """The tests of each file that pass, in one process of pytest that writes its report; `paths` go on PYTHONPATH.

    `place` is the folder below root that it runs in, and that `files` are named from.
    """
    report.unlink(missing_ok=True)
    options = [option for plugin in plugins for option in ("-p", plugin)]
    options += ["-p", "no:cacheprovider", "-q", f"--junitxml={report}", "-o", "junit_family=xunit1"]
    options.append(f"--rootdir={root}")
    path = os.pathsep.join([*map(str, (root, *paths)), os.environ["PYTHONPATH"]])
    command = [sys.executable, *_ALIAS, "-m", "pytest", *options, *files]
    env = {**os.environ, "PYTHONPATH": path}
    subprocess.run(command, cwd=root / place, env=env, capture_output=True, check=False)
    found: dict[str, set[str]] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        tests = found.setdefault(case.get("file", ""), set())
        if not {child.tag for child in case} & {"failure", "error", "skipped"}:
            tests.add(f"{case.get('classname', '').rpartition('.')[2]}::{case.get('name')}")
    return found


def _passed_apart(
    files: dict[str, list[str]],
    root: Path,
    report: Path,
    paths: tuple[Path, ...],
    plugins: tuple[str, ...],
) -> dict[str, set[str]]:
    """As `passed`, each file in a process of its own in the file's folder: the tests named for it, or all."""
    found = {}
    for file, tests in files.items():
        folder, _, name = file.rpartition("/")
        named = [_named(name, test) for test in tests]
        found |= passed(named or [name], root, report, paths, plugins, folder)
    return found


def _named(file: str, test: str) -> str:
    """What pytest calls a test of a book, which names the class or the module that holds it."""
    holder, _, name = test.partition("::")
    return f"{file}::{name}" if holder == Path(file).stem else f"{file}::{holder}::{name}"


def tell_passed(
    given: Namespace,
    book_path: Path,
    *paths: Path,
    plugins: tuple[str, ...] = (),
    apart: bool = False,
) -> None:
    """Run the tests of a book, or of `given.files`; tell how many of each file's pass, or keep them in a new book."""
    root = given.data / "copy"  # tests write beside themselves
    shutil.copytree(given.checkout, root, ignore=shutil.ignore_patterns(".git", "docs"))
    book = (
        json.loads(book_path.read_text()) if book_path.exists() else {"passes": {}, "not here": {}}
    )
    files = given.files.split(",") if given.files else list(book["passes"])
    report = given.data / "report.xml"
    if apart:
        named = {file: [] if given.keep else book["passes"].get(file, []) for file in files}
        found = _passed_apart(named, root, report, paths, plugins)
    else:
        found = passed(files, root, report, paths, plugins)
    if given.keep:
        passes = {file: sorted(tests) for file, tests in found.items() if tests}
        Path(given.keep).write_text(json.dumps({**book, "passes": passes}, indent=1) + "\n")
    told = {}
    for file in found if given.files else book["passes"]:
        tests = found.get(file, set())
        wanted = set(book["passes"].get(file, ())) - set(book["not here"])
        told[file] = len(wanted & tests)
        for test in sorted(wanted - tests):
            print("FAILED", file, test)
    tell(given.out, **told)
