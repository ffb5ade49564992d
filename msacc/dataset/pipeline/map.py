"""Map: a chain of operations on some columns, on whole blocks where every operation is vectorised."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from msacc.dataset.callback import CallbackRunner, DSCallback
from msacc.dataset.config import (
    ErrorSamplesMode,
    _get_debug_hook_list,
    _worker_count,
    get_error_samples_mode,
    get_num_parallel_workers,
)
from msacc.dataset.debug import DebugHook
from msacc.dataset.errors import pipeline_error, with_origin
from msacc.dataset.pipeline.block import Block, Column, Epoch, from_rows, values
from msacc.dataset.pipeline.block_buffer import BlockBuffer
from msacc.dataset.pipeline.columns import replaced_columns, to_array
from msacc.dataset.pipeline.error_samples import replace_failed_rows, skip_failed_rows
from msacc.dataset.pipeline.fused_lookup import fuse_steps
from msacc.dataset.pipeline.node import Demand, Node, Run
from msacc.dataset.pipeline.operation import Allocator, Function, Operation, operation
from msacc.dataset.pipeline.prefetch import (
    FailedRow,
    Futures,
    RowExecutor,
    Threads,
    ordered_results,
    prefetch_depth,
)
from msacc.dataset.pipeline.workers import Workers
from msacc.dataset.transform_random import WorkerSchedule


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
        random_workers: int | None = None,
    ) -> None:
        super().__init__(child)
        # MindSpore's number of workers: random transforms draw as those workers would.
        self.random_workers = random_workers
        self.operations = list(operations)
        self.input_columns, self.output_columns = input_columns, output_columns
        self.workers, self.callbacks = workers, list(callbacks)

    def _layout(self) -> tuple[list[int], list[str], list[int]]:
        input_columns = self.child.columns()
        inputs = self.input_columns or input_columns[:1]
        return replaced_columns("map", input_columns, inputs, self.output_columns or inputs)

    def columns(self) -> list[str]:
        return self._layout()[1]

    def depends_on_consumer(self) -> bool:
        return bool(self.callbacks) or super().depends_on_consumer()

    def forbids_prefetch(self) -> bool:
        forbidden = bool(self.callbacks) or any(s.forbids_prefetch for s in self._steps())
        return forbidden or super().forbids_prefetch()

    def _steps(self) -> list[Operation]:
        return [part for step in self.operations for part in operation(step).flat()]

    def runs_user_code(self) -> bool:
        return not all(step.threadable() for step in self._steps()) or super().runs_user_code()

    def start(self, run: Run, demand: Demand) -> Epoch:
        inputs, _, layout = self._layout()
        workers = _worker_count(self.workers)
        schedule = WorkerSchedule(_worker_count(self.random_workers or get_num_parallel_workers()))
        operations = _prepare(self.operations, schedule)
        operations = fuse_steps(operations) if run.vectorised else operations
        with_callbacks = CallbackRunner(self.callbacks, run)
        tolerant = get_error_samples_mode() is not ErrorSamplesMode.RETURN
        plain = not self.callbacks and not tolerant
        blockwise = run.vectorised and plain and all(op.vectorised for op in operations)
        threaded = plain and not blockwise and all(op.threadable() for op in operations)
        schedule.seed_per_row = workers > 1 and not (blockwise or tolerant or threaded)
        rows = max(demand.rows, workers * 4) if schedule.seed_per_row else demand.rows
        rows = 1 if self.callbacks else rows
        source = self.child.start(run, Demand(rows, demand.exact or not blockwise))
        outputs = len(self.output_columns or inputs)
        mapper = _BlockMapper(_RowChain(operations, schedule), inputs, layout, outputs)
        executor: RowExecutor | None = None
        if schedule.seed_per_row:
            executor = Workers(mapper.chain.call_numbered, workers, run, schedule)
        elif threaded:
            stage = None if run.stages is None else run.stages.of(self)
            executor = Threads(mapper.chain, schedule, run, stage)
        synchronous = self.depends_on_consumer()

        def epoch() -> Iterator[Block]:
            blocks = with_callbacks(source())
            if tolerant:
                return mapper.map_tolerant(blocks)
            if executor is not None:
                return mapper.map_parallel(blocks, executor, synchronous)
            return mapper.map_inline(blocks, blockwise)

        return epoch


class _BlockMapper:
    """Applies a row chain to blocks: inline, in parallel, or tolerating failing rows."""

    def __init__(
        self, chain: _RowChain, inputs: list[int], layout: list[int], outputs: int
    ) -> None:
        self.chain, self.schedule, self.outputs = chain, chain.schedule, outputs
        self.inputs, self.layout = inputs, layout

    def map_inline(self, blocks: Iterator[Block], blockwise: bool) -> Iterator[Block]:
        """Maps blocks in the consumer's thread."""
        for block in blocks:
            work = _by_block if blockwise else _by_row
            new = work(self.chain, self._input_columns(block), block)
            self.schedule.advance(block.size)
            yield self._output_block(block, new)
        self.schedule.advance(1)

    def map_parallel(
        self, blocks: Iterator[Block], executor: RowExecutor, synchronous: bool
    ) -> Iterator[Block]:
        """Maps blocks by `executor`, in advance unless `synchronous`."""

        def submitted() -> Iterator[tuple[Block, Futures]]:
            for block in _parts(blocks, executor):
                futures = executor.submit(_rows(self._input_columns(block)))
                self.schedule.advance(block.size)
                yield block, futures
            self.schedule.advance(1)

        def finish(block: Block, futures: Futures) -> Block:
            return self._output_block(block, _collect(executor, futures, block))

        def ahead(block: Block) -> int:
            if synchronous:
                return 0
            return min(prefetch_depth(block.size), executor.capacity() // block.size - 1)

        return ordered_results(submitted(), ahead, finish)

    def map_tolerant(self, blocks: Iterator[Block]) -> Iterator[Block]:
        """Maps row by row; rows that fail are skipped or replaced, as `get_error_samples_mode` says."""
        skip = get_error_samples_mode() is ErrorSamplesMode.SKIP
        strategy = skip_failed_rows if skip else replace_failed_rows
        for row in strategy(_row_computations(self.chain, blocks, self.inputs)):
            yield from_rows([tuple(row[i] for i in self.layout)])
        self.schedule.advance(1)

    def _input_columns(self, block: Block) -> list[Column]:
        return [block.columns[i] for i in self.inputs]

    def _output_block(self, block: Block, new: list[Column]) -> Block:
        if len(new) != self.outputs:
            raise _wrong_count(len(new), self.outputs)
        both: list[Column] = [*block.columns, *new]
        return block.with_columns([both[i] for i in self.layout])


def _parts(blocks: Iterator[Block], executor: RowExecutor) -> Iterator[Block]:
    """Yields the rows in blocks that the executor may work on at once."""
    for block in blocks:
        start = 0
        while start < block.size:
            stop = min(block.size, start + executor.capacity())
            yield block.part(start, stop)
            start = stop


def _row_computations(
    chain: _RowChain, blocks: Iterator[Block], inputs: list[int]
) -> Iterator[Callable[[], tuple[Any, ...]]]:
    """Yields for each row a function that computes it: all old columns, then the new ones."""
    for block in blocks:
        for i in range(block.size):
            row = block.row(i)
            arguments = tuple(row[k] for k in inputs)
            chain.schedule.set_offset(i)
            yield lambda: (*row, *chain(arguments))  # noqa: B023  called before the next iteration
        chain.schedule.advance(block.size)


def _wrong_count(actual: int, expected: int) -> RuntimeError:
    return pipeline_error(
        "Invalid columns, the number of columns returned in 'map' operations should match the "
        f"number of 'output_columns' (or 'input_columns'), but got {actual} and {expected}."
    )


def _rows(columns: list[Column]) -> list[tuple[Any, ...]]:
    return list(zip(*[values(c) for c in columns], strict=True))


def _by_block(chain: _RowChain, columns: list[Column], block: Block) -> list[Column]:
    results = columns
    try:
        for step in chain.operations:
            results = step.columns(results, block.size)
    except RuntimeError:
        # Applied row by row, the error names the failing row.
        _by_row(chain, columns, block)
        raise
    return results


def _by_row(chain: _RowChain, columns: list[Column], block: Block) -> list[Column]:
    results = []
    for i, row in enumerate(_rows(columns)):
        chain.schedule.set_offset(i)
        try:
            results.append(chain(row))
        except RuntimeError as error:
            raise with_origin(error, block.origins, i) from error.__cause__
    return _columns(results)


def _collect(executor: RowExecutor, futures: Futures, block: Block) -> list[Column]:
    try:
        rows = executor.results(futures)
    except FailedRow as failed:
        raise with_origin(failed.error, block.origins, failed.index) from failed.error.__cause__
    return _columns(rows, executor.output_buffer(futures))


def _columns(results: list[tuple[Any, ...]], buffer: BlockBuffer | None = None) -> list[Column]:
    counts = sorted({len(row) for row in results})
    if len(counts) != 1:
        raise pipeline_error(f"map: the operations returned {counts} columns for different rows.")
    return from_rows(results).columns if buffer is None else buffer.columns(results)


class _RowChain:
    """Applies all operations to one row: arrays in, arrays out."""

    def __init__(self, operations: list[Operation], schedule: WorkerSchedule) -> None:
        self.operations, self.schedule = operations, schedule

    def call_numbered(self, row: tuple[int, Sequence[Any]]) -> tuple[Any, ...]:
        """Applies the operations to a (number, row) pair."""
        self.schedule.set_row(row[0])
        return self(row[1])

    def __call__(self, row: Sequence[Any], allocate: Allocator = np.empty) -> tuple[Any, ...]:
        items = tuple(row)
        for step in self.operations[:-1]:
            items = step.row(items)
        for step in self.operations[-1:]:
            items = step.row_into(items, allocate)
        return tuple(to_array(item) for item in items)


def _prepare(steps: Sequence[Callable[..., Any]], schedule: WorkerSchedule) -> list[Operation]:
    """Returns the steps as a flat list of operations, each random one with its own generators."""
    flat = [part for step in steps for part in operation(step).flat()]
    flat = _with_hooks(flat, _get_debug_hook_list())
    return [part.seeded(schedule) for part in flat]


def _with_hooks(steps: list[Operation], hooks: Sequence[DebugHook]) -> list[Operation]:
    """Inserts the debug hooks before the first step and after each."""
    if not hooks or not steps:
        return steps
    names = [s.name if isinstance(s, Function) else type(s).__name__ for s in steps]
    hooked: list[Operation] = [_hook(hook, names[0], True) for hook in hooks]
    for step, name in zip(steps, names, strict=True):
        hooked += [step, *(_hook(hook, name, False) for hook in hooks)]
    return hooked


def _hook(hook: DebugHook, name: str, first: bool) -> Operation:
    hook = copy.copy(hook)
    hook.set_previous_op_name(name)
    hook.set_is_first(first)
    return Function(hook)
