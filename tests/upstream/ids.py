"""The list of tests in `ids.txt`.

`# revision`, then per area `[area]`, per file its path, and behind two blanks a test: `~` before one that a mock
passes too, and ` @k/n` behind one whose parameters print otherwise here: the k-th of n of its function.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Id:
    """One test: its area, file and full name, whether a mock passes it, and its place in its function."""

    area: str
    file: str
    name: str
    hollow: bool
    place: tuple[int, int] | None


def read_ids(areas: Collection[str] | None = None) -> list[Id]:
    """The tests of these areas, or of all."""
    found, area, file = [], "", ""
    for line in Path(__file__).with_name("ids.txt").read_text().splitlines():
        if line.startswith("["):
            area = line.strip("[]")
        elif line.startswith("  "):
            if areas is None or area in areas:
                found.append(_read(area, file, line.strip()))
        elif not line.startswith("#"):
            file = line
    return found


def _read(area: str, file: str, text: str) -> Id:
    test, mark, place = text.removeprefix("~").rpartition(" @")
    numbers = tuple(int(n) for n in place.split("/")) if mark else None
    name = f"{file}::{test if mark else text.removeprefix('~')}"
    return Id(area, file, name, text.startswith("~"), numbers)  # type: ignore[arg-type]
