"""How often graphs were compiled, how long it took, and where graphs broke."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Break:
    """One place where a graph could not hold the user's code."""

    where: str
    line: str
    reason: str

    def __str__(self) -> str:
        return f"at {self.where}: {self.line!r} ({self.reason})"


@dataclass
class RegionStats:
    """Equal Cells that are compiled once: (class, number of Cells) of each region; why other Cells are in none."""

    regions: list[tuple[str, int]]
    cells_in_all: int
    cells_covered: int
    excluded: dict[str, str]


@dataclass
class GraphStats:
    """Counters since the process started or since `reset()`.

    `compiles` counts graphs handed to the code generator, per compiled Cell or function in
    `by_name`; `seconds` is the wall time spent in it. `cuda_graphs` has for each that was compiled for
    CUDA graphs what kept it from being one; nothing where it is one. `automatic` has for each that runs
    with the automatic level its calls so far, the call that compiles it and the seconds expected of that. `regions` has
    for each that runs in regions which Cells share compiled code.
    """

    compiles: int = 0
    seconds: float = 0.0
    by_name: dict[str, int] = field(default_factory=dict)
    breaks: list[Break] = field(default_factory=list)
    fallbacks: list[str] = field(default_factory=list)
    cuda_graphs: dict[str, list[str]] = field(default_factory=dict)
    automatic: dict[str, Any] = field(default_factory=dict)
    regions: dict[str, RegionStats] = field(default_factory=dict)

    def count(self, name: str, seconds: float) -> None:
        """Add one compiled graph."""
        self.compiles += 1
        self.seconds += seconds
        self.by_name[name] = self.by_name.get(name, 0) + 1


_stats = GraphStats()


def stats() -> GraphStats:
    """The live counters."""
    return _stats


def reset() -> None:
    """Set every counter to zero; compiled graphs stay."""
    _stats.__init__()  # type: ignore[misc]
