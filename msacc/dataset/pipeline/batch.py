"""Batching: fixed sizes, sizes from a function, padding, a function of the whole batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from msacc.common.warn_once import once
from msacc.dataset.config import _worker_count
from msacc.dataset.errors import pipeline_error, user_error
from msacc.dataset.pipeline.block import Block, Column, Epoch, Reader, stackable, values
from msacc.dataset.pipeline.columns import replaced_columns, to_array
from msacc.dataset.pipeline.dict_batch import stack_dicts
from msacc.dataset.pipeline.node import Demand, Node, Run
from msacc.dataset.pipeline.prefetch import Futures, ordered_results
from msacc.dataset.pipeline.workers import Workers

PadInfo = dict[str, tuple[list[int | None] | None, Any] | None]


class BatchInfo:
    """The batch and epoch numbers, passed to `per_batch_map` and to a batch size function."""

    def __init__(self, batch_num: int, epoch_num: int) -> None:
        self._batch_num, self._epoch_num = batch_num, epoch_num

    def get_batch_num(self) -> int:
        """The number of this batch in its epoch, from 0."""
        return self._batch_num

    def get_epoch_num(self) -> int:
        """The number of the epoch, from 0."""
        return self._epoch_num


# A batch's rows and its BatchInfo; and the function that yields the rows with per_batch_map's results, in order.
BatchInput = tuple[Block, BatchInfo]
Apply = Callable[[Iterator[BatchInput]], Iterator[tuple[Block, Any]]]


class BatchNode(Node):
    """Combines `rows` rows into one: each column gets a leading axis."""

    def __init__(
        self,
        child: Node,
        rows: int | Callable[[BatchInfo], int],
        drop_remainder: bool = False,
        per_batch_map: Callable[..., Any] | None = None,
        input_columns: list[str] | None = None,
        output_columns: list[str] | None = None,
        pad_info: PadInfo | None = None,
        workers: int = 1,
    ) -> None:
        super().__init__(child)
        # Worker processes for per_batch_map.
        self.workers = workers
        self.rows, self.drop_remainder = rows, drop_remainder
        self.per_batch_map, self.pad_info = per_batch_map, pad_info
        self.input_columns, self.output_columns = input_columns, output_columns

    def _column_layout(self) -> tuple[list[int], list[str], list[int]]:
        input_columns = self.child.columns()
        if self.per_batch_map is None:
            return [], input_columns, []
        inputs = self.input_columns or input_columns
        outputs = self.output_columns or inputs
        duplicates = [name for name in outputs if name in input_columns and name not in inputs]
        if duplicates and not set(inputs) - set(input_columns):
            raise pipeline_error(
                "columns that are not involved in 'per_batch_map' should not be in output_columns, but "
                f"{duplicates} are."
            )
        return replaced_columns("batch", input_columns, inputs, outputs)

    def columns(self) -> list[str]:
        return self._column_layout()[1]

    def size(self) -> int | None:
        rows = self.child.size()
        if rows is None or not isinstance(self.rows, int):
            return None
        if not self.drop_remainder:
            return -(-rows // self.rows)
        if 0 < rows < self.rows:
            self._log_no_batch(rows)
        return rows // self.rows

    def _log_no_batch(self, rows: int) -> None:
        once(
            f"no-batch:{rows}:{self.rows}",
            f"batch: the data has {rows} rows, and batch_size={self.rows} with drop_remainder=True leaves no batch; "
            "choose a smaller batch_size, or drop_remainder=False.",
        )

    def batch_size(self) -> int:
        return self.rows if isinstance(self.rows, int) else -1

    def depends_on_consumer(self) -> bool:
        # A size function may depend on what the consumer did with the batch before.
        return not isinstance(self.rows, int) or super().depends_on_consumer()

    def forbids_prefetch(self) -> bool:
        return not isinstance(self.rows, int) or super().forbids_prefetch()

    def skip_unread(self, run: Run, count: int) -> bool:
        # The results of a function may depend on its random draws for earlier batches.
        countable = isinstance(self.rows, int) and self.rows > 0 and self.per_batch_map is None
        return countable and self.child.skip_unread(run, count * self.rows)  # type: ignore[operator]

    def runs_user_code(self) -> bool:
        return self.per_batch_map is not None or super().runs_user_code()

    def start(self, run: Run, demand: Demand) -> Epoch:
        inputs, _, layout = self._column_layout()
        fixed = isinstance(self.rows, int)
        if self.rows == -1:
            raise pipeline_error(
                "Batch size cannot be -1 without using batch sampler; give the number of rows."
            )
        request = Demand(self.rows if fixed else 1, exact=demand.exact or not fixed)  # type: ignore
        source = self.child.start(run, request)
        names = self.child.columns()
        plain = fixed and self.per_batch_map is None and self.pad_info is None
        apply = self._batch_function(inputs, run)

        def epoch() -> Iterator[Block]:
            reader = Reader(source())
            if plain and run.vectorised:
                yield from self._read_batches(reader, names)
            else:
                yield from self._map_batches(reader, run, layout, apply)

        return epoch

    def _read_batches(self, reader: Reader, names: list[str]) -> Iterator[Block]:
        """Yields several batches at once as views of one block where the block is long enough."""
        rows = self.rows
        assert isinstance(rows, int)
        none_yet = True
        while available := reader.available():
            block = reader.read(max(available - available % rows, rows))
            assert block is not None
            count, rest = divmod(block.size, rows)
            dense = all(isinstance(c, np.ndarray) for c in block.columns)
            if count and dense:
                parts = block.part(0, count * rows).columns
                yield Block([_split_rows(c, count, rows) for c in parts], count)
            elif count:
                for i in range(count):
                    yield batched(block.part(i * rows, (i + 1) * rows), names)
            if rest and not self.drop_remainder:
                yield batched(block.part(count * rows, block.size), names)
            elif rest and none_yet and not count:
                self._log_no_batch(rest)
            none_yet = False

    def _map_batches(
        self, reader: Reader, run: Run, layout: list[int], apply: Apply
    ) -> Iterator[Block]:
        """Yields batch by batch; `apply` calls per_batch_map on (block, info) pairs."""
        names = self.columns()
        for block, result in apply(self._batches(reader, run)):
            if self.per_batch_map is not None:
                block = self._replace_columns(block, result, layout)
                if not block.size:  # already batched
                    yield Block(block.columns, 1)
                    continue
            if self.pad_info is not None:
                block = padded(block, names, self.pad_info)
            yield batched(block, names)

    def _batches(self, reader: Reader, run: Run) -> Iterator[BatchInput]:
        """Yields the rows of each batch and its BatchInfo."""
        number = 0
        while reader.available():
            info = BatchInfo(number, run.epoch)
            rows = self.rows if isinstance(self.rows, int) else _call_size_function(self.rows, info)
            block = reader.read(rows)
            assert block is not None
            if block.size < rows and self.drop_remainder:
                if number == 0:
                    self._log_no_batch(block.size)
                return
            yield block, info
            number += 1

    def _batch_function(self, inputs: list[int], run: Run) -> Apply:
        """Returns how per_batch_map runs: in this process, or in worker processes."""
        function = self.per_batch_map
        if function is None:
            return lambda batches: ((block, None) for block, _ in batches)

        def call(task: tuple[list[Any], BatchInfo]) -> Any:
            try:
                return function(*task[0], task[1])
            except Exception as error:
                raise user_error(function, error) from error

        def task(batch: BatchInput) -> tuple[list[Any], BatchInfo]:
            return [values(batch[0].columns[i]) for i in inputs], batch[1]

        workers = _worker_count(self.workers)
        if workers <= 1:
            return lambda batches: ((batch[0], call(task(batch))) for batch in batches)
        processes = Workers(call, workers, run)
        ahead = 0 if self.depends_on_consumer() else workers

        def submitted(batches: Iterator[BatchInput]) -> Iterator[tuple[Block, Futures]]:
            for batch in batches:
                yield batch[0], processes.submit([task(batch)])
            processes.next_item += 1

        return lambda batches: ordered_results(
            submitted(batches),
            lambda _: ahead,
            lambda block, futures: (block, processes.results(futures)[0]),
        )

    def _replace_columns(self, block: Block, out: Any, layout: list[int]) -> Block:
        """Returns a batch with per_batch_map's results: one list or array per column."""
        results = list(out) if isinstance(out, tuple) else [out]
        expected = len(self.output_columns or self.input_columns or self.child.columns())
        if len(results) != expected:
            raise pipeline_error(
                f"the number of columns returned in 'per_batch_map' function should be {expected}, the "
                f"number of 'output_columns' (or 'input_columns'), but got {len(results)}."
            )
        if any(_is_batched(c) for c in results):
            old = [
                _stack(c, name) for c, name in zip(block.columns, self.child.columns(), strict=True)
            ]
            both: list[Column] = [*old, *([to_array(c)] for c in results)]
            return Block([both[i] for i in layout], 0)
        names = self.output_columns or self.input_columns or self.child.columns()
        for name, rows in zip(names, results, strict=True):
            if not isinstance(rows, np.ndarray) and len(rows) != block.size:
                raise pipeline_error(
                    f"Invalid data, column: {name} expects: {block.size} rows returned from 'per_batch_map', got: "
                    f"{len(rows)}; return an array for another number."
                )
        new = [c if isinstance(c, np.ndarray) else [to_array(v) for v in c] for c in results]
        sizes = {len(c) for c in new}
        if len(sizes) != 1:
            raise pipeline_error(f"per_batch_map returned columns of different lengths: {sizes}.")
        pool: list[Column] = [*block.columns, *new]
        return Block([pool[i] for i in layout], sizes.pop())


