"""Map: a chain of operations on some columns, on whole blocks wherever every operation can."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from msacc.dataset.callback import DSCallback, Watch
from msacc.dataset.config import (
    ErrorSamplesMode,
    _get_debug_hook_list,
    get_error_samples_mode,
    get_num_parallel_workers,
)
from msacc.dataset.debug import DebugHook
from msacc.dataset.errors import pipeline_error, with_origin
from msacc.dataset.pipeline.block import Block, Column, Epoch, from_rows, values
from msacc.dataset.pipeline.block_buffer import Room as RowsRoom
from msacc.dataset.pipeline.columns import replaced_columns, to_array
from msacc.dataset.pipeline.error_samples import replaced, skipped
from msacc.dataset.pipeline.fused_lookup import joined
from msacc.dataset.pipeline.node import Demand, Node, Run
from msacc.dataset.pipeline.operation import Function, Operation, Room, operation
from msacc.dataset.pipeline.prefetch import Crew, FailedRow, Parts, Threads, depth, in_order
from msacc.dataset.pipeline.workers import Workers
from msacc.dataset.transform_random import Turns


class MapNode(Node):
    """Applies `operations` one after the other to the input columns.

    An `Operation` works on one column; other callables get all columns as arguments.
    """

    def __init__(
        self,
        child: Node,
        operations: Sequence[Callable[..., Any]],
        input_columns: list[str] | None = None,
        output_columns: list[str] | None = None,
        workers: int = 1,
        callbacks: Sequence[DSCallback] = (),
        turns: int | None = None,
    ) -> None:
        super().__init__(child)
        # How many workers MindSpore would have: random transforms draw as they would.
        self.turns = turns
        self.operations = list(operations)
        self.input_columns, self.output_columns = input_columns, output_columns
        self.workers, self.callbacks = workers, list(callbacks)

    def _layout(self) -> tuple[list[int], list[str], list[int]]:
        known = self.child.columns()
        inputs = self.input_columns or known[:1]
        return replaced_columns("map", known, inputs, self.output_columns or inputs)

    def columns(self) -> list[str]:
        return self._layout()[1]

    def waits(self) -> bool:
        return bool(self.callbacks) or super().waits()

    def held(self) -> bool:
        return bool(self.callbacks) or any(s.held for s in self._steps()) or super().held()

    def _steps(self) -> list[Operation]:
        return [part for step in self.operations for part in operation(step).flat()]

    def scripts(self) -> bool:
        return not all(step.threadable() for step in self._steps()) or super().scripts()

    def start(self, run: Run, demand: Demand) -> Epoch:
        places, _, layout = self._layout()
        turns = Turns(self.turns or get_num_parallel_workers())
        operations = _prepared(self.operations, turns)
        operations = joined(operations) if run.vectorised else operations
        watched = Watch(self.callbacks, run)
        forgiving = get_error_samples_mode() is not ErrorSamplesMode.RETURN
        plain = not self.callbacks and not forgiving
        blockwise = run.vectorised and plain and all(op.vectorised for op in operations)
        threaded = plain and not blockwise and all(op.threadable() for op in operations)
        turns.apart = self.workers > 1 and not (blockwise or forgiving or threaded)
        rows = max(demand.rows, self.workers * 4) if turns.apart else demand.rows
        rows = 1 if self.callbacks else rows
        source = self.child.start(run, Demand(rows, demand.exact or not blockwise))
        outputs = len(self.output_columns or places)
        passing = _Passing(_RowChain(operations, turns), places, layout, outputs)
        crew: Crew | None = None
        if turns.apart:
            crew = Workers(passing.chain.numbered, self.workers, run, turns)
        elif threaded:
            stage = None if run.stages is None else run.stages.of(self)
            crew = Threads(passing.chain, turns, run, stage)
        held = self.waits()

        def epoch() -> Iterator[Block]:
            blocks = watched(source())
            if forgiving:
                return passing.forgiven(blocks)
            if crew is not None:
                return passing.ahead(blocks, crew, held)
            return passing.here(blocks, blockwise)

        return epoch


class _Passing:
    """How blocks go through a map."""

    def __init__(
        self, chain: _RowChain, places: list[int], layout: list[int], outputs: int
    ) -> None:
        self.chain, self.turns, self.outputs = chain, chain.turns, outputs
        self.places, self.layout = places, layout

    def here(self, blocks: Iterator[Block], blockwise: bool) -> Iterator[Block]:
        """In the thread that asks."""
        for block in blocks:
            work = _by_block if blockwise else _by_row
            new = work(self.chain, self._inputs(block), block)
            self.turns.passed(block.size)
            yield self._made(block, new)
        self.turns.passed(1)

    def ahead(self, blocks: Iterator[Block], crew: Crew, held: bool) -> Iterator[Block]:
        """By `crew`, before they are asked for unless they are `held`."""

        def begun() -> Iterator[tuple[Block, Parts]]:
            for block in blocks:
                parts = crew.submit(_rows(self._inputs(block)))
                self.turns.passed(block.size)
                yield block, parts
            self.turns.passed(1)

        def finish(block: Block, parts: Parts) -> Block:
            return self._made(block, _collected(crew, parts, block))

        return in_order(begun(), lambda block: 0 if held else depth(block.size), finish)

    def forgiven(self, blocks: Iterator[Block]) -> Iterator[Block]:
        """Rows that fail are left out, or others take their places."""
        one = skipped if get_error_samples_mode() is ErrorSamplesMode.SKIP else replaced
        for row in one(_attempts(self.chain, blocks, self.places)):
            yield from_rows([tuple(row[i] for i in self.layout)])
        self.turns.passed(1)

    def _inputs(self, block: Block) -> list[Column]:
        return [block.columns[p] for p in self.places]

    def _made(self, block: Block, new: list[Column]) -> Block:
        if len(new) != self.outputs:
            raise _wrong_count(len(new), self.outputs)
        both: list[Column] = [*block.columns, *new]
        return block.with_columns([both[i] for i in self.layout])


def _attempts(
    chain: _RowChain, blocks: Iterator[Block], places: list[int]
) -> Iterator[Callable[[], tuple[Any, ...]]]:
    """For each row a function that makes it: all old columns, then the new ones."""
    for block in blocks:
        for i in range(block.size):
            row = block.row(i)
            inputs = tuple(row[p] for p in places)
            chain.turns.at(i)
            yield lambda: (*row, *chain(inputs))  # noqa: B023  called before the next one is made
        chain.turns.passed(block.size)


def _wrong_count(found: int, expected: int) -> RuntimeError:
    return pipeline_error(
        "Invalid columns, the number of columns returned in 'map' operations should match the "
        f"number of 'output_columns' (or 'input_columns'), but got {found} and {expected}."
    )


def _rows(columns: list[Column]) -> list[tuple[Any, ...]]:
    return list(zip(*[values(c) for c in columns], strict=True))


def _by_block(chain: _RowChain, columns: list[Column], block: Block) -> list[Column]:
    now = columns
    try:
        for step in chain.operations:
            now = step.columns(now, block.size)
    except RuntimeError:
        # Row by row the error tells whose it is.
        _by_row(chain, columns, block)
        raise
    return now


def _by_row(chain: _RowChain, columns: list[Column], block: Block) -> list[Column]:
    results = []
    for i, row in enumerate(_rows(columns)):
        chain.turns.at(i)
        try:
            results.append(chain(row))
        except RuntimeError as error:
            raise with_origin(error, block.origins, i) from error.__cause__
    return _columns(results)


def _collected(crew: Crew, parts: Parts, block: Block) -> list[Column]:
    try:
        rows = crew.results(parts)
    except FailedRow as failed:
        raise with_origin(failed.error, block.origins, failed.place) from failed.error.__cause__
    return _columns(rows, crew.laid_out(parts))


def _columns(results: list[tuple[Any, ...]], room: RowsRoom | None = None) -> list[Column]:
    counts = sorted({len(row) for row in results})
    if len(counts) != 1:
        raise pipeline_error(f"map: the operations returned {counts} columns for different rows.")
    return from_rows(results).columns if room is None else room.columns(results)


class _RowChain:
    """All operations on one row: arrays in, arrays out."""

    def __init__(self, operations: list[Operation], turns: Turns) -> None:
        self.operations, self.turns = operations, turns

    def numbered(self, row: tuple[int, Sequence[Any]]) -> tuple[Any, ...]:
        """The operations on a row that comes with its number."""
        self.turns.here(row[0])
        return self(row[1])

    def __call__(self, row: Sequence[Any], room: Room = np.empty) -> tuple[Any, ...]:
        items = tuple(row)
        for step in self.operations[:-1]:
            items = step.row(items)
        for step in self.operations[-1:]:
            items = step.row_in(items, room)
        return tuple(to_array(item) for item in items)


def _prepared(steps: Sequence[Callable[..., Any]], turns: Turns) -> list[Operation]:
    """The steps as operations, lists resolved, each random one with generators of its own."""
    flat = [part for step in steps for part in operation(step).flat()]
    flat = _watched(flat, _get_debug_hook_list())
    return [part.seeded(turns) for part in flat]


def _watched(steps: list[Operation], hooks: Sequence[DebugHook]) -> list[Operation]:
    """The steps with debug hooks in front of the first one and after each."""
    if not hooks or not steps:
        return steps
    names = [s.name if isinstance(s, Function) else type(s).__name__ for s in steps]
    shown: list[Operation] = [_hook(hook, names[0], True) for hook in hooks]
    for step, name in zip(steps, names, strict=True):
        shown += [step, *(_hook(hook, name, False) for hook in hooks)]
    return shown


def _hook(hook: DebugHook, name: str, first: bool) -> Operation:
    own = copy.copy(hook)
    own.set_previous_op_name(name)
    own.set_is_first(first)
    return Function(own)
