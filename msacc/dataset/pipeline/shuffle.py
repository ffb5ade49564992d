"""Shuffle through a bounded buffer, with MindSpore's order for a seed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from msacc.dataset.cpp_random import Mt19937x64, pipeline_seed
from msacc.dataset.pipeline.block import (
    Block,
    Column,
    Epoch,
    Reader,
    concatenate_column,
    take_rows,
    values,
)
from msacc.dataset.pipeline.node import Demand, Node, Run
from msacc.dataset.resumable_state import ResumableValues


class ShuffleNode(Node):
    """Yields a random row of the buffer; the buffer's last row moves to its position, the next row to the end.

    `reshuffle`: another order in each epoch (`split` uses False).
    """

    def __init__(self, child: Node, buffer_size: int, reshuffle: bool = True) -> None:
        super().__init__(child)
        self.buffer_size, self.reshuffle = buffer_size, reshuffle

    def start(self, run: Run, demand: Demand) -> Epoch:
        seed = pipeline_seed()
        # `goal`: how many words are drawn by the end of the current epoch.
        state = ResumableValues(seed=seed, random=Mt19937x64(seed), goal=0)
        source = self.child.start(run, Demand(demand.rows, demand.exact))
        rows, expected = demand.block_size(), self.child.size() or 0

        def epoch() -> Iterator[Block]:
            if not self.reshuffle:
                state.random = Mt19937x64(state.seed)
            elif state.goal > state.random.word_count:
                # `take` cut the previous epoch short; MindSpore shuffles it to its end.
                state.random.words(state.goal - state.random.word_count)
            state.goal = state.random.word_count + expected
            reader = Reader(source())
            buffer = reader.read_many(self.buffer_size, expected)
            yield from _shuffle(reader, buffer, self.buffer_size, rows, state.random)
            state.goal = 0

        return epoch


def _shuffle(
    reader: Reader, buffer: Block | None, size: int, rows: int, random: Mt19937x64
) -> Iterator[Block]:
    if buffer is None:
        return
    # The physical slot in `buffer` of each logical position.
    slots = list(range(buffer.size))
    if buffer.size == size and reader.available():
        buffer = buffer.with_columns([c.copy() for c in buffer.columns])
        while fresh := reader.read_ready(rows):
            draws = (random.words(fresh.size) % np.uint64(size)).tolist()
            yield _exchange(buffer, fresh, np.array([_move_to_end(slots, i) for i in draws]))
    yield from _drain(buffer, slots, rows, random)


def _move_to_end(slots: list[int], position: int) -> int:
    """Returns the slot at `position`, which becomes the last."""
    slot = slots[position]
    slots[position] = slots[-1]
    slots[-1] = slot
    return slot


def _exchange(buffer: Block, fresh: Block, slots: np.ndarray) -> Block:
    """Replaces the row in `slots[i]` by row i of `fresh`, one after the other; returns the replaced rows."""
    count = len(slots)
    newest: dict[int, int] = {}
    leaving = np.arange(count)
    for i, slot in enumerate(slots.tolist()):
        if slot in newest:  # the replaced row came from `fresh` itself
            leaving[i] = count + newest[slot]
        newest[slot] = i
    changed = np.fromiter(newest.keys(), dtype=np.int64)
    origin = np.fromiter(newest.values(), dtype=np.int64)
    columns: list[Column] = []
    for k, (old, new) in enumerate(zip(buffer.columns, fresh.columns, strict=True)):
        both = concatenate_column([take_rows(old, slots), new])
        columns.append(take_rows(both, leaving))
        buffer.columns[k] = _overwrite(old, changed, take_rows(new, origin))
    origins = None
    if buffer.origins is not None and fresh.origins is not None:
        origins = np.concatenate([buffer.origins[slots], fresh.origins])[leaving]
        buffer.origins[changed] = fresh.origins[origin]
    return Block(columns, count, origins)


def _overwrite(column: Column, slots: np.ndarray, new: Column) -> Column:
    compatible = (
        isinstance(column, np.ndarray)
        and isinstance(new, np.ndarray)
        and column.dtype == new.dtype
        and column.shape[1:] == new.shape[1:]
    )
    if compatible:
        column[slots] = new  # type: ignore[call-overload]
        return column
    mixed = values(column)
    for slot, value in zip(slots.tolist(), values(new), strict=True):
        mixed[slot] = value
    return mixed


def _drain(buffer: Block, slots: list[int], rows: int, random: Mt19937x64) -> Iterator[Block]:
    """Yields the buffer's rows at the end of the input, when the buffer shrinks."""
    draws = random.words(buffer.size) % np.arange(buffer.size, 0, -1, dtype=np.uint64)
    order = np.empty(buffer.size, dtype=np.int64)
    for i, position in enumerate(draws.tolist()):
        order[i] = slots[position]
        slots[position] = slots[-1]
        slots.pop()
    for start in range(0, buffer.size, rows):
        yield buffer.take(order[start : start + rows])
