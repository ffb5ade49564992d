"""Base class of pipeline nodes: a lazy tree, run epoch by epoch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from msacc.common.stage_timing import Stages, recorded, timed
from msacc.dataset.pipeline.block import Epoch

# Block size of vectorised sources when no consumer needs smaller blocks.
DEFAULT_BLOCK_SIZE = 128


@dataclass
class Run:
    """The run state of one iterator, shared by all nodes of its pipeline."""

    epoch: int = 0
    # False makes every operator work row by row: slower, with the same values (tests compare both).
    vectorised: bool = True
    closers: list[Any] = field(default_factory=list)
    # Time per stage, if a profiler records it.
    stages: Stages | None = field(default_factory=recorded)
    timed: list[Node] = field(default_factory=list)
    # Number of rows that the next epoch skips unread, by the id of the source.
    skipped_rows: dict[int, int] = field(default_factory=dict)
    # Functions called after each epoch's last row.
    epoch_ends: list[Callable[[], None]] = field(default_factory=list)

    def end_epoch(self) -> None:
        """Calls the functions registered for the end of an epoch."""
        for callback in self.epoch_ends:
            callback()

    def close(self) -> None:
        """Stops threads and worker processes."""
        while self.closers:
            self.closers.pop()()


@dataclass(frozen=True)
class Demand:
    """The block sizes that the consumer of a node prefers.

    `rows`: how many rows are used together. `exact`: a block should hold no more rows than that,
    because a consumer runs user code or holds large rows.
    """

    rows: int = 1
    exact: bool = False

    def block_size(self) -> int:
        """Returns the block size for a vectorised producer: a multiple of `rows`."""
        if self.exact:
            return self.rows
        return self.rows * max(1, DEFAULT_BLOCK_SIZE // self.rows)


class Node:
    """One operator of a pipeline; subclasses implement `columns()`, `size()` and `start()`."""

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
        """Returns the rows of an epoch, or None when they are known only after running it."""
        return self.child.size()

    def size_is_known(self) -> bool:
        """Whether `size()` reads no files: what a repr may ask for."""
        return bool(self.children) and all(child.size_is_known() for child in self.children)

    def columns_are_known(self) -> bool:
        """Whether `columns()` reads no files."""
        return all(child.columns_are_known() for child in self.children)

    def batch_size(self) -> int:
        """The `batch_size` of the nearest batch, or 1."""
        return self.child.batch_size() if self.children else 1

    def repeat_count(self) -> int:
        """The count of the nearest repeat, or 1."""
        return self.child.repeat_count() if self.children else 1

    def depends_on_consumer(self) -> bool:
        """Whether a row may depend on the consumption of the rows before: then no operator requests rows in advance."""
        return any(child.depends_on_consumer() for child in self.children)

    def forbids_prefetch(self) -> bool:
        """Whether rows computed in advance would differ: then no background thread runs."""
        return any(child.forbids_prefetch() for child in self.children)

    def runs_user_code(self) -> bool:
        """Whether user functions run in it, or transforms that draw from generators shared with user code."""
        return any(child.runs_user_code() for child in self.children)

    def skip_unread(self, run: Run, count: int) -> bool:
        """Makes the next epoch start after `count` unread rows; returns False where they must be read to get there."""
        return False

    def class_indexing(self) -> dict[str, Any]:
        """Returns the mapping of label names to numbers, where the source has one."""
        return self.child.class_indexing() if self.children else {}

    def num_classes(self) -> int | None:
        """Returns the number of classes, where the source knows it."""
        return self.child.num_classes() if self.children else None

    def start(self, run: Run, demand: Demand) -> Epoch:
        """Returns a function that yields the blocks of the next epoch at each call; state lives in the closure."""
        raise NotImplementedError
