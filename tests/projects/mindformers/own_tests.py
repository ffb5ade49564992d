"""The release's own unit tests: how many of those that pass on MindSpore's CPU pass here, for each file.

`own_RELEASE.json` beside this script holds them (`passes`: file to tests), and which of them are known not to pass
elsewhere (`not here`: test to reason). `--keep PATH` writes the passing tests of `--files` instead.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from laid import arguments, tell

given = arguments(release="1.3", files="", keep="")
HERE = Path(__file__).parent
LIST = HERE / f"own_{given.release}.json"
_ALIAS = ["-m", "msacc"] if "msacc" in sys.modules else []


def passed(files: list[str], root: Path) -> dict[str, set[str]]:
    """The tests of each file that pass, in one process of pytest."""
    report = given.data / "report.xml"
    report.unlink(missing_ok=True)
    options = ["-p", "ready", "-p", "no:cacheprovider", "-q", f"--junitxml={report}"]
    options += ["-o", "junit_family=xunit1"]
    path = os.pathsep.join([str(root), str(HERE), os.environ["PYTHONPATH"]])
    command = [sys.executable, *_ALIAS, "-m", "pytest", *options, *files]
    env = {**os.environ, "PYTHONPATH": path}
    subprocess.run(command, cwd=root, env=env, capture_output=True, check=False)
    found: dict[str, set[str]] = {file: set() for file in files}
    for case in ElementTree.parse(report).iter("testcase"):
        if not {child.tag for child in case} & {"failure", "error", "skipped"}:
            group = case.get("classname", "").rpartition(".")[2]
            found[case.get("file", "")].add(f"{group}::{case.get('name')}")
    return found


# Tests write beside themselves: they are run in a copy.
root = given.data / "copy"
shutil.copytree(given.checkout, root, ignore=shutil.ignore_patterns(".git", "docs"))
book = json.loads(LIST.read_text()) if LIST.exists() else {"passes": {}, "not here": {}}
found = passed(given.files.split(",") if given.files else list(book["passes"]), root)
if given.keep:
    passes = {file: sorted(tests) for file, tests in found.items() if tests}
    Path(given.keep).write_text(json.dumps({**book, "passes": passes}, indent=1) + "\n")
told = {}
for file, tests in found.items():
    wanted = set(book["passes"].get(file, ())) - set(book["not here"])
    told[file] = len(wanted & tests)
    for test in sorted(wanted - tests):
        print("FAILED", file, test)
tell(given.out, **told)
