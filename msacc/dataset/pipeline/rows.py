"""Operators that select rows: skip, take, repeat, filter."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from msacc.dataset.errors import pipeline_error, user_error
from msacc.dataset.pipeline.block import Block, Epoch, from_rows
from msacc.dataset.pipeline.node import Demand, Node, Run


class SkipNode(Node):
    """Skips the first rows."""

    def __init__(self, child: Node, count: int) -> None:
        super().__init__(child)
        self.count = count

    def size(self) -> int | None:
        rows = self.child.size()
        return None if rows is None else max(rows - self.count, 0)

    def start(self, run: Run, demand: Demand) -> Epoch:
        source = self.child.start(run, demand)

        def epoch() -> Iterator[Block]:
            left = self.count
            for block in source():
                if left < block.size:
                    yield block.part(left, block.size)
                left = max(left - block.size, 0)

        return epoch


class TakeNode(Node):
    """Keeps the first rows; -1 keeps all."""

    def __init__(self, child: Node, count: int) -> None:
        super().__init__(child)
        self.count = count

    def size(self) -> int | None:
        rows = self.child.size()
        if rows is None or self.count == -1:
            return rows
        return min(rows, self.count)

    def start(self, run: Run, demand: Demand) -> Epoch:
        if self.count == -1:
            return self.child.start(run, demand)
        source = self.child.start(run, demand)

        def epoch() -> Iterator[Block]:
            left = self.count
            for block in source():
                yield block.part(0, min(left, block.size))
                left -= block.size
                if left <= 0:
                    return

        return epoch


class RepeatNode(Node):
    """Joins `count` epochs of its child into one; -1 repeats without end."""

    def __init__(self, child: Node, count: int) -> None:
        super().__init__(child)
        self.count = count

    def size(self) -> int | None:
        rows = self.child.size()
        return rows if rows is None or self.count == -1 else rows * self.count

    def repeat_count(self) -> int:
        return self.count

    def start(self, run: Run, demand: Demand) -> Epoch:
        source = self.child.start(run, demand)

        def epoch() -> Iterator[Block]:
            rounds = itertools.count() if self.count == -1 else range(self.count)
            for _ in rounds:
                yield from source()

        return epoch


class FilterNode(Node):
    """Keeps the rows for which a predicate of some columns is true."""

    def __init__(
        self, child: Node, predicate: Callable[..., Any], input_columns: list[str] | None
    ) -> None:
        super().__init__(child)
        self.predicate, self.input_columns = predicate, input_columns

    def size(self) -> int | None:
        return None

    def runs_user_code(self) -> bool:
        return True

    def start(self, run: Run, demand: Demand) -> Epoch:
        columns = self.columns()
        names = self.input_columns or columns
        missing = [name for name in names if name not in columns]
        if missing:
            raise pipeline_error(f"filter: no column named {missing}; there are {columns}.")
        inputs = [columns.index(name) for name in names]
        source = self.child.start(run, Demand(demand.rows, exact=True))

        def epoch() -> Iterator[Block]:
            for block in source():
                rows = [block.row(i) for i in range(block.size)]
                selected = [row for row in rows if self._accepts([row[i] for i in inputs])]
                if selected:
                    yield from_rows(selected)

        return epoch

    def _accepts(self, arguments: list[Any]) -> bool:
        try:
            return bool(np.all(self.predicate(*arguments)))
        except Exception as error:
            raise user_error(self.predicate, error) from error
