"""The axes of the matrix, and which rows of it run."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import NamedTuple

from tests.step.networks import NETWORKS
from tests.step.optimizers import OPTIMIZERS, WITH_GROUPS

ORDERS = (
    "Model(AutoParallel(GradAccumulation))",
    "Model(GradAccumulation(AutoParallel))",
    "Model(AutoParallel(Own(GradAccumulation)))",
    "Model(Own(AutoParallel(GradAccumulation)))",
    "Model(AutoParallel(GradAccumulation), context)",
    "TrainOneStepCell(AutoParallel(GradAccumulation))",
    "AutoParallel(TrainOneStepCell(GradAccumulation))",
    "GradAccumulator(AutoParallel)",
)
AMPS = ("none", "O1", "O2", "O3", "auto", "fixed scale", "fixed scale, drop", "dynamic scale")
LEVELS = ("none", "level1", "level2", "level3")
MICROS = ("1", "4", "4, short")
MODES = ("PyNative", "graph")
RANKS = (1, 2, 4)


class Row(NamedTuple):
    """One combination."""

    order: str
    amp: str
    optimizer: str
    level: str
    micro: str
    mode: str
    network: str
    ranks: int

    def __str__(self) -> str:
        return " | ".join(str(part) for part in self)


NAMES = Row._fields
AXES = (ORDERS, AMPS, tuple(OPTIMIZERS), LEVELS, MICROS, MODES, tuple(NETWORKS), RANKS)


def cover(strength: int, seed: int = 1) -> list[Row]:
    """Rows in which every combination of `strength` axes' values occurs: a greedy choice, always the same."""
    rng = random.Random(seed)
    groups = list(itertools.combinations(range(len(AXES)), strength))
    # A dict keeps the order, which a set of strings has anew in each process.
    missing = {(g, v): None for g in groups for v in itertools.product(*(AXES[i] for i in g))}
    rows = []
    while missing:
        group, values = (
            min(missing, key=repr) if len(missing) < 200 else next(iter(_some(missing, rng)))
        )
        best = max(
            (_filled(group, values, rng) for _ in range(20)), key=lambda r: _new(r, groups, missing)
        )
        for pair in _covered(best, groups):
            missing.pop(pair, None)
        rows.append(best)
    return rows


def _some(missing: dict[tuple, None], rng: random.Random) -> Iterator[tuple]:  # type: ignore[type-arg]
    yield rng.choice(sorted(itertools.islice(missing, 50), key=repr))


def _filled(group: tuple[int, ...], values: tuple[object, ...], rng: random.Random) -> Row:
    chosen: list[object] = [rng.choice(axis) for axis in AXES]
    for i, value in zip(group, values, strict=True):
        chosen[i] = value
    return Row(*chosen)  # type: ignore[arg-type]


def _covered(row: Row, groups: list[tuple[int, ...]]) -> list[tuple]:  # type: ignore[type-arg]
    return [(g, tuple(row[i] for i in g)) for g in groups]


def _new(row: Row, groups: list[tuple[int, ...]], missing: dict[tuple, None]) -> int:  # type: ignore[type-arg]
    return sum(pair in missing for pair in _covered(row, groups))


def refusal(row: Row) -> str:
    """What a combination that is refused is refused with: the remedy. '' for all others."""
    groups = row.optimizer in WITH_GROUPS
    if row.order.startswith("Model") and groups:
        return "nn.TrainOneStepCell and parallel.GradAccumulator"
    if "Own(" in row.order and row.micro == "4, short":
        return "Make GradAccumulation the outer one, around Own"
    if row.order.startswith("GradAccumulator") and row.amp == "fixed scale" and groups:
        return "drop_overflow_update=True"
    return ""
