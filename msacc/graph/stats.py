"""What was recorded and what was not, how often graphs were compiled, and how long that took."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


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
    for each that runs in regions which Cells share compiled code. `recorded` has for each how many of its runs were
    recorded, to be replayed; `not_recorded` why one could not be. `fused_attentions` has for each how many attentions
    that are written out, as `softmax(q @ k.T) @ v`, run as torch's fused one in what was recorded last.
    """

    compiles: int = 0
    seconds: float = 0.0
    by_name: dict[str, int] = field(default_factory=dict)
    fallbacks: list[str] = field(default_factory=list)
    cuda_graphs: dict[str, list[str]] = field(default_factory=dict)
    automatic: dict[str, Any] = field(default_factory=dict)
    regions: dict[str, RegionStats] = field(default_factory=dict)
    recorded: dict[str, int] = field(default_factory=dict)
    not_recorded: dict[str, str] = field(default_factory=dict)
    fused_attentions: dict[str, int] = field(default_factory=dict)

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
