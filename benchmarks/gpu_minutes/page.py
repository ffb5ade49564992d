"""The page of a run: 60 lines of 80 characters at most, whatever has run so far."""

from __future__ import annotations

import textwrap
from typing import Any

WIDTH, LINES = 80, 60
_ENDED_BADLY = ("failed", "cut off", "not started")


def page(result: dict[str, Any]) -> str:
    """The text: where, the yardsticks, the parts, and the last lines of those that ended badly."""
    lines = [*_head(result), "", *map(_yardstick, result["yardsticks"]), "", *_parts(result)]
    return "\n".join(line[:WIDTH] for line in _fitting(lines)) + "\n"


def _head(result: dict[str, Any]) -> list[str]:
    where = f"{result['device']}, torch {result['torch']}, msacc {result['commit']}"
    asked = f"{result['date']}, {result['seconds']:.0f} s of {60 * result['minutes']:.0f}"
    tiny = "; tiny networks: shows only that it runs" if result["quick"] else ""
    return [where, asked + tiny]


def _yardstick(row: dict[str, Any]) -> str:
    found = row["found"]
    shown = "-" if found is None else f"{found:.2f}" if isinstance(found, float) else str(found)
    holds = {True: "holds", False: "NOT", None: ""}[row["holds"]]
    return f"{row['what']:<54} {shown:>7} {row['goal']:>9}  {holds}".rstrip()


def _parts(result: dict[str, Any]) -> list[str]:
    """The parts by how they went; those that ended badly with what they said last."""
    lines: list[str] = []
    for state in ("done", "running", "waiting"):
        names = [
            f"{p['name']} {p['seconds']:.0f} s" for p in result["parts"] if p["state"] == state
        ]
        if names:
            lines += textwrap.wrap(f"{state}: {', '.join(names)}", WIDTH, subsequent_indent="  ")
    if result["accuracy"]:
        lines.append(f"run.sh: {result['accuracy']}")
    for part in result["parts"]:
        if part["state"] in _ENDED_BADLY:
            lines.append(f"{part['state']}: {part['name']}, {part['seconds']:.0f} s{_why(part)}")
            lines += [f"    {line}" for line in part["last_lines"][-3:]]
    return lines


def _why(part: dict[str, Any]) -> str:
    if part["state"] == "failed":
        return f", exit status {part['returncode']}"
    return f" (limit {part['limit']:.0f} s)"


def _fitting(lines: list[str]) -> list[str]:
    """No more lines than a page has; what is said last of a part goes first."""
    for keep in (2, 1, 0):
        if len(lines) <= LINES:
            break
        lines = _fewer_last_lines(lines, keep)
    if len(lines) > LINES:
        lines = [*lines[: LINES - 1], "... more in gpu.json"]
    return lines


def _fewer_last_lines(lines: list[str], keep: int) -> list[str]:
    """With the last `keep` of each run of indented lines."""
    kept = []
    for number, line in enumerate(lines):
        following = lines[number + 1 : number + 1 + keep]
        indented = line.startswith("    ")
        if not indented or len(following) < keep or not all(f[:4] == "    " for f in following):
            kept.append(line)
    return kept
