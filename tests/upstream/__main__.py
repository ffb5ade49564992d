"""Run the tests and print a table by area."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.upstream.ids import Id, read_ids

HERE = Path(__file__).parent


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.upstream", description=__doc__)
    parser.add_argument("checkout", type=Path, help="a checkout of mindspore-ai/mindspore_test")
    parser.add_argument("--area", help="areas to run, with commas between; all by default")
    parser.add_argument("--match", default="", help="only ids that contain this")
    parser.add_argument("--python", default=sys.executable, help="the interpreter to run them with")
    parser.add_argument("--timeout", type=int, default=120, help="seconds for one test")
    parser.add_argument("--failed", action="store_true", help="list what did not pass, and why")
    given = parser.parse_args()
    areas = given.area.split(",") if given.area else None
    wanted = [i for i in read_ids(areas) if given.match in i.name]
    start = time.time()
    outcomes = run(given.checkout.resolve(), wanted, given.python, given.timeout)
    print(table(wanted, outcomes))
    print(f"\n{time.time() - start:.0f} s")
    if given.failed:
        for one in wanted:
            outcome, text = outcomes.get(one.name, ("not run", ""))
            if outcome != "passed":
                print(f"{outcome}: {one.name}\n    {text}")


def run(checkout: Path, ids: list[Id], python: str, timeout: int) -> dict[str, tuple[str, str]]:
    """(outcome, last line of its text) of each id that was run."""
    outcomes: dict[str, tuple[str, str]] = {}
    with tempfile.TemporaryDirectory(prefix="upstream") as folder:
        job = Path(folder, "job.json")
        by_file: dict[str, list[dict[str, object]]] = {}
        for one in ids:
            by_file.setdefault(one.file, []).append({"id": one.name, "place": one.place})
        where = str(Path(__file__).parents[2])
        content = {
            "checkout": str(checkout),
            "files": by_file,
            "timeout": timeout,
            "library": where,
        }
        job.write_text(json.dumps(content))
        # A script, not a module: the suite has a package `tests` of its own.
        command = [python, str(HERE / "server.py"), str(job)]
        with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            for line in server.stdout:
                if line.startswith("{"):
                    event = json.loads(line)
                    outcomes[event["id"]] = (event["outcome"], event["text"])
    return outcomes


def table(ids: list[Id], outcomes: dict[str, tuple[str, str]]) -> str:
    """Per area: ids, passed; checked ids, passed, their share."""
    all_ids, passed = Counter[str](), Counter[str]()
    checked, checked_passed = Counter[str](), Counter[str]()
    for one in ids:
        ok = outcomes.get(one.name, ("", ""))[0] == "passed"
        for area in (one.area, "total"):
            all_ids[area] += 1
            passed[area] += ok
            checked[area] += not one.hollow
            checked_passed[area] += ok and not one.hollow
    rows = ["| area | tests | passed | checked | passed | share |", "|---|---|---|---|---|---|"]
    for area in [*sorted(set(all_ids) - {"total"}), "total"]:
        share = 100 * checked_passed[area] / max(checked[area], 1)
        cells = (all_ids, passed, checked, checked_passed)
        numbers = " | ".join(str(column[area]) for column in cells)
        rows.append(f"| {area} | {numbers} | {share:.1f}% |")
    return "\n".join(rows)


if __name__ == "__main__":
    main()