def _is_batched(value: Any) -> bool:
    """Whether a function returned a column's batch (a dict or a scalar) instead of its rows."""
    return isinstance(value, dict) or (isinstance(value, np.ndarray) and value.ndim == 0)


def _call_size_function(function: Callable[[BatchInfo], int], info: BatchInfo) -> int:
    try:
        rows = function(info)
    except Exception as error:
        raise user_error(function, error) from error
    if not isinstance(rows, (int, np.integer)) or isinstance(rows, bool) or rows < 1:
        raise pipeline_error(f"The batch size function should return an int > 0, but got {rows!r}.")
    return int(rows)


def _split_rows(column: Column, count: int, rows: int) -> np.ndarray:
    assert isinstance(column, np.ndarray)
    return column.reshape(count, rows, *column.shape[1:])


def batched(block: Block, names: list[str]) -> Block:
    """Returns a block of one row that holds all rows of `block`."""
    return Block([_stack(c, name) for c, name in zip(block.columns, names, strict=True)], 1)


def _stack(column: Column, name: str) -> Column:
    if isinstance(column, np.ndarray):
        return column[None]
    if all(isinstance(value, dict) for value in column):
        return [stack_dicts(column, name)]
    if stackable(column, "US"):
        return np.stack(column)[None]
    first = column[0]
    for value in column:
        if not isinstance(value, np.ndarray):
            raise pipeline_error(f"batch: column {name!r} holds {type(value).__name__} objects.")
        if value.shape != first.shape:
            raise pipeline_error(
                f"Cannot batch tensors with different shapes in column {name!r}: {first.shape} "
                f"and {value.shape}; resize or pad them, or use padded_batch."
            )
    kinds = sorted({str(value.dtype) for value in column})
    raise pipeline_error(f"Cannot batch tensors with different types in column {name!r}: {kinds}.")


