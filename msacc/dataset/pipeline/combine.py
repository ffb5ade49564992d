"""Operators on columns and on several pipelines: project, rename, zip, concat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.block import Block, Epoch, Reader
from msacc.dataset.pipeline.node import Demand, Node, Run


class ProjectNode(Node):
    """Selects columns, in the order of `names`."""

    def __init__(self, child: Node, names: list[str]) -> None:
        super().__init__(child)
        self.names = names

    def columns(self) -> list[str]:
        input_columns = self.child.columns()
        missing = [name for name in self.names if name not in input_columns]
        if missing:
            raise pipeline_error(f"project: no column named {missing}; there are {input_columns}.")
        return list(self.names)

    def skip_unread(self, run: Run, count: int) -> bool:
        return self.child.skip_unread(run, count)

    def start(self, run: Run, demand: Demand) -> Epoch:
        input_columns = self.child.columns()
        indices = [input_columns.index(name) for name in self.columns()]
        source = self.child.start(run, demand)

        def epoch() -> Iterator[Block]:
            for block in source():
                yield block.with_columns([block.columns[p] for p in indices])

        return epoch


class RenameNode(Node):
    """Renames columns."""

    def __init__(self, child: Node, old: list[str], new: list[str]) -> None:
        super().__init__(child)
        self.old, self.new = old, new

    def columns(self) -> list[str]:
        input_columns = self.child.columns()
        missing = [name for name in self.old if name not in input_columns]
        if missing:
            raise pipeline_error(f"rename: no column named {missing}; there are {input_columns}.")
        renamed = dict(zip(self.old, self.new, strict=False))
        names = [renamed.get(name, name) for name in input_columns]
        if len(set(names)) != len(names):
            raise pipeline_error(f"rename: two columns would have one name: {names}.")
        return names

    def skip_unread(self, run: Run, count: int) -> bool:
        return self.child.skip_unread(run, count)

    def start(self, run: Run, demand: Demand) -> Epoch:
        self.columns()
        return self.child.start(run, demand)


class ZipNode(Node):
    """Pipelines side by side; ends with the shortest."""

    def columns(self) -> list[str]:
        names = [name for child in self.children for name in child.columns()]
        duplicates = sorted({name for name in names if names.count(name) > 1})
        if duplicates:
            raise pipeline_error(
                f"zip: the column names {duplicates} appear in more than one dataset; rename them first."
            )
        return names

    def size(self) -> int | None:
        sizes = [child.size() for child in self.children]
        return None if None in sizes else min(s for s in sizes if s is not None)

    def start(self, run: Run, demand: Demand) -> Epoch:
        self.columns()
        sources = [child.start(run, demand) for child in self.children]

        def epoch() -> Iterator[Block]:
            readers = [Reader(source()) for source in sources]
            while count := min(reader.available() for reader in readers):
                parts = [reader.read(count) for reader in readers]
                yield Block([c for part in parts if part for c in part.columns], count)

        return epoch


class ConcatNode(Node):
    """Pipelines one after the other; their columns must agree."""

    def columns(self) -> list[str]:
        first = self.children[0].columns()
        for child in self.children[1:]:
            if child.columns() != first:
                raise pipeline_error(
                    f"concat: the columns differ: {first} and {child.columns()}; "
                    "use rename or project so that they agree."
                )
        return first

    def size(self) -> int | None:
        sizes = [child.size() for child in self.children]
        return None if None in sizes else sum(s for s in sizes if s is not None)

    def start(self, run: Run, demand: Demand) -> Epoch:
        self.columns()
        sources = [child.start(run, demand) for child in self.children]

        def epoch() -> Iterator[Block]:
            expected: list[tuple[str, int] | None] | None = None
            for source in sources:
                for block in source():
                    kinds = _column_kinds(block)
                    if expected is not None and kinds != expected:
                        raise pipeline_error(
                            f"concat: a column's type or rank differs: {expected} and {kinds}; "
                            "map both datasets to one type first."
                        )
                    expected = kinds
                    yield block

        return epoch


class ShardNode(Node):
    """Every `shards`-th row, from row `shard` on, of pipelines one after the other.

    Of the pipelines whose rows `in_blocks` holds, by their places, a shard has as many, but neighbours: the first shard
    the first of them.
    """

    def __init__(
        self, child: Node, shards: int, shard: int, in_blocks: Sequence[range] = ()
    ) -> None:
        super().__init__(child)
        self.shards, self.shard, self.in_blocks = shards, shard, in_blocks

    def size(self) -> int | None:
        rows = self.child.size()
        return None if rows is None else len(range(self.shard, rows, self.shards))

    def start(self, run: Run, demand: Demand) -> Epoch:
        source = self.child.start(run, demand)
        blocks = [(places, self._own_block(places)) for places in self.in_blocks]

        def epoch() -> Iterator[Block]:
            position = 0
            for block in source():
                places = np.arange(position, position + block.size)
                kept = places % self.shards == self.shard
                for joined, own in blocks:
                    inside = (places >= joined.start) & (places < joined.stop)
                    kept[inside] = ((places >= own.start) & (places < own.stop))[inside]
                position += block.size
                if kept.any():
                    yield block.take(np.flatnonzero(kept))

        return epoch

    def _own_block(self, places: range) -> range:
        shards = np.array(places) % self.shards
        first = places.start + int((shards < self.shard).sum())
        return range(first, first + int((shards == self.shard).sum()))


def _column_kinds(block: Block) -> list[tuple[str, int] | None]:
    row = block.row(0)
    return [
        (v.dtype.str if v.dtype.kind not in "US" else v.dtype.kind, v.ndim)
        if isinstance(v, np.ndarray)
        else None
        for v in row
    ]
