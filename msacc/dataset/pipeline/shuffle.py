"""Shuffle through a bounded buffer, with MindSpore's order for a seed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from msacc.dataset.cpp_random import Mt19937x64, pipeline_seed
from msacc.dataset.pipeline.block import Block, Column, Epoch, Reader, join, pick, values
from msacc.dataset.pipeline.node import Demand, Node, Run
from msacc.dataset.resumable_state import Kept


class ShuffleNode(Node):
    """Gives a random row of the buffer; the buffer's last row takes its place, the next row the end.

    `again`: another order in each epoch (False is what `split` uses).
    """

    def __init__(self, child: Node, buffer_size: int, again: bool = True) -> None:
        super().__init__(child)
        self.buffer_size, self.again = buffer_size, again

    def start(self, run: Run, demand: Demand) -> Epoch:
        seed = pipeline_seed()
        # `goal`: how many words will have been drawn when the epoch that runs has ended.
        own = Kept(seed=seed, random=Mt19937x64(seed), goal=0)
        source = self.child.start(run, Demand(demand.rows, demand.exact))
        rows, expected = demand.at_once(), self.child.size() or 0

        def epoch() -> Iterator[Block]:
            if not self.again:
                own.random = Mt19937x64(own.seed)
            elif own.goal > own.random.drawn:
                # `take` cut the epoch before this one short; MindSpore shuffles it to its end.
                own.random.words(own.goal - own.random.drawn)
            own.goal = own.random.drawn + expected
            reader = Reader(source())
            held = reader.read_many(self.buffer_size, expected)
            yield from _shuffled(reader, held, self.buffer_size, rows, own.random)
            own.goal = 0

        return epoch


def _shuffled(
    reader: Reader, held: Block | None, size: int, rows: int, random: Mt19937x64
) -> Iterator[Block]:
    if held is None:
        return
    # Where in `held` the row at each place of the buffer lies.
    slots = list(range(held.size))
    if held.size == size and reader.ready():
        held = held.with_columns([c.copy() for c in held.columns])
        while fresh := reader.read_ready(rows):
            draws = (random.words(fresh.size) % np.uint64(size)).tolist()
            yield _exchange(held, fresh, np.array([_leave(slots, i) for i in draws]))
    yield from _drain(held, slots, rows, random)


def _leave(slots: list[int], place: int) -> int:
    """The slot at `place`, which becomes the buffer's last."""
    slot = slots[place]
    slots[place] = slots[-1]
    slots[-1] = slot
    return slot


def _exchange(held: Block, fresh: Block, slots: np.ndarray) -> Block:
    """Row i of `fresh` takes the place of the row that leaves slot i, one after the other."""
    count = len(slots)
    newest: dict[int, int] = {}
    leaving = np.arange(count)
    for i, slot in enumerate(slots.tolist()):
        if slot in newest:  # what leaves came in with this very block
            leaving[i] = count + newest[slot]
        newest[slot] = i
    places = np.fromiter(newest.keys(), dtype=np.int64)
    origin = np.fromiter(newest.values(), dtype=np.int64)
    columns: list[Column] = []
    for k, (old, new) in enumerate(zip(held.columns, fresh.columns, strict=True)):
        columns.append(pick(join([pick(old, slots), new]), leaving))
        held.columns[k] = _stored(old, places, pick(new, origin))
    origins = None
    if held.origins is not None and fresh.origins is not None:
        origins = np.concatenate([held.origins[slots], fresh.origins])[leaving]
        held.origins[places] = fresh.origins[origin]
    return Block(columns, count, origins)


def _stored(column: Column, places: np.ndarray, new: Column) -> Column:
    alike = (
        isinstance(column, np.ndarray)
        and isinstance(new, np.ndarray)
        and column.dtype == new.dtype
        and column.shape[1:] == new.shape[1:]
    )
    if alike:
        column[places] = new  # type: ignore[call-overload]
        return column
    mixed = values(column)
    for place, value in zip(places.tolist(), values(new), strict=True):
        mixed[place] = value
    return mixed


def _drain(held: Block, slots: list[int], rows: int, random: Mt19937x64) -> Iterator[Block]:
    """No more rows come: the buffer shrinks."""
    draws = random.words(held.size) % np.arange(held.size, 0, -1, dtype=np.uint64)
    order = np.empty(held.size, dtype=np.int64)
    for i, place in enumerate(draws.tolist()):
        order[i] = slots[place]
        slots[place] = slots[-1]
        slots.pop()
    for start in range(0, held.size, rows):
        places = order[start : start + rows]
        yield held.picked(places)