def padded(block: Block, names: list[str], pad_info: PadInfo) -> Block:
    """Pads the columns named in `pad_info` (all, if it is empty) to one shape."""
    unknown = [name for name in pad_info if name not in names]
    if unknown:
        raise pipeline_error(f"padded_batch: no column named {unknown}; there are {names}.")
    columns: list[Column] = []
    for name, column in zip(names, block.columns, strict=True):
        if pad_info and name not in pad_info:
            columns.append(column)
            continue
        shape, fill = pad_info.get(name) or (None, None)
        columns.append(_pad_column(values(column), name, shape, fill))
    return Block(columns, block.size)


def _pad_column(items: list[Any], name: str, shape: Any, fill: float | None) -> list[np.ndarray]:
    ranks = {item.ndim for item in items}
    if len(ranks) != 1 or (shape is not None and len(shape) not in ranks):
        raise pipeline_error(
            f"padded_batch: column {name!r} has rank {sorted(ranks)}, pad_info shape {shape}."
        )
    longest = np.max([item.shape for item in items], axis=0).astype(int).tolist()
    target = [s if s is not None else m for s, m in zip(shape or longest, longest, strict=False)]
    return [pad_end(item, target, fill) for item in items]


def pad_end(item: np.ndarray, shape: list[int], fill: Any) -> np.ndarray:
    """Crops or pads `item` at the end of each axis to `shape` (fill: 0 or "" by default)."""
    if item.dtype.kind in "US":
        fill = "" if fill is None else fill
        width = max(item.dtype.itemsize // np.dtype(item.dtype.kind + "1").itemsize, len(fill))
        out = np.full(shape, fill, dtype=f"{item.dtype.kind}{max(width, 1)}")
    else:
        out = np.full(shape, 0 if fill is None else fill).astype(item.dtype)
    overlap = tuple(slice(0, min(a, b)) for a, b in zip(item.shape, shape, strict=False))
    out[overlap] = item[overlap]
    return out
