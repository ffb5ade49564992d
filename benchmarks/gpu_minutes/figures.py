"""The figures that parts wrote, as the yardsticks and the page ask for them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gpu_minutes.parts import FIRST, LOW, TIMED

Row = dict[str, Any]
_PYTEST_END = re.compile(r" in [\d.]+s\b")
_COUNTS = re.compile(r"\b(\d+) (passed|failed|errors?)\b")
_NOTES = [
    "`speed` and `peak of` are beside torch's side alike (pynative: eager; automatic, o1: compile; o2: cuda_graphs); "
    "`compiled at`: the step that compiled; `waits`: for the device in two steps; `outside`: operations outside of "
    "compiled code in one step; `graphs`: CUDA graphs that it launches."
]


class Figures:
    """Of the parts that have run so far; None for what is not there."""

    def __init__(self, work: Path):
        self.work = work
        self.steps = list(self._rows(TIMED))
        self.firsts = list(self._rows(FIRST))

    def read(self, name: str) -> Any:
        """The JSON of one part; None where it wrote none, or was ended while it wrote."""
        try:
            return json.loads((self.work / f"{name.replace(' ', '_')}.json").read_text())
        except (OSError, ValueError):
            return None

    def tables(self) -> list[dict[str, Any]]:
        """Of the steps, the first steps and what is kept: as docs/performance.md has them."""
        kinds = {
            "Steps": (self.steps, _NOTES),
            "First steps, each in a process of its own": (self.firsts, []),
        }
        found = [_table(title, rows, notes) for title, (rows, notes) in kinds.items() if rows]
        kept = self.read("kept bytes")
        return [*found, kept] if kept else found

    def _rows(self, kind: str) -> Iterator[Row]:
        for path in sorted(self.work.glob(f"{kind}_*.json")):
            table = self.read(path.stem) or {"rows": ()}
            for row in table["rows"]:
                yield dict(zip(table["columns"], row, strict=True))

    def step(self, network: str, side: str, column: str, precision: str = LOW) -> Any:
        """One figure of the timings."""
        return _figure(self.steps, network, side, column, precision)

    def ratio(
        self, network: str, side: str, other: str, column: str = "later ms", precision: str = LOW
    ) -> float | None:
        """One side's figure by another's."""
        sides = [self.step(network, each, column, precision) for each in (side, other)]
        return sides[0] / sides[1] if all(sides) else None

    def first_ratio(self, network: str, side: str, other: str) -> float | None:
        """Seconds from the building of the network to the end of its first step, by the other side's."""
        sides = [self._first(network, each) for each in (side, other)]
        return sides[0] / sides[1] if sides[0] and sides[1] else None

    def _first(self, network: str, side: str) -> float | None:
        parts = [_figure(self.firsts, network, side, name, LOW) for name in ("build s", "first s")]
        return sum(parts) if all(part is not None for part in parts) else None

    def kept(self, column: str) -> float | None:
        """What graph mode or PyNative mode keeps for the backward pass: the worst network's, in times of torch's."""
        table = self.read("kept bytes")
        if not table or not table["rows"]:
            return None
        at = table["columns"].index(column)
        return max(row[at] for row in table["rows"])

    def failed_tests(self) -> int | None:
        """Of pytest."""
        ends = [line for line in self._log("gpu tests").splitlines() if _PYTEST_END.search(line)]
        counts = _COUNTS.findall(ends[-1]) if ends else []
        return sum(int(n) for n, word in counts if word != "passed") if counts else None

    def unequal_cases(self) -> int | None:
        """Parity cases that are not equal, and chapters that ended; None until all chapters ran."""
        found = self.read("parity")
        if not found or found["ran"] < found["chapters"]:
            return None
        return len(found["wrong"]) + len(found["ended"])

    def accuracy(self) -> str:
        """What the main job says of its checkpoint."""
        lines = [line for line in self._log("run.sh").splitlines() if "ccuracy" in line]
        return lines[-1].strip() if lines else ""

    def _log(self, name: str) -> str:
        path = self.work / "logs" / f"{name.replace(' ', '_')}.log"
        return path.read_text(errors="replace") if path.is_file() else ""


def _figure(rows: list[Row], network: str, side: str, column: str, precision: str) -> Any:
    for row in rows:
        if (row["network"], row["side"], row["precision"]) == (network, side, precision):
            return row[column]
    return None


def _table(title: str, rows: list[Row], notes: list[str]) -> dict[str, Any]:
    """Without columns that have nothing."""
    columns = [name for name in rows[0] if any(row[name] not in (None, "") for row in rows)]
    cells = [[row[name] for name in columns] for row in rows]
    return {"title": title, "columns": columns, "rows": cells, "notes": notes}
