"""The chapters of parity cases on a device, each in a process of its own, some at a time.

    python benchmarks/gpu_minutes/chapters.py [CHAPTER ...] [--device cuda] [--jobs 4] [--json FILE]

A case that ends its process takes its own chapter along and no other. The file is written anew after each chapter.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

_EQUAL = re.compile(r"^(\d+) of (\d+) cases are equal", re.MULTILINE)
_WRONG = re.compile(r"^(\w+::\w+): (.*)$", re.MULTILINE)
# A chapter takes seconds; one that waits for a device that failed does not end.
_LIMIT = 90


def chapters() -> list[str]:
    """All of them."""
    from tests.parity.harness import CASES, load_cases

    load_cases()
    return sorted({case.chapter for case in CASES.values()})


def run(chapter: str, device: str) -> dict[str, Any]:
    """One chapter: cases, equal ones, why others aren't, how it ended where it did not to the end."""
    command = [sys.executable, "-m", "tests.parity.on_device", chapter, "--device", device]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_LIMIT)
    except subprocess.TimeoutExpired:
        return {"cases": 0, "equal": 0, "wrong": {}, "ended": f"longer than {_LIMIT} s"}
    found: dict[str, Any] = {"wrong": dict(_WRONG.findall(done.stdout)), "ended": ""}
    if summary := _EQUAL.search(done.stdout):
        return {**found, "equal": int(summary[1]), "cases": int(summary[2])}
    last = (done.stderr.strip().splitlines() or [""])[-1][:200]
    return {**found, "equal": 0, "cases": 0, "ended": f"exit status {done.returncode}: {last}"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("chapters", nargs="*")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    names = args.chapters or chapters()
    total: dict[str, Any] = {"chapters": len(names), "ran": 0, "cases": 0, "equal": 0}
    total |= {"wrong": {}, "ended": {}}
    with ThreadPoolExecutor(args.jobs) as pool:
        waiting = {pool.submit(run, name, args.device): name for name in names}
        for each in as_completed(waiting):
            _add(total, waiting[each], each.result())
            if args.json:
                args.json.write_text(json.dumps(total, indent=1))
    print(f"{total['equal']} of {total['cases']} cases are equal, {total['ran']} chapters ran")
    return 1 if total["wrong"] or total["ended"] else 0


def _add(total: dict[str, Any], chapter: str, found: dict[str, Any]) -> None:
    total["ran"] += 1
    total["cases"] += found["cases"]
    total["equal"] += found["equal"]
    total["wrong"] |= found["wrong"]
    if found["ended"]:
        total["ended"][chapter] = found["ended"]
    for case, why in found["wrong"].items():
        print(f"{case}: {why}"[:300], flush=True)
    if found["ended"]:
        print(f"{chapter} ended: {found['ended']}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
