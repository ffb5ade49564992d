"""The release's own unit tests, of those that pass on MindSpore's CPU: how many of each file pass here.

What passes on MindSpore lies in `own_RELEASE.json` beside this script (file: tests), with the tests that are known
not to pass on the other side; `--keep PATH` writes such a list anew.
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

given = arguments(release="1.3", files="", keep="", limit=300)
HERE = Path(__file__).parent
LIST = HERE / f"own_{given.release}.json"
_ALIAS = ["-m", "msacc"] if "msacc" in sys.modules else []


def passed(file: str, root: Path) -> list[str]:
    """The tests of a file that pass, each file in a process of its own."""
    report = given.data / "report.xml"
    report.unlink(missing_ok=True)
    options = ["-p", "ready", "-p", "no:cacheprovider", "-q", f"--junitxml={report}"]
    path = os.pathsep.join([str(root), str(HERE), os.environ["PYTHONPATH"]])
    subprocess.run(
        ["timeout", "-k", "5", str(given.limit), sys.executable, *_ALIAS, "-m", "pytest", *options, file],
        cwd=root, env={**os.environ, "PYTHONPATH": path}, capture_output=True, check=False,
    )  # fmt: skip
    if not report.exists():
        return []
    cases = ElementTree.parse(report).iter("testcase")
    return sorted(
        f"{c.get('classname', '').rpartition('.')[2]}::{c.get('name')}"
        for c in cases
        if not {child.tag for child in c} & {"failure", "error", "skipped"}
    )


# Tests write beside themselves: they are run in a copy.
root = given.data / "copy"
shutil.copytree(given.checkout, root, ignore=shutil.ignore_patterns(".git", "docs", "configs.zip"))
book = json.loads(LIST.read_text()) if LIST.exists() else {"passes": {}, "not here": {}}
files = given.files.split(",") if given.files else list(book["passes"])
found = {file: passed(file, root) for file in files}
if given.keep:
    held = {**book, "passes": {file: tests for file, tests in found.items() if tests}}
    Path(given.keep).write_text(json.dumps(held, indent=1, sort_keys=True) + "\n")
told = {}
for file, tests in found.items():
    wanted = set(book["passes"].get(file, tests)) - set(book["not here"].get(file, []))
    told[file] = len(wanted & set(tests))
    for test in sorted(wanted - set(tests)):
        print("FAILED", file, test)
tell(given.out, **told)
