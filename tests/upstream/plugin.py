"""The pytest plugin of the suite's children: keeps the wanted tests and writes each outcome as it ends."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

_WANTED: list[dict[str, Any]] = json.loads(os.environ.get("UPSTREAM_WANTED", "[]"))
_OUT = Path(os.environ.get("UPSTREAM_OUT", os.devnull))
_names: dict[str, str] = {}
_outcomes: dict[str, tuple[str, str]] = {}


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Keep the wanted ones; a name that prints otherwise here is found by its place in its function."""
    by_name = {item.nodeid: item for item in items}
    functions: dict[str, list[Any]] = {}
    for item in items:
        functions.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for one in _WANTED:
        item = by_name.get(one["id"])
        if item is None and one["place"]:
            k, n = one["place"]
            same = functions.get(one["id"].partition("[")[0], [])
            item = same[k] if len(same) == n else None
        if item is not None:
            _names[item.nodeid] = one["id"]
    items[:] = [item for item in items if item.nodeid in _names]


def pytest_runtest_logreport(report: Any) -> None:
    """Note what came of a phase; write it when the test is over."""
    name = _names[report.nodeid]
    before = _outcomes.get(name, ("passed", ""))
    if report.outcome != "passed" and before[0] == "passed":
        kind = "error" if report.failed and report.when != "call" else report.outcome
        _outcomes[name] = before = (kind, _last_words(report))
    if report.when == "call" and hasattr(report, "wasxfail"):
        _outcomes[name] = before = ("xfailed", "")
    if report.when == "teardown":
        with _OUT.open("a") as file:
            file.write(json.dumps({"id": name, "outcome": before[0], "text": before[1]}) + "\n")


def _last_words(report: Any) -> str:
    lines = [line[2:].strip() for line in str(report.longrepr).splitlines() if line[:2] == "E "]
    return " ".join(lines[-3:])[:300]
