"""The nodes of a pipeline: a lazy tree, run one epoch after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from msacc.common.stage_timing import Stages, recorded, timed
from msacc.dataset.pipeline.block import Epoch

# Rows that array-like sources hand out at once when nothing asks for fewer.
ROWS_AT_ONCE = 128


@dataclass
class Run:
    """One iterator's pass over a pipeline; shared by all its nodes."""

    epoch: int = 0
    # False makes every operator work row by row: slower, the same values (the tests compare).
    vectorised: bool = True
    closers: list[Any] = field(default_factory=list)
    # Where what each stage takes is noted, if a profiler asks for it.
    stages: Stages | None = field(default_factory=recorded)
    timed: list[Node] = field(default_factory=list)
    # How many rows the next epoch leaves out, by the id of the source that gives them.
    left_out: dict[int, int] = field(default_factory=dict)
    # Called after each epoch's last row.
    epoch_ends: list[Callable[[], None]] = field(default_factory=list)

    def end_epoch(self) -> None:
        """An epoch's last row was given."""
        for tell in self.epoch_ends:
            tell()

    def close(self) -> None:
        """Stop worker processes."""
        while self.closers:
            self.closers.pop()()


@dataclass(frozen=True)
class Demand:
    """What the consumer of a node's blocks would like to get.

    `rows`: how many rows are used together. `exact`: a block should hold no more rows than that,
    because somebody upstream runs user code or holds large rows.
    """

    rows: int = 1
    exact: bool = False

    def at_once(self) -> int:
        """The block size a vectorised producer should choose: a multiple of `rows`."""
        if self.exact:
            return self.rows
        return self.rows * max(1, ROWS_AT_ONCE // self.rows)


class Node:
    """One operator. `columns()`, `size()` and `start()` make it."""

    def __init_subclass__(cls) -> None:
        if "start" in cls.__dict__:
            cls.start = timed(cls.__dict__["start"])  # type: ignore[method-assign]

    def __init__(self, *children: Node) -> None:
        self.children = children

    @property
    def child(self) -> Node:
        """The only child."""
        return self.children[0]

    def columns(self) -> list[str]:
        """Names of the columns, in order."""
        return self.child.columns()

    def size(self) -> int | None:
        """Rows of an epoch, or None when only running it tells."""
        return self.child.size()

    def batch_size(self) -> int:
        """The `batch_size` of the nearest batch, or 1."""
        return self.child.batch_size() if self.children else 1

    def repeat_count(self) -> int:
        """The count of the nearest repeat, or 1."""
        return self.child.repeat_count() if self.children else 1

    def waits(self) -> bool:
        """Whether some rows may come only after the ones before were used: those are then handed on without asking for
        more.
        """
        return any(child.waits() for child in self.children)

    def held(self) -> bool:
        """Whether what is made ahead would differ: then no row is made before it is asked for."""
        return any(child.held() for child in self.children)

    def scripts(self) -> bool:
        """Whether functions of a script run in it, or what draws from generators that a script draws from too."""
        return any(child.scripts() for child in self.children)

    def pass_over(self, run: Run, count: int) -> bool:
        """Let the next epoch begin behind `count` rows that nobody reads; False where only reading them leads there."""
        return False

    def class_indexing(self) -> dict[str, Any]:
        """Label name -> number, where the source has it."""
        return self.child.class_indexing() if self.children else {}

    def num_classes(self) -> int | None:
        """The number of classes, where the source knows it."""
        return self.child.num_classes() if self.children else None

    def start(self, run: Run, demand: Demand) -> Epoch:
        """Make what each call of gives the next epoch's blocks; state lives in the closure."""
        raise NotImplementedError
